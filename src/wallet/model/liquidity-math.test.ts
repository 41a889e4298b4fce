import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountsForLiquidity,
  feeGrowthInside,
  MAX_TICK,
  sqrtRatioAtTick,
  unclaimedFees,
} from './liquidity-math.ts'

const Q128 = 1n << 128n
const MODULUS = 1n << 256n
const tick = fc.integer({ min: -MAX_TICK, max: MAX_TICK })
const range = fc
  .uniqueArray(tick, { minLength: 2, maxLength: 2 })
  .map(([a = 0, b = 0]) => ({ tickLower: Math.min(a, b), tickUpper: Math.max(a, b) }))
const liquidity = fc.bigInt({ min: 0n, max: Q128 - 1n })
const word = fc.bigInt({ min: 0n, max: MODULUS - 1n })

describe('the square root of the price at a tick', () => {
  test.each([
    [0, 79228162514264337593543950336n],
    [1, 79232123823359799118286999568n],
    [-1, 79224201403219477170569942574n],
    [MAX_TICK, 1461446703485210103287273052203988822378723970342n],
    [-MAX_TICK, 4295128739n],
  ])('of tick %i is what TickMath gives', (at, ratio) => {
    expect(sqrtRatioAtTick(at)).toBe(ratio)
  })

  test.each([MAX_TICK + 1, -MAX_TICK - 1, 0.5, Number.NaN])('is refused for tick %s', (at) => {
    expect(() => sqrtRatioAtTick(at)).toThrow(RangeError)
  })

  test('rises with the tick and is near the true power', () => {
    fc.assert(
      fc.property(fc.integer({ min: -MAX_TICK, max: MAX_TICK - 1 }), (at) => {
        expect(sqrtRatioAtTick(at)).toBeLessThan(sqrtRatioAtTick(at + 1))
        const price = Number(sqrtRatioAtTick(at)) / 2 ** 96
        expect(price / 1.0001 ** (at / 2)).toBeCloseTo(1, 8)
      }),
    )
  })
})

describe('the amounts of a position', () => {
  test('are one token below the range, the other above it and both inside', () => {
    fc.assert(
      fc.property(range, tick, liquidity, ({ tickLower, tickUpper }, now, size) => {
        const sqrtPrice = sqrtRatioAtTick(now)
        const position = { sqrtPrice, tickLower, tickUpper, liquidity: size }
        const { amount0, amount1 } = amountsForLiquidity(position)
        if (now <= tickLower) expect(amount1).toBe(0n)
        if (now >= tickUpper) expect(amount0).toBe(0n)
        const all = { ...position, sqrtPrice: sqrtRatioAtTick(tickLower) }
        expect(amount0).toBeLessThanOrEqual(amountsForLiquidity(all).amount0)
      }),
    )
  })

  test('grow with the liquidity, and two halves are at most the whole, short of a wei or less', () => {
    fc.assert(
      fc.property(range, tick, liquidity, liquidity, (bounds, now, a, b) => {
        const of = (size: bigint) =>
          amountsForLiquidity({ sqrtPrice: sqrtRatioAtTick(now), ...bounds, liquidity: size })
        const lost0 = of(a + b).amount0 - of(a).amount0 - of(b).amount0
        const lost1 = of(a + b).amount1 - of(a).amount1 - of(b).amount1
        expect([0n, 1n]).toContain(lost0)
        expect([0n, 1n]).toContain(lost1)
      }),
    )
  })
})

describe('fees inside a range', () => {
  test('are all fees but those below and above, whatever side the price is on', () => {
    const bounds = { tickLower: -10, tickUpper: 10, global: 100n, lower: 30n, upper: 20n }
    expect(feeGrowthInside({ ...bounds, tick: 0 })).toBe(50n)
    expect(feeGrowthInside({ ...bounds, tick: 10, upper: 90n })).toBe(60n)
    expect(feeGrowthInside({ ...bounds, tick: -11, lower: 90n })).toBe(70n)
    expect(feeGrowthInside({ ...bounds, tick: -10 })).toBe(50n)
  })

  test('stay right when a counter has wrapped around', () => {
    fc.assert(
      fc.property(
        word,
        word,
        word,
        fc.bigInt({ min: 0n, max: Q128 }),
        (global, lower, upper, grown) => {
          const growth = { tick: 0, tickLower: -10, tickUpper: 10, lower, upper }
          const before = feeGrowthInside({ ...growth, global })
          const inside = feeGrowthInside({ ...growth, global: (global + grown) % MODULUS })
          const fees = unclaimedFees({ liquidity: Q128, inside, insideLast: before, owed: 7n })
          expect(fees).toBe(grown + 7n)
        },
      ),
    )
  })

  test('of a position without liquidity are only what is owed', () => {
    const fees = unclaimedFees({ liquidity: 0n, inside: 0n, insideLast: 1n, owed: 3n })
    expect(fees).toBe(3n)
  })
})
