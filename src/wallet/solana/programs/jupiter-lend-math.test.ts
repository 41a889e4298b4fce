import { describe, expect, test } from 'vitest'
import { pricesNow, reservePrices } from './jupiter-lend-prices.ts'
import {
  debtAt,
  joined,
  leftIn,
  NOTHING,
  NOTHING_LEFT,
  ratioAt,
  scaled,
} from './jupiter-lend-ticks.ts'

const LEAST = 17_179_869_184n
const MOST = 34_359_738_367n
const factor = (coefficient: bigint, exponent: bigint) => (coefficient << 15n) | exponent

describe('ticks', () => {
  test('have the ratios that the program publishes, of which the greatest has few digits', () => {
    expect(ratioAt(-16_383)).toBe(6093n)
    expect(Number(ratioAt(16_383)) / 1.300_208_813_309_603_7e25).toBeCloseTo(1, 8)
    expect(ratioAt(0)).toBe(1n << 48n)
    expect(() => ratioAt(16_384)).toThrow('no tick')
  })

  test('are 0.15 % apart', () => {
    for (const tick of [-9000, -1, 1, 35, 2835, 12_000]) {
      expect(Number(ratioAt(tick)) / 2 ** 48 / 1.0015 ** tick).toBeCloseTo(1, 5)
    }
    expect(debtAt(0, 1_000_000n)).toBe(1_000_002n)
  })
})

describe('factors of liquidations', () => {
  // The vectors of crates/library/src/math/bn.rs in Instadapp/fluid-solana-programs@626b177f.
  test('scale a debt as the program’s own tests say', () => {
    expect(scaled(25_769_803_775n, factor(LEAST, 16_384n), factor(MOST, 16_384n))).toBe(
      12_884_901_887n,
    )
    expect(
      scaled(50_000n, factor(20_000_000_000n, 16_384n), factor(30_000_000_000n, 16_384n)),
    ).toBe(33_333n)
    expect(scaled(1000n, factor(LEAST, 1n), factor(LEAST, 130n))).toBe(0n)
    expect(() => scaled(1n, factor(LEAST, 2n), factor(LEAST, 1n))).toThrow('too large')
  })

  test('are multiplied as the program’s own tests say', () => {
    expect(joined(factor(LEAST, 24_559n), factor(LEAST, 24_559n))).toBe(NOTHING_LEFT)
    expect(joined(factor(LEAST, 24_558n), factor(LEAST, 24_558n))).not.toBe(NOTHING_LEFT)
    expect(joined(factor(LEAST, 16_384n), factor(LEAST, 16_384n))).toBe(factor(LEAST, 16_418n))
    expect(joined(factor(MOST, 16_384n), factor(MOST, 16_384n)) & 32_767n).toBe(16_419n)
    expect(() => joined(factor(LEAST, 1n), factor(LEAST, 1n))).toThrow('too small')
  })

  // What `Vault.processLiquidatedPosition` of @jup-ag/lend-read 0.0.10 answers for the same branches.
  test('leave of a debt and its collateral what Jupiter’s SDK says', () => {
    const branch = {
      status: 'liquidated',
      tick: -120,
      partials: 500_000_000,
      factor: factor(30_000_000_000n, 16_384n),
      next: 0,
    } as const
    expect(leftIn(branch, factor(MOST, 16_384n), 123_456_789_012n)).toEqual({
      collateral: 129_123_442_473n,
      debt: 107_781_184_490n,
    })
    const merged = joined(factor(30_923_764_531n, 16_383n), factor(25_769_803_776n, 16_351n))
    const into = { ...branch, tick: -35, partials: 7, factor: factor(27_487_790_693n, 16_384n) }
    expect(leftIn(into, merged, 5_000_000_000n)).toEqual({
      collateral: 3_126_922_529n,
      debt: 2_962_666_665n,
    })
    expect(leftIn({ ...branch, status: 'closed' }, factor(MOST, 16_384n), 10n ** 9n)).toBe(NOTHING)
    expect(leftIn(branch, NOTHING_LEFT, 10n ** 9n)).toBe(NOTHING)
    // Of which less than a hundredth is left.
    expect(leftIn(branch, factor(MOST, 16_391n), 10n ** 9n)).toBe(NOTHING)
  })
})

describe('prices', () => {
  const ONE = 1_000_000_000_000n
  const HALF_A_YEAR = 15_768_000
  const reserve = {
    borrowRate: 4000n,
    fee: 1000n,
    utilization: 6000n,
    updatedAt: 0,
    prices: [ONE, ONE],
    supplied: { earning: 80n, free: 20n },
    borrowed: { earning: 50n, free: 10n },
  } as const

  // The worked examples beside `calculate_exchange_prices` in Instadapp/fluid-solana-programs@626b177f.
  test('in the liquidity program grow as its own example says', () => {
    const [supply, loan] = reservePrices(reserve, HALF_A_YEAR)
    expect(Number(supply) / 1e12).toBeCloseTo(1.1125, 3)
    expect(loan).toBe((ONE * 12n) / 10n)
    const few = { ...reserve, fee: 0n, supplied: { earning: 20n, free: 80n } }
    expect(Number(reservePrices(few, HALF_A_YEAR)[0]) / 1e12).toBeCloseTo(1.5, 3)
  })

  test('in the liquidity program stay without loans, and without time', () => {
    const unused = { ...reserve, borrowed: { earning: 0n, free: 10n } }
    expect(reservePrices(unused, HALF_A_YEAR)).toEqual([ONE, ONE])
    expect(reservePrices({ ...reserve, updatedAt: 9 }, 5)).toEqual([ONE, ONE])
    expect(() => reservePrices({ ...reserve, prices: [0n, ONE] }, 1)).toThrow('no price')
  })

  test('in a vault grow as those did, and by what it adds', () => {
    const state = { liquidity: [ONE, ONE], vault: [2n * ONE, ONE], updatedAt: 0 } as const
    const grown = [(ONE * 11n) / 10n, (ONE * 12n) / 10n] as const
    expect(pricesNow(state, grown, [0, 0], HALF_A_YEAR)).toEqual([(ONE * 22n) / 10n, grown[1]])
    // Two hundredths of a year more for loans, and less for supplies.
    expect(pricesNow(state, grown, [-200, 200], HALF_A_YEAR)).toEqual([
      (ONE * 218n) / 100n,
      (ONE * 121n) / 100n,
    ])
    expect(() => pricesNow(state, [ONE - 1n, ONE], [0, 0], 1)).toThrow('fell')
  })
})
