import { type Stats, statsDocument } from '../../../contract/stats.ts'
import type { RouteDocumentation } from '../documentation.ts'

const EXAMPLE: { success: true; data: Stats } = {
  success: true,
  data: {
    protocolCount: 45,
    chainCount: 22,
    globalRiskIndex: 5.1,
    globalRiskDelta7d: -0.1,
    globalRiskDelta7dSince: '2025-12-25',
    totalTvlUsd: 9_200_000_000,
    recentExploitsCount: 1,
    incidentsAsOf: '2026-01-01',
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
}

export const statsDocumentation = {
  operationId: 'stats',
  tag: 'Protocols',
  description: 'Aggregates over all protocols. May be cached for a minute.',
  parameters: [],
  conditional: true,
  schema: statsDocument,
  success: 'The aggregates.',
  example: EXAMPLE,
  problems: [],
} satisfies RouteDocumentation
