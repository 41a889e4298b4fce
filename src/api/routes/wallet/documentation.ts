import { recipientsText } from '../../../chains/recipients.ts'
import type { Parameter } from '../../../contract/openapi-document.ts'
import { walletDocument } from '../../../contract/responses.ts'
import type { RouteDocumentation } from '../documentation.ts'
import example from './example.json' with { type: 'json' }

const ADDRESS_PARAMETER: Parameter = {
  name: 'address',
  in: 'path',
  required: true,
  description:
    'An EVM address (`0x` and 40 hexadecimal digits), a Solana address (base58, 32 to 44 characters), a Tron address (`T` and 33 characters), or a name that ends in `.eth` or `.sol`.',
  schema: { type: 'string', minLength: 1 },
  examples: {
    evm: { value: '0x5ca1ab1e00000000000000000000000000000001' },
    solana: { value: 'JBueegmJP1dbFWTCejeQDVNaTbYTMYWABXd7yWLhcZ2' },
    ens: { value: 'guillemot.eth' },
    sns: { value: 'guillemot.sol' },
  },
}

export const walletDocumentation = {
  operationId: 'walletScan',
  tag: 'Wallet',
  description: `Finds DeFi positions, adds the scores of their protocols, and screens the address against sanctions lists. Returns what could be read; \`coverage\` lists what was scanned, and \`knownGaps\` what never is. Returns 503 when nothing could be read or no sanctions source gave a result. Requires an API key on the Pro plan or higher. A scan sends to others what it must. ${recipientsText()}`,
  parameters: [ADDRESS_PARAMETER],
  conditional: false,
  schema: walletDocument,
  success: 'The scan.',
  example,
  problems: ['FORBIDDEN', 'NOT_FOUND', 'UNPROCESSABLE', 'NAME_RESOLUTION_FAILED'],
  invalid: {
    address: ['must be an EVM, Solana or Tron address, or a name ending in .eth or .sol'],
  },
} satisfies RouteDocumentation
