import { expect, test } from 'vitest'
import type { ProtocolSummary } from '../contract/protocol-summary.ts'
import { countLevels, levelNumber, levelRanges } from './levels.ts'

test('the ranges are those of the interface, without a gap', () => {
  expect(levelRanges()).toEqual([
    { level: 'very-low', from: 0, to: 1.5 },
    { level: 'low', from: 1.6, to: 3 },
    { level: 'moderate', from: 3.1, to: 4.5 },
    { level: 'elevated', from: 4.6, to: 6 },
    { level: 'high', from: 6.1, to: 10 },
  ])
  expect(levelNumber('very-low')).toBe(1)
})

test('every protocol counts once, and an unknown TVL is not a zero', () => {
  const rows = [row('low', 5), row('low', null), row(null, null)]
  const counts = countLevels(rows)
  expect(counts).toHaveLength(7)
  expect(counts.reduce((sum, { protocols }) => sum + protocols, 0)).toBe(3)
  expect(counts[1]).toEqual({ level: 'low', protocols: 2, tvlUsd: 5 })
  expect(counts[5]).toEqual({ level: 'none', protocols: 1, tvlUsd: null })
})

test('a protocol that is not active is at no level, with a score or without', () => {
  const rows = [row('low', 5), row('low', 7, 'drained'), row(null, 1, 'dead')]
  const counts = countLevels(rows)
  expect(counts[1]).toEqual({ level: 'low', protocols: 1, tvlUsd: 5 })
  expect(counts[5]?.protocols).toBe(0)
  expect(counts[6]).toEqual({ level: 'inactive', protocols: 2, tvlUsd: 8 })
})

function row(
  riskLevel: ProtocolSummary['riskLevel'],
  tvlUsd: number | null,
  status: ProtocolSummary['status'] = 'active',
): ProtocolSummary {
  return {
    id: 'tern',
    slug: 'tern',
    name: 'Tern',
    category: null,
    chains: [],
    logoUrl: null,
    url: null,
    twitter: null,
    coverageScore: null,
    assumedDimensions: [],
    compositeScore: null,
    riskLevel,
    status,
    tvlUsd,
    tvlAsOf: null,
    scoreHistory: [],
    scoredAt: null,
  }
}
