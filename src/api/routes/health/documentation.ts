import { HEALTH_A_MINUTE } from '../../../contract/plans.ts'
import { type HealthDocument, healthDocument } from '../../../contract/responses.ts'
import type { RouteDocumentation } from '../documentation.ts'

const EXAMPLE: HealthDocument = {
  success: true,
  data: {
    status: 'ok',
    version: '0.1.0',
    snapshot: {
      id: '2026-01-01-4f1c9a7e',
      asOf: '2026-01-01',
      ageSeconds: 42_180,
      protocolCount: 45,
    },
  },
}

export const healthDocumentation = {
  operationId: 'health',
  tag: 'Service',
  description: `Returns 200 with the current snapshot, or 503 when none can be read. The status is \`stale\` when the snapshot is older than twice the refresh interval. Counts against no limit but its own: ${HEALTH_A_MINUTE} requests a minute per caller.`,
  parameters: [],
  conditional: false,
  schema: healthDocument,
  success: 'The service is up.',
  example: EXAMPLE,
  problems: [],
} satisfies RouteDocumentation
