/** Chains of a protocol that a row names; some run on forty. */
const MAX_CHAINS = 6

/** The first chains of a protocol, and how many there are. */
export function chainsOf(chains: readonly string[]): { chains: string[]; chainCount: number } {
  return { chains: chains.slice(0, MAX_CHAINS), chainCount: chains.length }
}
