import { describe, expect, test } from 'vitest'
import { protocolSummary } from '../contract/protocol-summary.ts'
import { roundScore } from '../domain/risk-level.ts'
import { anEntry } from './fixtures/catalogue.ts'
import { createSummary } from './protocol-summary.ts'

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
