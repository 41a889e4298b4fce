import { describe, expect, test } from 'vitest'
import { stats } from '../contract/documents.ts'
import { anIncident } from '../score/fixtures/incident.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import { createStats } from './stats.ts'

describe('stats', () => {
  test('hold every field of the interface and nothing else, even of nothing', () => {
    const empty = createStats(aCatalogue([]))
    expect(empty).toEqual({
      protocolCount: 0,
      chainCount: 0,
      globalRiskIndex: null,
      globalRiskDelta7d: null,
      globalRiskDelta7dSince: null,
      totalTvlUsd: null,
      recentExploitsCount: 0,
      updatedAt: '2024-03-11T06:00:00.000Z',
    })
    expect(stats.safeParse(empty).success).toBe(true)
  })

  test('count every protocol and every chain once', () => {
    const entries = [
      anEntry({ id: '1', chains: ['Ethereum', 'Base'] }),
      anEntry({ id: '2', chains: ['Base'], facts: {} }),
      anEntry({ id: '3', chains: [] }),
    ]
    expect(createStats(aCatalogue(entries))).toMatchObject({ protocolCount: 3, chainCount: 2 })
  })

  test('take the mean of the composites in full precision, without insufficient data', () => {
    const entries = [
      anEntry({ id: '1', composite: 2.004 }),
      anEntry({ id: '2', composite: 3.01 }),
      anEntry({ id: '3', facts: {} }),
    ]
    expect(createStats(aCatalogue(entries)).globalRiskIndex).toBe(2.51)
    expect(createStats(aCatalogue([anEntry({ facts: {} })])).globalRiskIndex).toBeNull()
  })

  test('take the mean of the changes of those that have a score now and had one then', () => {
    const entries = [
      anEntry({ id: '1', composite: 3 }),
      anEntry({ id: '2', composite: 5 }),
      anEntry({ id: '3', composite: 9 }),
      anEntry({ id: '4', facts: {} }),
    ]
    const composites = new Map([
      ['1', 2],
      ['2', 5.5],
      ['4', 1],
      ['9', 1],
    ])
    const weekAgo = { asOf: '2024-03-04', composites, dimensions: new Map() }
    expect(createStats(aCatalogue(entries, { weekAgo }))).toMatchObject({
      globalRiskDelta7d: 0.25,
      globalRiskDelta7dSince: '2024-03-04',
    })
    const strangers = { ...weekAgo, composites: new Map([['9', 1]]) }
    expect(createStats(aCatalogue(entries, { weekAgo: strangers }))).toMatchObject({
      globalRiskDelta7d: null,
      globalRiskDelta7dSince: null,
    })
  })

  test('sum the TVL that is known', () => {
    const entries = [
      anEntry({ id: '1', tvlUsd: 10.004 }),
      anEntry({ id: '2', tvlUsd: null }),
      anEntry({ id: '3', tvlUsd: 5.004, facts: {} }),
    ]
    expect(createStats(aCatalogue(entries)).totalTvlUsd).toBe(15.01)
    expect(createStats(aCatalogue([anEntry({ tvlUsd: null })])).totalTvlUsd).toBeNull()
    expect(createStats(aCatalogue([anEntry({ tvlUsd: 0 })])).totalTvlUsd).toBe(0)
  })

  test('count the exploits of the last seven days, tied to a protocol or not', () => {
    const incidents = ['2024-03-12', '2024-03-11', '2024-03-05', '2024-03-04'].map((day) =>
      anIncident({ id: day, day, protocolId: null }),
    )
    expect(createStats(aCatalogue([], { incidents })).recentExploitsCount).toBe(2)
  })
})
