/** The block that an answer is of. */
export interface Block {
  number: bigint
  /** Seconds since 1970, as the chain has it. */
  time: number
}

/** How far ahead of ours a chain's clock may run; no chain of ours lets a block be more than 15 s early. */
const MAX_AHEAD_SECONDS = 60

/** Whether a block can be the newest one of a chain whose nodes may be so far behind. The first block of all never is. */
export function isCurrent({ number, time }: Block, maxLagSeconds: number, nowMs: number): boolean {
  const age = nowMs / 1000 - time
  return number > 0n && age <= maxLagSeconds && age >= -MAX_AHEAD_SECONDS
}
