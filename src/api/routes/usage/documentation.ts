import { type UsageDocument, usageDocument } from '../../../contract/responses.ts'
import type { RouteDocumentation } from '../documentation.ts'

const EXAMPLE: UsageDocument = {
  success: true,
  data: {
    key_id: 'key_7Qm2XcV9',
    plan: 'free',
    period_start: '2026-01-01T00:00:00.000Z',
    period_end: '2026-01-31T23:59:59.999Z',
    total_requests: 1_250,
    quota: 100_000,
    quota_utilization_pct: 1.25,
    breakdown: { protocols: 900, wallet: 0, screener: 300, other: 50 },
  },
}

export const usageDocumentation = {
  operationId: 'usage',
  tag: 'Service',
  description:
    'Requests of the calling key in the current UTC calendar month; for a key of an account, those of all its keys. Requires an API key on any plan.',
  parameters: [],
  conditional: false,
  schema: usageDocument,
  success: 'The report.',
  example: EXAMPLE,
  problems: [],
} satisfies RouteDocumentation
