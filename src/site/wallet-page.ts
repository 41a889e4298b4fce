import { RECIPIENTS } from '../chains/recipients.ts'
import { getScanChain, SCAN_CHAINS, SOLANA } from '../chains/scan-chains.ts'
import words from '../content/words.json' with { type: 'json' }
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

/** A scan as a line for a shell, with the public sandbox key. */
export function exampleCurl(origin: string): string {
  return `curl -s -H 'X-API-Key: ${SANDBOX_KEY}' ${origin}/v1/wallet/${words.walletExamples[0]?.address}`
}
