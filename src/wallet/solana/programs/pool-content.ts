import { Unreadable } from '../../../chains/unreadable.ts'
import { amountsForLiquidity, feeGrowthInside, unclaimedFees } from '../../model/liquidity-math.ts'
import type { AccountFields } from './account-fields.ts'

/** What a position earned of one token: the counter's value when it was last updated, and what was owed then. */
interface Earned {
  last: bigint
  owed: bigint
}

export interface PoolPosition {
  pool: string
  tickLower: number
  tickUpper: number
  liquidity: bigint
  /** Of the fees of both tokens, then of each reward. */
  earned: readonly Earned[]
}

/** Growth per unit of liquidity since the beginning, a Q64.64 number that wraps; the mint is null for a reward that was never set up. */
interface Counter {
  mint: string | null
  global: bigint
}

export interface Pool {
  mints: readonly [string, string]
  /** Square root of the price, a Q64.64 number. */
  sqrtPrice: bigint
  tick: number
  tickSpacing: number
  /** Distinguishes the pools of two tokens. */
  kind: string
  /** In the order of `earned`. */
  counters: readonly Counter[]
}

/** What grew on the other side of a tick, in the order of a pool's counters. */
export type TickGrowth = readonly bigint[]

/** An unset public key, as of a reward that was never set up. */
const NO_KEY = '1'.repeat(32)
/** The ticks of Orca and Raydium: their prices fit in Q32.64. */
const MAX_TICK = 443_636
const COUNTER_BITS = 128
const MAX_U64 = (1n << 64n) - 1n

/** The counters of a pool whose mints and growths are at these offsets. */
export function countersAt(
  fields: AccountFields,
  places: readonly { mint: number; growth: number }[],
): Counter[] {
  return places.map((at) => {
    const mint = fields.key(at.mint)
    return { mint: mint === NO_KEY ? null : mint, global: fields.u128(at.growth) }
  })
}

/** Whether nothing is left in a position. */
export function isClosed({ liquidity, earned }: PoolPosition): boolean {
  return liquidity === 0n && earned.every(({ owed }) => owed === 0n)
}

/** Throws `Unreadable` for a pool without a price, or a position without a range. */
export function checkRange({ pool: at, tickLower, tickUpper }: PoolPosition, pool: Pool): void {
  const inBounds = -MAX_TICK <= tickLower && tickLower < tickUpper && tickUpper <= MAX_TICK
  if (pool.sqrtPrice > 0n && pool.tickSpacing > 0 && inBounds) return
  throw new Unreadable(`The pool ${at} has no price, or a position in it no range`)
}

/**
 * The amounts of both tokens in a position. The prices at ticks are Uniswap's, with more digits than those of the programs here; an
 * amount differs from what they pay by one unit, or a part in 10^9 where that is more.
 */
export function amountsIn(position: PoolPosition, { sqrtPrice }: Pool): [bigint, bigint] {
  const { amount0, amount1 } = amountsForLiquidity({ ...position, sqrtPrice: sqrtPrice << 32n })
  return [amount0, amount1]
}

/**
 * What a position may collect of each token of the pool's counters, as of the pool's last update. Rewards since then are not counted.
 * `growthAt` is asked for the position's two ticks, unless it has no liquidity: its ticks may be gone then.
 */
export function earnedBy(
  { tickLower, tickUpper, liquidity, earned }: PoolPosition,
  { tick, counters }: Pool,
  growthAt: (tick: number) => TickGrowth,
): bigint[] {
  if (liquidity === 0n) return earned.map(({ owed }) => owed)
  const [below, above] = [growthAt(tickLower), growthAt(tickUpper)]
  return earned.map(({ last, owed }, index) => {
    const [global, lower, upper] = [counters[index]?.global, below[index], above[index]]
    if (global === undefined || lower === undefined || upper === undefined) {
      throw new Unreadable('A position has more counters than its pool or its ticks')
    }
    const growth = { tick, tickLower, tickUpper, global, lower, upper }
    const inside = feeGrowthInside(growth, COUNTER_BITS)
    const amount = unclaimedFees({ liquidity, inside, insideLast: last, owed: 0n }, COUNTER_BITS)
    // The programs pay nothing for a growth that does not fit in a token amount.
    return amount > MAX_U64 ? owed : owed + amount
  })
}
