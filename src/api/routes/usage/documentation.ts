import { usageDocument } from '../../../contract/responses.ts'
import type { RouteDocumentation } from '../documentation.ts'
import example from './example.json' with { type: 'json' }

export const usageDocumentation = {
  operationId: 'usage',
  tag: 'Service',
  description:
    'Requests of the calling key in the current UTC calendar month; for a key of an account, those of all its keys. Requires an API key on any plan.',
  parameters: [],
  conditional: false,
  schema: usageDocument,
  success: 'The report.',
  example,
  problems: [],
} satisfies RouteDocumentation
