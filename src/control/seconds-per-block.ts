/**
 * Seconds from block to block, as contracts count blocks, where that is constant: the slots of Ethereum, whose blocks Arbitrum shows
 * its contracts as well (docs.arbitrum.io, "Block numbers and time"), and the interval of the OP Stack. Other chains have changed
 * theirs, or make blocks on demand.
 */
const SECONDS: Readonly<Record<string, number>> = {
  Ethereum: 12,
  Arbitrum: 12,
  Optimism: 2,
  Base: 2,
}

/** Null for a chain whose blocks have no constant interval. */
export function secondsPerBlock(chain: string): number | null {
  return SECONDS[chain] ?? null
}
