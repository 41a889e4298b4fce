import { indexDocument } from '../../../contract/finding.ts'
import type { RouteDocumentation } from '../documentation.ts'
import example from './example.json' with { type: 'json' }

export const indexDocumentation = {
  operationId: 'index',
  tag: 'Service',
  description:
    'The version of the service, the day of its snapshot, where its documentation is, and every endpoint in one line. `/v1/` is the same.',
  parameters: [],
  conditional: true,
  schema: indexDocument,
  success: 'The index.',
  example,
  problems: [],
} satisfies RouteDocumentation
