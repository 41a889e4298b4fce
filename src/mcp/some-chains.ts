import * as z from 'zod'
import { protocolSummary } from '../contract/protocol-summary.ts'

/** Chains of a protocol that a row names; some run on forty. */
export const MAX_CHAINS = 6

/** The first chains of a protocol, and how many there are. */
export const someChains = z.object({
  chains: protocolSummary.shape.chains
    .max(MAX_CHAINS)
    .describe(`The first ${MAX_CHAINS} of its chains.`),
  chainCount: z.int().min(0).describe('Number of its chains.'),
})

export function chainsOf(chains: readonly string[]): z.output<typeof someChains> {
  return { chains: chains.slice(0, MAX_CHAINS), chainCount: chains.length }
}
