import type { Address } from '../../chains/address.ts'
import type { MarketGap } from '../../domain/market.ts'
import { ratio } from '../../wallet/evm/drivers/reading.ts'

/** More decimals than any token has that a market lists. */
const MAX_DECIMALS = 36
/** Debt may pass supply by a little, since interest on both is rounded and accrued apart. */
const MAX_UTILISATION = 1.05
/** Whole tokens: a thousand times the supply of the tokens that have the most. */
const MAX_TOKENS = 10n ** 18n
/** US dollars: more than all money in use in this field. */
const MAX_USD = 1e12
/** A year; a longer wait is a wrong reading. */
const MAX_WAIT_SECONDS = 366 * 86_400

/** A price as a market's own oracle gives it, per whole token. */
export interface OraclePrice {
  value: number
  /** What the oracle counts in: US dollars, or a unit in which this token has this price. */
  unit: 'usd' | { token: Address; value: number }
}

/**
 * One asset of a market as its contracts return it: amounts in the smallest unit of the asset. A fact that a score reads and that could
 * not be read is null and in `gap`. The others may be null for any reason, since no score reads them: debt, loan to value, cap and
 * freezing. Without a price the size of the market is unknown, which a score counts as if it could be all of the protocol. `finish`
 * turns it into a `Market`.
 */
export interface MarketDraft {
  /** The pool, Comet or vault. */
  address: Address
  name: string
  /** Empty, as its address is, where the contract is not about one asset. */
  asset: string
  assetAddress: Address | ''
  /** What backs the loans of its asset, in a market of two tokens. */
  collateralAddress?: Address
  /** The token that amounts are in, where that is not the asset. */
  countedIn?: Address
  /** Whose supply on which market it is, where it is one of many there: two vaults may lead to the same. */
  position?: string
  decimals: number
  supplied: bigint
  /** What could be withdrawn now. */
  available: bigint | null
  borrowed: bigint | null
  price: OraclePrice | null
  /** 0 when the asset is no collateral. */
  loanToValue: number | null
  liquidationThreshold: number | null
  /** Null without a cap. */
  supplyCap: bigint | null
  frozen: boolean | null
  paused: boolean | null
  withdrawSeconds: number | null
  /** What the market reads the asset's price from. */
  priceFeed: Address | null
  gap: MarketGap | null
}

/** What is null in a market whose contracts have nothing of the kind. */
export const NO_FACTS = {
  available: null,
  borrowed: null,
  price: null,
  loanToValue: null,
  liquidationThreshold: null,
  supplyCap: null,
  frozen: null,
  paused: null,
  withdrawSeconds: null,
  priceFeed: null,
} as const satisfies Partial<MarketDraft>

/** An amount that a market can have; null for one that is larger than any token's supply, which is garbage. */
export function plausibleAmount(amount: bigint | null, decimals: number): bigint | null {
  return amount === null || amount > MAX_TOKENS * 10n ** BigInt(decimals) ? null : amount
}

/** `part` over `whole`, at most 1; null when one is not known or there is no whole. */
export function shareOf(part: bigint | null, whole: bigint | null): number | null {
  if (part === null || whole === null || whole === 0n) return null
  return Math.min(1, ratio(part, whole))
}

/** Debt over supply; null when one is not known, there is no supply, or the ratio cannot be true. */
export function utilisationOf(borrowed: bigint | null, supplied: bigint): number | null {
  if (borrowed === null || supplied === 0n) return null
  const used = ratio(borrowed, supplied)
  return used > MAX_UTILISATION ? null : used
}

/** A share from an integer in parts of `unit`; null outside 0-1. */
export function plausibleShare(parts: bigint | null, unit: bigint): number | null {
  return parts === null || parts > unit ? null : ratio(parts, unit)
}

/** US dollars of an amount at a price per whole token; null where the price is not known or the result cannot be true. Nothing is worth nothing. */
export function usdOf(amount: bigint, decimals: number, price: number | null): number | null {
  if (amount === 0n) return 0
  if (price === null) return null
  const usd = ratio(amount, 10n ** BigInt(decimals)) * price
  return Number.isFinite(usd) && usd <= MAX_USD ? usd : null
}

/** A price of so many decimals as a number; null when not known or zero, which an oracle answers for "no price". */
export function priceOf(value: bigint | null, unit: bigint): number | null {
  return value === null || value <= 0n || unit <= 0n ? null : ratio(value, unit)
}

/** True for a number of decimals that a token can have. */
export function hasPlausibleDecimals(decimals: number | bigint): boolean {
  return decimals >= 0 && decimals <= MAX_DECIMALS
}

/** Seconds from an integer; null for a wait that cannot be true. */
export function plausibleWait(seconds: bigint | null): number | null {
  return seconds === null || seconds < 0n || seconds > MAX_WAIT_SECONDS ? null : Number(seconds)
}
