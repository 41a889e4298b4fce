/** The block at which an answer was read. */
export interface Block {
  number: bigint
  /** Seconds since 1970, as the chain has it. */
  time: number
}

/** How far a chain's clock may be ahead of ours; no scanned chain allows a block to be more than 15 s early. */
const MAX_AHEAD_SECONDS = 60

/** Whether a block is recent enough to be the newest of its chain. The genesis block never is. */
export function isCurrent({ number, time }: Block, maxLagSeconds: number, nowMs: number): boolean {
  const age = nowMs / 1000 - time
  return number > 0n && age <= maxLagSeconds && age >= -MAX_AHEAD_SECONDS
}
