import { describe, expect, test } from 'vitest'
import type { ScreenerIndex } from '../../contract/screener-index.ts'
import { readProtocolScores } from './protocol-scores.ts'

const row = <T>(scored: T, unscored: T) => [scored, unscored]

const INDEX: ScreenerIndex = {
  snapshot: 's1',
  asOf: '2026-11-20',
  count: 2,
  categories: [],
  chains: [],
  columns: {
    id: row('auk-lend', 'tern-swap'),
    name: row('Auk Lend', 'Tern Swap'),
    category: row<number | null>(null, null),
    chains: [[], []],
    logoUrl: row<string | null>(null, null),
    url: row<string | null>(null, null),
    twitter: row<string | null>(null, null),
    coverageScore: row<number | null>(5, 1),
    compositeScore: row<number | null>(3.1, null),
    tvlUsd: row<number | null>(10, null),
    scoreHistory: [[3.1], []],
    scoredAt: row<string | null>('2026-11-20T00:00:00.000Z', null),
    creditRisk: row<number | null>(null, null),
    counterpartyRisk: row<number | null>(1, null),
    liquidityRisk: row<number | null>(2, null),
    oracleRisk: row<number | null>(3, null),
    smartContractRisk: row<number | null>(4, null),
    liquidityTrapRisk: row<number | null>(5, null),
  },
}

describe('the scores of the screener', () => {
  const scores = readProtocolScores(INDEX, {
    'old-auk': 'auk-lend',
    'tern-swap': 'auk-lend',
    x: 'y',
  })

  test('give each protocol its composite, level and six dimensions', () => {
    expect(scores.get('auk-lend')).toEqual({
      slug: 'auk-lend',
      name: 'Auk Lend',
      risk: {
        score: 3.1,
        riskLevel: 'moderate',
        scoredAt: '2026-11-20T00:00:00.000Z',
        dimensions: {
          credit: null,
          counterparty: 1,
          liquidity: 2,
          oracle: 3,
          smartContract: 4,
          liquidityTrap: 5,
        },
      },
    })
  })

  test('give a protocol without a composite its name and no risk', () => {
    expect(scores.get('tern-swap')).toEqual({ slug: 'tern-swap', name: 'Tern Swap', risk: null })
  })

  test('are found by a former slug, unless it is another protocol by now or leads nowhere', () => {
    expect(scores.get('old-auk')?.slug).toBe('auk-lend')
    expect(scores.get('tern-swap')?.slug).toBe('tern-swap')
    expect(scores.has('x')).toBe(false)
  })
})
