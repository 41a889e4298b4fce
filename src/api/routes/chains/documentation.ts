import { type ChainsDocument, chainsDocument } from '../../../contract/finding.ts'
import type { RouteDocumentation } from '../documentation.ts'

const EXAMPLE: ChainsDocument = {
  success: true,
  data: [
    {
      name: 'Ethereum',
      aliases: ['eth', 'Ethereum Mainnet'],
      protocolCount: 21,
      tvlUsd: 4_100_000_000,
    },
  ],
}

export const chainsDocumentation = {
  operationId: 'chains',
  tag: 'Protocols',
  description:
    'Every chain that a protocol runs on, with the names that the filter `chain` accepts for it, the number of protocols and their TVL there. The chain with most protocols comes first.',
  parameters: [],
  conditional: true,
  schema: chainsDocument,
  success: 'The chains.',
  example: EXAMPLE,
  problems: [],
} satisfies RouteDocumentation
