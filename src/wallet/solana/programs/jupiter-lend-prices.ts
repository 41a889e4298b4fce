import { Unreadable } from '../../../chains/unreadable.ts'

// Formulas of Instadapp/fluid-solana-programs@626b177f: programs/liquidity/src/state/token_reserve.rs and
// programs/vaults/src/state/vault_state.rs.

const YEAR = 31_536_000n
/** 100 %, of rates and shares. */
const WHOLE = 10_000n
const PRECISE = 10n ** 17n
const SCALE = 10n ** 18n
/** Of the prices by which stored amounts are multiplied. */
export const PRICE_ONE = 10n ** 12n

/** The prices of a supply and of a loan. */
export type Prices = readonly [supply: bigint, loan: bigint]

/** A token in the liquidity program, which vaults borrow from, as of its last update. */
export interface LiquidityReserve {
  borrowRate: bigint
  fee: bigint
  utilization: bigint
  updatedAt: number
  prices: Prices
  supplied: Sums
  borrowed: Sums
}

/** Of amounts with interest and without. */
interface Sums {
  earning: bigint
  free: bigint
}

/** The prices in a vault, and those that the liquidity program had then. */
export interface VaultPrices {
  liquidity: Prices
  vault: Prices
  updatedAt: number
}

/** The prices in the liquidity program at a time, with interest until then. */
export function reservePrices(reserve: LiquidityReserve, now: number): Prices {
  const { borrowRate, fee, utilization, supplied, borrowed } = reserve
  const [supply, loan] = reserve.prices
  const seconds = since(reserve.updatedAt, now)
  if (supply === 0n || loan === 0n) throw new Unreadable('A reserve of Jupiter Lend has no price')
  if (borrowed.earning === 0n) return [supply, loan]
  const interest = ceil(loan * borrowRate * seconds, YEAR * WHOLE)
  const supplyRate = borrowRate * yieldOf(supplied, borrowed, utilization) * (WHOLE - fee)
  const earned = (supply * supplyRate * seconds) / (YEAR * WHOLE) / (WHOLE * WHOLE)
  return [supply + earned, loan + interest]
}

/** What a supply with interest earns of the interest on loans with it: more where others earn nothing. */
function yieldOf(supplied: Sums, borrowed: Sums, utilization: bigint): bigint {
  const [supplyRatio, borrowRatio] = [ratioOf(supplied), ratioOf(borrowed)]
  if (supplied.earning === 0n) return 0n
  if (supplied.earning < supplied.free && supplyRatio === 0n) return 0n
  const earning =
    supplied.earning < supplied.free
      ? (utilization * (PRECISE + (PRECISE * WHOLE) / supplyRatio)) / WHOLE
      : (utilization * PRECISE * (WHOLE + supplyRatio)) / (WHOLE * WHOLE)
  const part = (borrowRatio * PRECISE) / (WHOLE + borrowRatio)
  const paying = borrowed.earning < borrowed.free ? part : PRECISE - part
  return (((earning * paying) / PRECISE) * WHOLE) / PRECISE
}

/** The smaller sum as a part of the larger. */
function ratioOf({ earning, free }: Sums): bigint {
  const [small, large] = earning < free ? [earning, free] : [free, earning]
  return large === 0n ? 0n : (small * WHOLE) / large
}

/**
 * The prices in a vault at a time: they grew as those in the liquidity program did, and by what the vault adds itself. Throws `Unreadable` when
 * those fell, which they never do.
 */
export function pricesNow(
  state: VaultPrices,
  liquidity: Prices,
  magnifiers: readonly [number, number],
  now: number,
): Prices {
  const seconds = since(state.updatedAt, now)
  const grown = (i: 0 | 1): bigint => {
    const [was, then, is] = [state.vault[i], state.liquidity[i], liquidity[i]]
    if (then === 0n || is < then) throw new Unreadable('A price of Jupiter Lend fell')
    const product = was * ((is * SCALE) / then)
    const price = i === 0 ? product / SCALE : ceil(product, SCALE)
    const magnifier = BigInt(magnifiers[i])
    const more = (was * seconds * (magnifier < 0n ? -magnifier : magnifier)) / WHOLE / YEAR
    return magnifier < 0n ? price - more : price + more
  }
  return [grown(0), grown(1)]
}

/** None where a node read the clock just before the account was updated. */
function since(then: number, now: number): bigint {
  return BigInt(Math.max(0, now - then))
}

function ceil(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by
}
