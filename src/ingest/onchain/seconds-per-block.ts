/**
 * Seconds from block to block as `block.number` counts them in contracts, where that is constant: slots of Ethereum, which Arbitrum
 * and Scroll's neighbours do not share, and the fixed interval of the OP Stack. Arbitrum shows contracts the blocks of Ethereum.
 * Other chains changed their interval, or have no fixed one.
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
