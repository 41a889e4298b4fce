import { categoriesDocument } from '../../../contract/finding.ts'
import type { RouteDocumentation } from '../documentation.ts'
import example from './example.json' with { type: 'json' }

export const categoriesDocumentation = {
  operationId: 'categories',
  tag: 'Protocols',
  description:
    'Every category of a protocol, with the names that the filter `category` accepts for it, the number of protocols and their TVL. The category with most protocols comes first.',
  parameters: [],
  conditional: true,
  schema: categoriesDocument,
  success: 'The categories.',
  example,
  problems: [],
} satisfies RouteDocumentation
