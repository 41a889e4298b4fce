import { describe, expect, test } from 'vitest'
import type { HistoryColumns } from '../contract/history.ts'
import { addDays } from '../domain/day.ts'
import { mapDimensions } from '../domain/dimension.ts'
import { detail } from './fixtures/documents.ts'
import { lettered } from './history-events.ts'
import { formatRange } from './history-rows.ts'
import { historySection } from './history-section.ts'

const FIRST = '2026-08-01'
const [incident] = detail.incidents
if (!incident) throw new Error('the fixture has an incident')

const plain = {
  ...detail,
  listedAt: '2023-01-01T00:00:00.000Z',
  incidents: [],
  audits: [],
  scoreMetadata: null,
}

function history(composite: (number | null)[], more: Partial<HistoryColumns> = {}): HistoryColumns {
  return {
    id: 'tern-lend',
    name: 'Tern',
    retired: null,
    days: composite.map((_, index) => addDays(FIRST, index)),
    methodologies: [{ version: '1', from: FIRST }],
    composite,
    range: { low: composite.map(() => null), high: composite.map(() => null) },
    dimensions: mapDimensions(() => composite),
    tvlUsd: composite.map(() => 5_000_000),
    ...more,
  }
}

const on = (day: string) => ({ ...incident, exploitDate: `${day}T00:00:00.000Z` })
const audit = (auditDate: string | null) => ({
  auditor: 'Keel',
  auditDate,
  findingsSummary: null,
  reportUrl: null,
})

