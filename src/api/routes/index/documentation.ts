import { type IndexDocument, indexDocument } from '../../../contract/finding.ts'
import type { RouteDocumentation } from '../documentation.ts'

const EXAMPLE: IndexDocument = {
  success: true,
  data: {
    name: 'Plimsoll',
    version: '0.1.0',
    snapshotDay: '2026-01-01',
    documentation: '/docs/',
    openapi: '/openapi.json',
    endpoints: [
      { path: '/v1/health', summary: 'Check health', key: 'optional' },
      { path: '/v1/stats', summary: 'Get ecosystem aggregates', key: 'optional' },
    ],
  },
}

export const indexDocumentation = {
  operationId: 'index',
  tag: 'Service',
  description:
    'The version of the service, the day of its snapshot, where its documentation is, and every endpoint in one line. `/v1/` is the same.',
  parameters: [],
  conditional: true,
  schema: indexDocument,
  success: 'The index.',
  example: EXAMPLE,
  problems: [],
} satisfies RouteDocumentation
