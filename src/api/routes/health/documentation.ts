import { HEALTH_A_MINUTE } from '../../../contract/plans.ts'
import { healthDocument } from '../../../contract/responses.ts'
import type { RouteDocumentation } from '../documentation.ts'
import example from './example.json' with { type: 'json' }

export const healthDocumentation = {
  operationId: 'health',
  tag: 'Service',
  description: `Returns 200 with the current snapshot, or 503 when none can be read. The status is \`stale\` when the snapshot is older than twice the refresh interval. Counts against no limit but its own: ${HEALTH_A_MINUTE} requests a minute per caller.`,
  parameters: [],
  conditional: false,
  schema: healthDocument,
  success: 'The service is up.',
  example,
  problems: [],
} satisfies RouteDocumentation
