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
  expect(counts).toHaveLength(6)
  expect(counts.reduce((sum, { protocols }) => sum + protocols, 0)).toBe(3)
  expect(counts[1]).toEqual({ level: 'low', protocols: 2, tvlUsd: 5 })
  expect(counts[5]).toEqual({ level: null, protocols: 1, tvlUsd: null })
})

function row(riskLevel: ProtocolSummary['riskLevel'], tvlUsd: number | null): ProtocolSummary {
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
    status: 'active',
    tvlUsd,
    tvlAsOf: null,
    scoreHistory: [],
    scoredAt: null,
  }
}
