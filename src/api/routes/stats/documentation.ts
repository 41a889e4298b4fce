import { statsDocument } from '../../../contract/stats.ts'
import type { RouteDocumentation } from '../documentation.ts'
import example from './example.json' with { type: 'json' }

export const statsDocumentation = {
  operationId: 'stats',
  tag: 'Protocols',
  description: 'Aggregates over all protocols. May be cached for a minute.',
  parameters: [],
  conditional: true,
  schema: statsDocument,
  success: 'The aggregates.',
  example,
  problems: [],
} satisfies RouteDocumentation
