import { RECIPIENTS } from '../chains/recipients.ts'
import { getScanChain, SCAN_CHAINS, SOLANA } from '../chains/scan-chains.ts'
import { SANDBOX_KEY } from './reference.ts'

const TRON = getScanChain('tron')

/** The chains that a scan asks, by kind of address. */
export const WALLET_CHAINS = {
  evm: SCAN_CHAINS.flatMap(({ key, name }) => (key === TRON.key ? [] : [name])),
  solana: [SOLANA.name],
  tron: [TRON.name],
}

/** Whom a scan sends something to, and what. */
export const WALLET_RECIPIENTS = RECIPIENTS.map(({ name, sent }) => ({ name, sent }))

export interface WalletExample {
  address: string
  /** What the sandbox answers. */
  text: string
}

/** Invented wallets of the sandbox, one for each kind of answer; from `data/sandbox`. */
export const WALLET_EXAMPLES: readonly WalletExample[] = [
  { address: 'guillemot.eth', text: 'a name with positions' },
  { address: 'JBueegmJP1dbFWTCejeQDVNaTbYTMYWABXd7yWLhcZ2', text: 'Solana' },
  { address: '0x5ca1ab1e00000000000000000000000000000003', text: 'partly read' },
  { address: '0x5ca1ab1e00000000000000000000000000000004', text: 'a silent chain' },
  { address: '0x5ca1ab1e00000000000000000000000000000002', text: 'nothing held' },
  { address: '0xeac316781502e777106d1e6a8471bac18377552c', text: 'on a sanctions list' },
]

/** A scan as a line for a shell, with the public sandbox key. */
export function exampleCurl(origin: string): string {
  return `curl -s -H 'X-API-Key: ${SANDBOX_KEY}' ${origin}/v1/wallet/${WALLET_EXAMPLES[0]?.address}`
}
