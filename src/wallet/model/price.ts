import type { Known, Missing, MissingReason } from '../../domain/reading.ts'

/** Why a price is missing. `disagreement`: two sources differ by more than 5 %. */
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

/** US dollars for one whole token. `confirmedBy`: a second source that agrees; left out when there is only one source. */
export type KnownPrice = Known<number> & { confirmedBy?: string }

/** A price, never zero, or why it is missing. `most`: the higher one of two that differ; no more than that is asked of it. */
export type Price = KnownPrice | (Omit<Missing, 'reason'> & { reason: PriceGap; most?: number })

/** A token to price: its chain by our name, its address or mint, and its decimals from the contract list. */
export interface PricedToken {
  chain: string
  token: string
  decimals: number
}

/** The key of a price in maps and the cache. It includes the decimals, because a price is valid only for them. */
export function priceKey({ chain, token, decimals }: PricedToken): string {
  return `${chain}|${token}|${decimals}`
}

/** Above the price of any token, and low enough to catch a misplaced decimal point. */
const MAX_USD = 10_000_000
/** A lower price loses digits in `valueInCents`. */
const MIN_USD = 1e-15

/** True for a number that can be the price of a token. */
export function isPrice(usd: number): boolean {
  return usd >= MIN_USD && usd <= MAX_USD
}
