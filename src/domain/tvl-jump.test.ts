import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acceptedTotals, type DayTotal, judgeTotal, jumpOf } from './tvl-jump.ts'

const seriesOf = (...usd: number[]): DayTotal[] => usd.map((amount, day) => ({ day, usd: amount }))
const amounts = (totals: DayTotal[]) => totals.map(({ usd }) => usd)

test.each([
  [100_000, 499_999, null],
  [100_000, 500_000, 'rise'],
  [100_000, 20_001, null],
  [100_000, 20_000, 'fall'],
  [100_000, 0, 'zero'],
  [0, 0, null],
  [0, 49_999, null],
  [0, 50_000, 'rise'],
  [5, 40_000, null],
])('a jump from %d to %d is %s', (level, usd, jump) => {
  expect(jumpOf(level, usd)).toBe(jump)
})

const CALM = 1_000_000
const calm = Array<number>(10).fill(CALM)
/** Amounts that jump from the calm level, each with the longest fault of its kind in days. */
const jump = fc.oneof(
  fc.double({ min: CALM * 5, max: 1e13, noNaN: true }).map((usd) => ({ usd, days: 3 })),
  fc.double({ min: 0.01, max: CALM / 5, noNaN: true }).map((usd) => ({ usd, days: 3 })),
  fc.constant({ usd: 0, days: 4 }),
)

describe(acceptedTotals, () => {
  test('one fault of any size that is shorter than its limit changes nothing', () => {
    fc.assert(
      fc.property(jump, fc.integer({ min: 1, max: 3 }), ({ usd, days }, length) => {
        const fault = Array<number>(Math.min(length, days - 1)).fill(usd)
        const accepted = acceptedTotals(seriesOf(...calm, ...fault, ...calm))
        expect(amounts(accepted)).toEqual([...calm, ...calm])
      }),
    )
  })

  test('a level that lasts is accepted from its first day on', () => {
    fc.assert(
      fc.property(jump, ({ usd, days }) => {
        const short = Array<number>(days - 1).fill(usd)
        expect(amounts(acceptedTotals(seriesOf(...calm, ...short)))).toEqual(calm)
        const long = [...short, usd]
        expect(amounts(acceptedTotals(seriesOf(...calm, ...long)))).toEqual([...calm, ...long])
      }),
    )
  })

  test('amounts without any order are never accepted in place of the level', () => {
    const wild = [1e8, 1e11, 3, 1e9, 1e12, 40, 1e7]
    expect(amounts(acceptedTotals(seriesOf(...calm, ...wild, CALM)))).toEqual([...calm, CALM])
    expect(amounts(acceptedTotals(seriesOf(...calm, 1e8, 10, 10)))).toEqual(calm)
  })

  test('a drain that goes deeper is one drain', () => {
    const drain = [150_000, 60_000, 2_000]
    expect(amounts(acceptedTotals(seriesOf(...calm, ...drain)))).toEqual([...calm, ...drain])
  })

  test('what moves by less than the factor is accepted at once', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.25, max: 4, noNaN: true })), (moves) => {
        let last = 1e9
        const usd = moves.map((move) => {
          last *= move
          return last
        })
        expect(amounts(acceptedTotals(seriesOf(...usd)))).toEqual(usd)
      }),
    )
  })
})

describe(judgeTotal, () => {
  test('days count from the first sighting, so one that was not read is no delay', () => {
    const level = { day: 0, usd: CALM }
    const first = { day: 1, usd: 10 }
    expect(judgeTotal(level, [first], { day: 3, usd: 10 })).toEqual({
      taken: true,
      confirmed: [first],
    })
  })

  test('a second look at the same day confirms nothing', () => {
    const level = { day: 0, usd: CALM }
    const again = { day: 1, usd: 11 }
    expect(judgeTotal(level, [{ day: 1, usd: 10 }], again)).toEqual({
      taken: false,
      waiting: [again],
    })
  })

  test('a level of more than a month ago judges nothing', () => {
    const level = { day: 0, usd: CALM }
    expect(judgeTotal(level, [], { day: 31, usd: 10 })).toMatchObject({ taken: true })
    expect(judgeTotal(level, [], { day: 30, usd: 10 })).toMatchObject({ taken: false })
  })
})
