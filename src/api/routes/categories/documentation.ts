import { type CategoriesDocument, categoriesDocument } from '../../../contract/finding.ts'
import type { RouteDocumentation } from '../documentation.ts'

const EXAMPLE: CategoriesDocument = {
  success: true,
  data: [
    {
      name: 'Dexes',
      aliases: ['Dexs', 'DEX', 'Decentralized Exchange'],
      protocolCount: 9,
      tvlUsd: 1_250_000_000,
    },
  ],
}

export const categoriesDocumentation = {
  operationId: 'categories',
  tag: 'Protocols',
  description:
    'Every category of a protocol, with the names that the filter `category` accepts for it, the number of protocols and their TVL. The category with most protocols comes first.',
  parameters: [],
  conditional: true,
  schema: categoriesDocument,
  success: 'The categories.',
  example: EXAMPLE,
  problems: [],
} satisfies RouteDocumentation
