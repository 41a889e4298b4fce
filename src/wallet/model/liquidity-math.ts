/** Arithmetic of concentrated liquidity, exact to the wei: a port of Uniswap v3's TickMath and SqrtPriceMath to bigint. */

const Q96 = 1n << 96n
const MAX_UINT256 = (1n << 256n) - 1n
export const MAX_TICK = 887_272

/** sqrt(1.0001^-(2^i)) as a Q128 number, for each bit i of a tick. The constants are those of TickMath. */
const SQRT_POWERS = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
]

/** Square root of the price at a tick, as a Q64.96 number. Throws a RangeError for a tick outside ±`MAX_TICK`. */
export function sqrtRatioAtTick(tick: number): bigint {
  if (!Number.isInteger(tick) || Math.abs(tick) > MAX_TICK) {
    throw new RangeError(`Tick ${tick} is not an integer between -${MAX_TICK} and ${MAX_TICK}.`)
  }
  const size = Math.abs(tick)
  let ratio = 1n << 128n
  for (const [bit, power] of SQRT_POWERS.entries()) {
    if (size & (1 << bit)) ratio = (ratio * power) >> 128n
  }
  if (tick > 0) ratio = MAX_UINT256 / ratio
  return (ratio + 0xffffffffn) >> 32n
}

/** Amounts of both tokens, in their smallest units, paid for burning `liquidity`: rounded down, as in the pool. */
export function amountsForLiquidity(position: {
  sqrtPrice: bigint
  tickLower: number
  tickUpper: number
  liquidity: bigint
}): { amount0: bigint; amount1: bigint } {
  const { liquidity } = position
  const low = sqrtRatioAtTick(position.tickLower)
  const high = sqrtRatioAtTick(position.tickUpper)
  const at = clamp(position.sqrtPrice, low, high)
  return {
    amount0: ((liquidity << 96n) * (high - at)) / high / at,
    amount1: (liquidity * (at - low)) / Q96,
  }
}

/** Fee growth as the pool stores it: `lower` and `upper` are the growth on the side of each tick where the price is not. */
export interface FeeGrowth {
  tick: number
  tickLower: number
  tickUpper: number
  global: bigint
  lower: bigint
  upper: bigint
}

/** Bits of a growth counter, half of them after the point; it wraps on purpose. Uniswap's have 256, those of Solana's pools 128. */
export type CounterBits = 256 | 128

/** Fees of one token per unit of liquidity inside a range, as a counter like those given. */
export function feeGrowthInside(growth: FeeGrowth, bits: CounterBits = 256): bigint {
  const below = growth.tick >= growth.tickLower ? growth.lower : growth.global - growth.lower
  const above = growth.tick < growth.tickUpper ? growth.upper : growth.global - growth.upper
  return BigInt.asUintN(bits, growth.global - below - above)
}

/** Unclaimed fees of one token in its smallest unit: what the manager already owes, and the growth since then. */
export function unclaimedFees(
  position: { liquidity: bigint; inside: bigint; insideLast: bigint; owed: bigint },
  bits: CounterBits = 256,
): bigint {
  const grown = BigInt.asUintN(bits, position.inside - position.insideLast)
  return position.owed + ((grown * position.liquidity) >> BigInt(bits / 2))
}

function clamp(value: bigint, low: bigint, high: bigint): bigint {
  if (value < low) return low
  return value > high ? high : value
}
