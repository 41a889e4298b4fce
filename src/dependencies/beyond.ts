import type { ProtocolNode } from './graph.ts'

type Lender = Pick<ProtocolNode, 'lent' | 'heldUsd'>

/** The share of its value that a token loses, 0-1. */
export type LossOf = (token: string) => number

/**
 * At most this is lost to new collateral, in US dollars: what fails can still be put up, up to its caps, at the price that it had, and
 * what is free borrowed against it. Without a cap that was read all that is free can be. A unit counts in full, as modes with a higher loan
 * to value than the usual one are not read; caps on borrowing are not read either. Null when no market was read.
 */
export function roomLoss({ lent, heldUsd }: Lender, lossOf: LossOf): number | null {
  if (!lent) return null
  const lossOfToken = (token: string | null) => (token === null ? 0 : lossOf(token))
  let room = 0
  for (const own of Map.groupBy(lent, ({ chain }) => chain).values()) {
    let lost = 0
    let free = 0
    for (const asset of own) {
      const loss = lossOfToken(asset.collateral)
      if (loss > 0) lost += loss * (asset.roomUsd ?? Number.POSITIVE_INFINITY)
      free += (asset.freeUsd ?? 0) * (1 - lossOfToken(asset.token))
    }
    // What was not read may be all that the protocol holds.
    if (own.some(({ freeUsd }) => freeUsd === null))
      free = Math.max(free, heldUsd ?? Number.POSITIVE_INFINITY)
    room += Math.min(lost, free)
  }
  return Number.isFinite(room) ? room : null
}

/** What can leave at once, in US dollars: the rest waits until loans are paid back. What was not read counts as nothing. Null when no market was read. */
export function freeAfter({ lent }: Lender, lossOf: LossOf): number | null {
  if (!lent) return null
  return lent.reduce(
    (sum, { token, freeUsd }) => sum + (freeUsd ?? 0) * (1 - (token === null ? 0 : lossOf(token))),
    0,
  )
}
