import { describe, expect, test } from 'vitest'
import type { ProtocolSummary } from '../contract/protocol-summary.ts'
import { protocolSummary } from '../contract/protocol-summary.ts'
import type { ListSort } from '../contract/query.ts'
import { roundScore } from '../domain/risk-level.ts'
import { anEntry } from './fixtures/catalogue.ts'
import { createSummary, listBlocks } from './protocol-list.ts'

function aRow(id: string, fields: Partial<ProtocolSummary> = {}): ProtocolSummary {
  return { ...createSummary(anEntry()), id, slug: id, name: id, ...fields }
}

function order(rows: ProtocolSummary[], sort: ListSort, direction: 'asc' | 'desc'): string[] {
  return listBlocks(rows, 'now')
    .filter((block) => block.sort === sort && block.direction === direction)
    .flatMap(({ document }) => document.data.map(({ id }) => id))
}

describe('a summary', () => {
  test('holds every field of the interface, in its order, and nothing else', () => {
    const entry = anEntry({
      id: '7',
      category: 'Lending',
      chains: ['Ethereum'],
      logoUrl: 'https://example.com/logo',
      url: 'https://example.com',
      twitter: 'harbour',
      tvlUsd: 1234.5678,
      scoreHistory: [4.1, 4.2],
    })
    expect(Object.entries(createSummary(entry))).toEqual([
      ['id', 'protocol-7'],
      ['slug', 'protocol-7'],
      ['name', 'Protocol 7'],
      ['category', 'Lending'],
      ['chains', ['Ethereum']],
      ['logoUrl', 'https://example.com/logo'],
      ['url', 'https://example.com'],
      ['twitter', 'harbour'],
      ['coverageScore', roundScore(entry.score.coverage)],
      ['assumedDimensions', ['counterparty', 'credit', 'liquidity', 'oracle', 'liquidityTrap']],
      ['compositeScore', entry.score.rounded],
      ['riskLevel', entry.score.level],
      ['status', 'active'],
      ['tvlUsd', 1234.57],
      ['tvlAsOf', '2024-03-11'],
      ['scoreHistory', [4.1, 4.2]],
      ['scoredAt', '2024-03-11T00:00:00.000Z'],
    ])
    expect(entry.score.rounded).toBeGreaterThan(0)
    expect(entry.score.coverage).toBeGreaterThan(0)
    expect(protocolSummary.safeParse(createSummary(entry)).success).toBe(true)
  })

  test('of a protocol with insufficient data has no score, no level and no day', () => {
    expect(createSummary(anEntry({ facts: {}, tvlUsd: null }))).toMatchObject({
      compositeScore: null,
      riskLevel: null,
      scoredAt: null,
      scoreHistory: [],
      tvlUsd: null,
      coverageScore: expect.any(Number),
    })
  })
})

describe('a list', () => {
  const rows = [
    aRow('a', { compositeScore: 3, tvlUsd: 5 }),
    aRow('b', { compositeScore: null, tvlUsd: 9 }),
    aRow('c', { compositeScore: 7, tvlUsd: null }),
    aRow('d', { compositeScore: 3, tvlUsd: 8 }),
    aRow('e', { compositeScore: 3, tvlUsd: 5 }),
    aRow('f', { compositeScore: null, tvlUsd: null }),
    aRow('g', { compositeScore: 3, tvlUsd: null }),
  ]

  test.each([
    ['compositeScore', 'asc', ['d', 'a', 'e', 'g', 'c', 'b', 'f']],
    ['compositeScore', 'desc', ['c', 'd', 'a', 'e', 'g', 'b', 'f']],
    ['tvl', 'asc', ['a', 'e', 'd', 'b', 'c', 'f', 'g']],
    ['tvl', 'desc', ['b', 'd', 'a', 'e', 'c', 'f', 'g']],
  ] as const)('by %s %s: nulls last, then TVL falling, then id', (sort, direction, expected) => {
    expect(order(rows, sort, direction)).toEqual(expected)
    expect(order(rows.toReversed(), sort, direction)).toEqual(expected)
  })

  test('by name looks past case, and orders by code unit', () => {
    const named = [
      aRow('1', { name: 'beta' }),
      aRow('2', { name: 'Alpha' }),
      aRow('3', { name: 'Zoo' }),
      aRow('4', { name: 'ALPHA', tvlUsd: 2e6 }),
      aRow('5', { name: 'Éclair' }),
      aRow('6', { name: '1inch' }),
    ]
    expect(order(named, 'name', 'asc')).toEqual(['6', '4', '2', '1', '3', '5'])
    expect(order(named, 'name', 'desc')).toEqual(['5', '3', '1', '4', '2', '6'])
  })

  test.each([
    [0, [0]],
    [1, [1]],
    [100, [100]],
    [101, [100, 1]],
    [250, [100, 100, 50]],
  ])('of %i rows is cut into blocks of %j', (count, sizes) => {
    const many = Array.from({ length: count }, (_, index) => aRow(String(1000 + index)))
    const blocks = listBlocks(many, 'now')
    expect(blocks).toHaveLength(6 * sizes.length)
    const lists = new Set(blocks.map(({ sort, direction }) => `${sort} ${direction}`))
    expect(lists.size).toBe(6)
    const first = blocks.slice(0, sizes.length)
    expect(first.map(({ document }) => document.data.length)).toEqual(sizes)
    expect(first.map(({ page }) => page)).toEqual(sizes.map((_, index) => index + 1))
    for (const { document, page } of first) {
      expect(document.success).toBe(true)
      expect(document.meta).toMatchObject({
        snapshot: 'now',
        nextCursor: page < sizes.length ? expect.any(String) : null,
        total: count,
        page,
        limit: 100,
        pageCount: Math.ceil(count / 100),
      })
    }
    const ids = order(many, 'name', 'asc')
    expect(ids).toEqual(many.map(({ id }) => id))
  })
})
