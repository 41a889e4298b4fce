import { historyDocument } from '../../../contract/history.ts'
import type { RouteDocumentation } from '../documentation.ts'
import { ID_PARAMETER } from '../protocol/documentation.ts'
import example from './example.json' with { type: 'json' }

export const historyDocumentation = {
  operationId: 'history',
  tag: 'Protocols',
  description:
    'Every published score of a protocol with its day, the range that missing data allow, the version of the methodology and the six dimensions, oldest first; at most the newest 1,100 snapshots. Scores of different versions are not comparable. TVL is that of the snapshot, one amount for each snapshot: the terms of DefiLlama do not allow to redistribute its daily series, which https://api.llama.fi has. A retired protocol keeps its history.',
  parameters: [ID_PARAMETER],
  conditional: true,
  schema: historyDocument,
  success: 'The history.',
  example,
  problems: ['PROTOCOL_NOT_FOUND'],
} satisfies RouteDocumentation