describe(historySection, () => {
  test('says what it shows', () => {
    const { sentences, label, valueSentence } = historySection(plain, history([4, null, 4.2]))
    expect(sentences).toEqual([
      '3 snapshots from 1 Aug 2026 to 3 Aug 2026.',
      '1 of them without a score.',
      'The scale shows 3.0 to 5.0 of 0 to 10, enlarged.',
    ])
    expect(label).toBe('Score 4.0 on 1 Aug 2026, 4.2 on 3 Aug 2026; between 4.0 and 4.2 on 2 days.')
    expect(valueSentence).toMatch(/^TVL is \$5.00m in all 3 snapshots\./)
  })

  test('says what the band and the bracket are, and which scores have no band', () => {
    const condition =
      'if what is missing were as good as the best tenth of comparable protocols, or as bad as the worst. It is no forecast.'
    const sentencesOf = (low: (number | null)[], high: (number | null)[]) =>
      historySection(plain, history([4, 4, null, 4.2], { range: { low, high } })).sentences.slice(3)
    expect(sentencesOf([null, 3.2, null, 3.5], [null, 5.1, null, 5])).toEqual([
      `The band is the range of the score on each day ${condition}`,
      'The bracket is that of the last day.',
      'Of 1 score no range is on record.',
    ])
    expect(sentencesOf([3.2, 3.2, null, 4.2], [5.1, 5.1, null, 4.2])).toEqual([
      `The band is the range of the score on each day ${condition}`,
    ])
    expect(sentencesOf([null, null, null, 3.5], [null, null, null, 5])).toEqual([
      `The bracket is the range of the score on the last day ${condition}`,
    ])
    expect(sentencesOf([null, null, null, null], [null, null, null, null])).toEqual([])
  })

  test('gives the range of each day in the table, and says where there is none', () => {
    const range = { low: [null, null, 3.5], high: [null, null, 5] }
    const { rows } = historySection(plain, history([4, null, 4.2], { range }))
    expect(rows.map(formatRange)).toEqual(['3.5 to 5.0', '–', '?'])
  })

  test('says between which days there is no snapshot', () => {
    const days = ['2024-03-11', '2026-10-04', '2026-10-05']
    expect(historySection(plain, history([4, 4.2, 4.2], { days })).sentences[0]).toBe(
      '3 snapshots from 11 Mar 2024 to 5 Oct 2026, none between 11 Mar 2024 and 4 Oct 2026.',
    )
  })

  test('with one reading, or none, is a sentence instead of a chart', () => {
    const one = historySection(plain, history([4]))
    expect(one.chart).toBeNull()
    expect(one.sentences).toEqual([
      'The first score is of 1 Aug 2026: 4.0. A line needs a second one.',
    ])
    expect(historySection(plain, history([])).sentences).toEqual([
      'No published snapshot has it yet.',
    ])
    expect(historySection(plain, history([null, null])).sentences).toContain(
      'None of them has enough data for a score.',
    )
  })

  test('says that a retired protocol has left', () => {
    const retired = { day: '2026-08-09', reason: 'dead', lastDay: '2026-08-02' } as const
    expect(historySection(plain, history([4, 5], { retired })).sentences.at(-1)).toBe(
      'It is no longer listed since 9 Aug 2026.',
    )
  })

  test('puts events before the first score on an axis of their own, from the listing on', () => {
    const { earlier, chart, events } = historySection(
      {
        ...plain,
        incidents: [on('2026-08-02'), on('2024-01-01')],
        audits: [audit('2025-01-01T00:00:00.000Z')],
      },
      history([4, 4.5, 4.5]),
    )
    expect(events.shown.map(({ letter, day, kind }) => [letter, day, kind])).toEqual([
      ['A', '2024-01-01', 'incident'],
      ['B', '2025-01-01', 'audit'],
      ['C', '2026-08-02', 'incident'],
    ])
    expect(earlier).toMatchObject({ isListing: true, scored: 99.85 })
    expect(earlier?.axis).toMatchObject({ from: '2023-01-01', to: '2026-08-03' })
    expect(chart?.letters).toEqual([{ x: 50, text: 'C' }])
    expect(events.shown[2]?.text).toContain('Score of 1 Aug 2026: 4.0.')
    expect(events.shown[0]?.text).not.toContain('Score of')
  })

  test('has no earlier axis when nothing happened before the first score', () => {
    expect(
      historySection({ ...plain, incidents: [on('2026-08-02')] }, history([4, 4])).earlier,
    ).toBeNull()
  })

  test('many audits are one event a year, with the newest of it', () => {
    const days = [
      '2022-05-01',
      '2024-01-01',
      '2024-09-02',
      '2024-03-03',
      ...Array(4).fill('2025-02-01'),
    ]
    const audits = days.map((day) => audit(`${day}T00:00:00.000Z`))
    expect(
      historySection({ ...plain, audits }, history([4, 4])).events.shown.map(({ day, text }) => [
        day,
        text,
      ]),
    ).toEqual([
      ['2022-05-01', 'Audit by Keel'],
      ['2024-09-02', '3 audits in 2024, the newest by Keel'],
      ['2025-02-01', '4 audits in 2025, the newest by Keel'],
    ])
  })

  test('counts events without a date instead of dropping them', () => {
    const undated = { ...incident, exploitDate: null }
    expect(
      historySection(
        { ...plain, incidents: [undated], audits: [audit(null), audit(null)] },
        history([4, 4]),
      ).undrawn,
    ).toBe('Not drawn: 1 incident without a date, 2 audits without a date.')
  })

  test('shows a change of method as an event', () => {
    const methodologies = [
      { version: '1', from: FIRST },
      { version: '2', from: '2026-08-02' },
    ]
    const { events, rows } = historySection(plain, history([4, 5], { methodologies }))
    expect(events.shown).toMatchObject([{ letter: 'A', kind: 'method', day: '2026-08-02' }])
    expect(rows.map(({ methodology }) => methodology)).toEqual(['2', '1'])
  })

  test('lists the newest changes of a long history', () => {
    const { rows } = historySection(
      plain,
      history(Array.from({ length: 40 }, (_, at) => (at < 20 ? 4 : 5))),
    )
    expect(rows.map(({ day, composite }) => [day, composite])).toEqual([
      ['2026-08-21', 5],
      ['2026-08-01', 4],
    ])
  })
})

test('of more events than letters the newest are shown', () => {
  const events = Array.from({ length: 30 }, (_, index) => ({
    kind: 'audit' as const,
    day: addDays(FIRST, index),
    text: '',
  }))
  const { shown, older } = lettered(events)
  expect(older).toBe(4)
  expect([shown[0], shown.at(-1)]).toMatchObject([
    { letter: 'A', day: '2026-08-05' },
    { letter: 'Z', day: '2026-08-30' },
  ])
})
