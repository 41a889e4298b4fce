import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { amountsIn, checkRange, earnedBy, type Pool, type PoolPosition } from './pool-content.ts'

const Q64 = 1n << 64n
const MODULUS = 1n << 128n
const MAX_TICK = 443_636

const positionOf = (of: Partial<PoolPosition> = {}): PoolPosition => ({
  pool: 'pool',
  tickLower: -10,
  tickUpper: 10,
  liquidity: 1000n,
  earned: [],
  ...of,
})
const poolOf = (of: Partial<Pool> = {}): Pool => ({
  mints: ['a', 'b'],
  sqrtPrice: Q64,
  tick: 0,
  tickSpacing: 1,
  kind: '1%',
  counters: [],
  ...of,
})

describe('the amounts in a position', () => {
  // By `decreaseLiquidityQuote` of @orca-so/whirlpools-core 3.1.0.
  test.each([
    [27_713_585_964n, 346_097_641_012_710_561n, -21_264, -19_424, 7_052_680_878n, 0n],
    [27_713_585_964n, 6_386_827_262_226_399_232n, -21_264, -19_424, 6_852_594_811n, 23_925_635n],
    [27_713_585_964n, Q64, -21_264, -19_424, 0n, 922_294_699n],
    [10n ** 15n, 38_059_611_423n, -443_636, -443_000, 0n, 7522n],
  ])(
    'are those of Orca’s library, at liquidity %d and price %d',
    (liquidity, sqrtPrice, tickLower, tickUpper, a, b) => {
      const position = positionOf({ liquidity, tickLower, tickUpper })
      expect(amountsIn(position, poolOf({ sqrtPrice }))).toEqual([a, b])
    },
  )

  test.each([
    [30_000, 50_000, 42_904_740_794_033_301n, 3_518_647_021_332_690_670n],
    [-443_636, 443_636, 124_999_999_767_164_980n, 7_999_999_999_767_164_980n],
  ])(
    'of much liquidity from tick %d to %d differ from it by less than a part in 10^9',
    (tickLower, tickUpper, a, b) => {
      const position = positionOf({ liquidity: 10n ** 18n, tickLower, tickUpper })
      const [amountA, amountB] = amountsIn(position, poolOf({ sqrtPrice: Q64 << 3n }))
      expect(Number(amountA - a) / Number(a)).toBeCloseTo(0, 9)
      expect(Number(amountB - b) / Number(b)).toBeCloseTo(0, 9)
    },
  )
})

describe('what a position earned', () => {
  const word = fc.bigInt({ min: 0n, max: MODULUS - 1n })

  test('is what the pool’s counter grew by in the range, although all counters wrap', () => {
    fc.assert(
      fc.property(
        word,
        word,
        word,
        fc.bigInt({ min: 0n, max: Q64 - 1n }),
        (last, below, above, grown) => {
          const earned = [{ last, owed: 7n }]
          // The growth inside is the whole minus that on the other sides.
          const global = BigInt.asUintN(128, last + below + above + grown)
          const pool = poolOf({ counters: [{ mint: 'a', global }] })
          const growthAt = (tick: number) => (tick < 0 ? [below] : [above])
          const position = positionOf({ liquidity: Q64, earned })
          expect(earnedBy(position, pool, growthAt)).toEqual([grown + 7n])
        },
      ),
    )
  })

  test('is only what is owed where the growth does not fit in an amount, as the program pays it', () => {
    const earned = [{ last: 1n, owed: 7n }]
    const pool = poolOf({ counters: [{ mint: 'a', global: 0n }] })
    const position = positionOf({ liquidity: Q64, earned })
    expect(earnedBy(position, pool, () => [0n])).toEqual([7n])
  })

  test('is not known without a tick’s growth', () => {
    const position = positionOf({ earned: [{ last: 0n, owed: 0n }] })
    const pool = poolOf({ counters: [{ mint: 'a', global: 0n }] })
    expect(() => earnedBy(position, pool, () => [])).toThrow(Unreadable)
  })
})

test.each([
  ['a price', positionOf(), { sqrtPrice: 0n }],
  ['a distance of its ticks', positionOf(), { tickSpacing: 0 }],
  ['a range', positionOf({ tickLower: 10 }), {}],
  ['a range inside the bounds', positionOf({ tickUpper: MAX_TICK + 1 }), {}],
])('a position without %s is refused', (_, position, of) => {
  expect(() => checkRange(position, poolOf(of))).toThrow(Unreadable)
  expect(() => checkRange(positionOf(), poolOf())).not.toThrow()
})
