import { describe, expect, test } from 'vitest'
import { stats } from '../contract/stats.ts'
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
      olderTvlUsd: null,
      recentExploitsCount: 0,
      incidentsAsOf: null,
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

  test('sum the TVL that is published, to the cent', () => {
    const entries = [
      anEntry({ id: '1', tvlUsd: 10.004 }),
      anEntry({ id: '2', tvlUsd: null }),
      anEntry({ id: '3', tvlUsd: 5.004, facts: {} }),
    ]
    expect(createStats(aCatalogue(entries)).totalTvlUsd).toBe(15)
    const cents = Array.from({ length: 30 }, (_, id) => anEntry({ id: String(id), tvlUsd: 0.1 }))
    expect(createStats(aCatalogue(cents)).totalTvlUsd).toBe(3)
    expect(createStats(aCatalogue([anEntry({ tvlUsd: null })])).totalTvlUsd).toBeNull()
    expect(createStats(aCatalogue([anEntry({ tvlUsd: 0 })])).totalTvlUsd).toBe(0)
  })

  test('say how much of the TVL is more than a year old', () => {
    const read = (id: string, asOf: string, usd: number) => {
      const tvl = [{ chain: 'Ethereum', section: 'tvl' as const, usd }]
      return anEntry({ id, tvlUsd: usd, tvl: { known: true, value: tvl, asOf, source: 'test' } })
    }
    const entries = [read('1', '2023-03-11', 1), read('2', '2023-03-12', 10), anEntry({ id: '3' })]
    expect(createStats(aCatalogue(entries))).toMatchObject({
      totalTvlUsd: 1_000_011,
      olderTvlUsd: 1,
    })
  })

  test('count the exploits of the last seven days, tied to a protocol or not', () => {
    const incidents = ['2024-03-12', '2024-03-11', '2024-03-05', '2024-03-04'].map((day) =>
      anIncident({ id: day, day, protocolId: null }),
    )
    const listed = { incidents, sources: [listOf('2024-03-11')] }
    expect(createStats(aCatalogue([], listed))).toMatchObject({
      recentExploitsCount: 2,
      incidentsAsOf: '2024-03-11',
    })
  })

  test('count the last good list of exploits, up to the day that it speaks for', () => {
    const incidents = ['2024-02-25', '2024-02-26', '2024-03-04'].map((day) =>
      anIncident({ id: day, day }),
    )
    const old = { incidents, sources: [listOf('2024-03-03')] }
    expect(createStats(aCatalogue([], old))).toMatchObject({
      recentExploitsCount: 1,
      incidentsAsOf: '2024-03-03',
    })
    const never = { sources: [{ ...listOf('2024-03-03'), asOf: null }] }
    expect(createStats(aCatalogue([], never))).toMatchObject({
      recentExploitsCount: 0,
      incidentsAsOf: null,
    })
  })
})

function listOf(asOf: string) {
  return { id: 'defillama-hacks', status: 'ok' as const, asOf, rows: 4 }
}
