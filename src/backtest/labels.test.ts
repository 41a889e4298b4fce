import { describe, expect, test } from 'vitest'
import type { ProtocolRecord, Universe } from '../domain/record.ts'
import type { LabelIncident } from './incident-list.ts'
import { type LabelContext, labelsOf, windowOf, within } from './labels.ts'

const record = (id: string, name: string, parentId: string | null = null): ProtocolRecord => ({
  id,
  slug: name.toLowerCase(),
  name,
  category: 'Lending',
  chains: ['Ethereum'],
  symbol: null,
  url: null,
  twitter: null,
  logoUrl: null,
  description: null,
  parentId,
  parentSlug: null,
  facts: {},
  tvl: { known: false, reason: 'not-covered', source: 'test' },
  history: { days: [], usd: [] },
  trackedSince: null,
  audits: [],
})

const records = [
  record('1', 'Tide V1', 'parent#tide'),
  record('2', 'Tide V2', 'parent#tide'),
  record('3', 'Harbour'),
  record('4', 'Twin'),
  record('5', 'twin'),
]

const universe: Universe = {
  asOf: '2023-01-01',
  records,
  incidents: { known: false, reason: 'not-covered', source: 'test' },
  registry: records.map(({ id, name, slug, parentId }) => ({ id, name, slug, parentId })),
  chains: [],
}

const context: LabelContext = {
  universe,
  lastId: 8,
  sizes: new Map([
    ['1', 10],
    ['2', 90],
  ]),
  aliases: new Map([['Harbour Money', '3']]),
}

const incident = (given: Partial<LabelIncident>): LabelIncident => ({
  name: 'Unlisted',
  day: '2023-05-01',
  protocolId: null,
  familyId: null,
  isDefi: true,
  lossUsd: 100,
  cause: 'contract',
  ...given,
})

const labels = (...given: Partial<LabelIncident>[]) => labelsOf(given.map(incident), context)
const hit = (given: Partial<LabelIncident>) => [...labels(given).events.keys()]
const reason = (given: Partial<LabelIncident>) => labels(given).unmatched[0]?.reason

describe(labelsOf, () => {
  test('an id, a curated name, and a name that only one row has tie an incident', () => {
    expect(hit({ protocolId: '3' })).toEqual(['3'])
    expect(hit({ name: 'Harbour Money' })).toEqual(['3'])
    expect(hit({ name: 'HARBOUR' })).toEqual(['3'])
  })

  test('a name that two rows share, that is only alike, or that is not of DeFi ties nothing', () => {
    expect(reason({ name: 'Twin' })).toBe('no-protocol')
    expect(reason({ name: 'Harbour V2' })).toBe('no-protocol')
    expect(reason({ name: 'Harbour', isDefi: false })).toBe('no-protocol')
  })

  test('an incident of a family is the event of its largest member', () => {
    expect(hit({ familyId: 'parent#tide' })).toEqual(['2'])
    expect(reason({ familyId: 'parent#other' })).toBe('no-member')
  })

  test('an id that came later is distinguished from one that should be there', () => {
    expect(reason({ protocolId: '9', name: 'Harbour' })).toBe('listed-later')
    expect(reason({ protocolId: '7', name: 'Harbour' })).toBe('absent')
  })

  test('two incidents of one protocol are one event with the sum of the losses', () => {
    const { events } = labels(
      { protocolId: '3', day: '2023-06-01', lossUsd: 300, cause: 'key' },
      { protocolId: '3', day: '2023-05-01', lossUsd: null },
      { protocolId: '3', day: '2023-07-01', lossUsd: 50 },
    )
    expect(events.get('3')).toMatchObject({ day: '2023-05-01', lossUsd: 350, cause: 'key' })
  })

  test('a loss without an amount stays unknown', () => {
    expect(labels({ protocolId: '3', lossUsd: null }).events.get('3')?.lossUsd).toBeNull()
  })
})

test('windowOf begins after the day and ends with the horizon or the last known day', () => {
  const window = windowOf('2023-01-01', 10, '2023-12-31')
  expect(window).toEqual({ after: '2023-01-01', to: '2023-01-11' })
  expect(windowOf('2023-01-01', 365, '2023-06-30').to).toBe('2023-06-30')
  const days = ['2023-01-01', '2023-01-02', '2023-01-11', '2023-01-12']
  const kept = within(
    days.map((day) => incident({ day })),
    window,
  )
  expect(kept.map(({ day }) => day)).toEqual(['2023-01-02', '2023-01-11'])
})
