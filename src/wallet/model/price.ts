import type { Known, Missing, MissingReason } from '../../domain/reading.ts'

/** Why a price is not there. `disagreement`: two sources know one and are more than 5 % apart. */
export type PriceGap = (typeof GAPS)[number] | 'disagreement'

const GAPS = [
  'not-covered',
  'refused',
  'upstream-failed',
  'stale',
] as const satisfies MissingReason[]

/** The reason as one that a price can have; the others belong to facts about a protocol. */
export function priceGap(reason: MissingReason): PriceGap {
  return GAPS.find((gap) => gap === reason) ?? 'not-covered'
}

/** US dollars for one whole token. `confirmedBy`: a second source that agrees; without it the first is believed alone. */
export type KnownPrice = Known<number> & { confirmedBy?: string }

/** A price, or why nobody can say. Never zero. */
export type Price = KnownPrice | (Omit<Missing, 'reason'> & { reason: PriceGap })

/** A token as a price is asked for: its chain by our name, its address or mint, and its decimals as its contract list has them. */
export interface PricedToken {
  chain: string
  token: string
  decimals: number
}

/** What prices are kept under. The decimals are part of it, since a price is good only for a token that has them. */
export function priceKey({ chain, token, decimals }: PricedToken): string {
  return `${chain}|${token}|${decimals}`
}

/** Above any token there is, and low enough that a misplaced decimal point shows. */
const MAX_USD = 10_000_000
/** Below this a price has fewer digits than it is kept with. */
const MIN_USD = 1e-15

/** True for a number that can be the price of a token. */
export function isPrice(usd: number): boolean {
  return usd >= MIN_USD && usd <= MAX_USD
}
