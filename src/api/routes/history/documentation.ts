import { type HistoryDocument, historyDocument } from '../../../contract/history.ts'
import type { RouteDocumentation } from '../documentation.ts'
import { ID_PARAMETER } from '../protocol/documentation.ts'

const EXAMPLE: HistoryDocument = {
  success: true,
  data: {
    id: 'sandbox-guillemot-lend',
    name: 'Guillemot Lend',
    retired: null,
    points: [
      {
        day: '2026-01-01',
        methodology: '0.3.0',
        composite: 4.2,
        riskLevel: 'moderate',
        range: { low: 3.6, high: 5.1 },
        dimensions: {
          credit: 4.8,
          counterparty: 3.9,
          liquidity: 4.1,
          oracle: 2,
          smartContract: 5.2,
          liquidityTrap: null,
        },
        tvlUsd: 203_000_000,
      },
    ],
  },
}

export const historyDocumentation = {
  operationId: 'history',
  tag: 'Protocols',
  description:
    'Every published score of a protocol with its day, the range that missing data allow, the version of the methodology and the six dimensions, oldest first; at most the newest 1,100 snapshots. Scores of different versions are not comparable. TVL is that of the snapshot, one amount for each snapshot: the terms of DefiLlama do not allow to redistribute its daily series, which https://api.llama.fi has. A retired protocol keeps its history.',
  parameters: [ID_PARAMETER],
  conditional: true,
  schema: historyDocument,
  success: 'The history.',
  example: EXAMPLE,
  problems: ['PROTOCOL_NOT_FOUND'],
} satisfies RouteDocumentation
