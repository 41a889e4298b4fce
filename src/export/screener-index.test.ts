import { describe, expect, test } from 'vitest'
import type { ProtocolSummary } from '../contract/protocol-summary.ts'
import { screenerIndex } from '../contract/screener-index.ts'
import { roundScore } from '../domain/risk-level.ts'
import { fact } from '../score/fixtures/record.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import { createSummary } from './protocol-summary.ts'
import { createScreenerIndex } from './screener-index.ts'

const ENTRIES = [
  anEntry({ id: '1', slug: 'b', category: 'Lending', chains: ['Ethereum', 'Base'] }),
  anEntry({ id: '2', slug: 'a', category: null, chains: [], tvlUsd: null }),
  anEntry({ id: '3', slug: 'c', category: 'Dexs', chains: ['Base'], url: 'https://example.com' }),
  anEntry({ id: '4', slug: 'B', category: 'Lending', chains: ['Arbitrum'], facts: {} }),
]

const summaries = new Map(ENTRIES.map((entry) => [entry.record.id, createSummary(entry)]))
const index = createScreenerIndex(aCatalogue(ENTRIES), summaries)

describe('the screener index', () => {
  test('keeps its promise and names its snapshot', () => {
    expect(screenerIndex.safeParse(index).error).toBeUndefined()
    expect(index).toMatchObject({
      snapshot: '2024-03-11-0123456789ab',
      asOf: '2024-03-11',
      count: 4,
      categories: ['Dexs', 'Lending'],
      chains: ['Arbitrum', 'Base', 'Ethereum'],
      aliases: { categories: { dex: [0] }, chains: { eth: [2], 'arbitrum one': [0] } },
    })
  })

  test('has its rows in the order of the id, whatever the order of the entries', () => {
    expect(index.columns.id).toEqual(['B', 'a', 'b', 'c'])
    expect(createScreenerIndex(aCatalogue(ENTRIES.toReversed()), summaries)).toEqual(index)
  })

  test('spreads TVL over the chains of a row, in few words where one has all or none is known', () => {
    const on = (chain: string, usd: number) => ({ chain, section: 'tvl' as const, usd })
    const rows = [
      anEntry({ id: '1', chains: ['Base'], tvl: fact([on('Base', 1)]), tvlUsd: 1 }),
      anEntry({ id: '2', chains: ['Base', 'Linea'], tvl: fact([on('Base', 2.005)]), tvlUsd: 2 }),
      anEntry({ id: '3', chains: ['Base', 'Linea'], tvlUsd: null }),
      anEntry({ id: '4', chains: ['Base'], tvl: fact([on('Linea', 4)]), tvlUsd: 4 }),
      anEntry({ id: '5', chains: ['Base'], tvl: fact([on('Base', 1), on('Linea', 4)]), tvlUsd: 5 }),
    ]
    const made = createScreenerIndex(
      aCatalogue(rows),
      new Map(rows.map((entry) => [entry.record.id, createSummary(entry)])),
    )
    expect(screenerIndex.safeParse(made).error).toBeUndefined()
    expect(made.columns.chainTvlUsd).toEqual([[], [2.01, null], [], [null], [1]])
  })

  test('says in columns what the summaries say in rows', () => {
    const { columns } = index
    const rows = columns.id.map((id, i): Partial<ProtocolSummary> => {
      const category = columns.category[i]
      return {
        id,
        name: columns.name[i] ?? '',
        category: typeof category === 'number' ? (index.categories[category] ?? '') : null,
        chains: (columns.chains[i] ?? []).map((chain) => index.chains[chain] ?? ''),
        logoUrl: columns.logoUrl[i] ?? null,
        url: columns.url[i] ?? null,
        twitter: columns.twitter[i] ?? null,
        coverageScore: columns.coverageScore[i] ?? null,
        assumedDimensions: columns.assumedDimensions?.[i] ?? [],
        compositeScore: columns.compositeScore[i] ?? null,
        status: columns.status?.[i] ?? 'active',
        tvlUsd: columns.tvlUsd[i] ?? null,
        tvlAsOf: columns.tvlAsOf?.[i] ?? null,
        scoreHistory: columns.scoreHistory[i] ?? [],
        scoredAt: columns.scoredAt[i] ?? null,
      }
    })
    const expected = [...summaries.values()]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ slug: _slug, riskLevel: _level, ...rest }) => rest)
    expect(rows).toEqual(expected)
    for (const column of Object.values(columns)) expect(column).toHaveLength(4)
  })

  test('gives each dimension as published, and null where it does not apply or nothing is scored', () => {
    const lending = ENTRIES[0]?.score.dimensions
    const at = columnsAt('b')
    expect(at).toEqual({
      creditRisk: roundScore(lending?.credit.score ?? Number.NaN),
      counterpartyRisk: roundScore(lending?.counterparty.score ?? Number.NaN),
      liquidityRisk: roundScore(lending?.liquidity.score ?? Number.NaN),
      oracleRisk: roundScore(lending?.oracle.score ?? Number.NaN),
      smartContractRisk: roundScore(lending?.smartContract.score ?? Number.NaN),
      liquidityTrapRisk: roundScore(lending?.liquidityTrap.score ?? Number.NaN),
    })
    expect(new Set(Object.values(at)).size).toBeGreaterThan(4)
    expect(columnsAt('c')).toMatchObject({ creditRisk: null, oracleRisk: null })
    expect(columnsAt('c').smartContractRisk).toBeGreaterThan(0)
    expect(Object.values(columnsAt('B'))).toEqual([null, null, null, null, null, null])
  })

  test('of nothing is empty', () => {
    const empty = createScreenerIndex(aCatalogue([]), new Map())
    expect(empty).toMatchObject({ count: 0, categories: [], chains: [] })
    expect(screenerIndex.safeParse(empty).success).toBe(true)
  })
})

function columnsAt(id: string) {
  const { columns } = index
  const i = columns.id.indexOf(id)
  return {
    creditRisk: columns.creditRisk[i],
    counterpartyRisk: columns.counterpartyRisk[i],
    liquidityRisk: columns.liquidityRisk[i],
    oracleRisk: columns.oracleRisk[i],
    smartContractRisk: columns.smartContractRisk[i],
    liquidityTrapRisk: columns.liquidityTrapRisk[i],
  }
}
