import { chainsDocument } from '../../../contract/finding.ts'
import type { RouteDocumentation } from '../documentation.ts'
import example from './example.json' with { type: 'json' }

export const chainsDocumentation = {
  operationId: 'chains',
  tag: 'Protocols',
  description:
    'Every chain that a protocol runs on, with the names that the filter `chain` accepts for it, the number of protocols and their TVL there. The chain with most protocols comes first.',
  parameters: [],
  conditional: true,
  schema: chainsDocument,
  success: 'The chains.',
  example,
  problems: [],
} satisfies RouteDocumentation
