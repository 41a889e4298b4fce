import { describe, expect, test } from 'vitest'
import type { IndexHistory } from '../contract/index-history.ts'
import { incident } from './fixtures/past.ts'
import { indexSection } from './index-section.ts'

const history: IndexHistory = {
  days: ['2026-11-01', '2026-11-11', '2026-11-21'],
  methodologies: [
    { version: '1', from: '2026-11-01' },
    { version: '2', from: '2026-11-11' },
  ],
  index: [4.2, 4, 4.05],
  scored: [1200, 1210, 1220],
}

describe(indexSection, () => {
  test('draws the index with changes of method, and says what it shows', () => {
    const { chart, events, sentence, rows } = indexSection(history, [])
    expect(chart).toMatchObject({ low: '3.8', high: '4.6', last: { text: '4.05' } })
    expect(chart?.line.match(/M/g)).toHaveLength(2)
    expect(events).toMatchObject([{ letter: 'A', kind: 'method', day: '2026-11-11' }])
    expect(sentence).toBe(
      '4.05 on 21 Nov 2026, the mean of 1,220 scores; 4.20 on 1 Nov 2026, of 1,200. The scale shows 3.8 to 4.6 of 0 to 10.',
    )
    expect(rows[0]).toEqual({ day: '2026-11-21', index: 4.05, scored: 1220 })
  })

  test('names the three largest known losses of its days', () => {
    const losses = [1, 5, null, 0, 3, 4].map((lossUsd, at) => ({
      ...incident,
      day: `2026-11-${12 + at}`,
      lossUsd: lossUsd && lossUsd * 1e6,
    }))
    const outside = [
      { ...incident, day: '2026-10-31' },
      { ...incident, day: '2026-11-22' },
    ]
    const { events } = indexSection({ ...history, methodologies: [] }, [...losses, ...outside])
    expect(events.map(({ day, kind }) => [day, kind])).toEqual([
      ['2026-11-13', 'incident'],
      ['2026-11-16', 'incident'],
      ['2026-11-17', 'incident'],
    ])
  })

  test('of one day, or of none, is a sentence', () => {
    const one = { days: ['2026-11-01'], methodologies: [], index: [4.2], scored: [12] }
    expect(indexSection(one, [])).toMatchObject({
      chart: null,
      sentence: '4.20 on 1 Nov 2026, the mean of 12 scores. A line needs a second snapshot.',
    })
    const none = { days: [], methodologies: [], index: [], scored: [] }
    expect(indexSection(none, []).sentence).toBe('No snapshot has a score yet.')
  })
})
