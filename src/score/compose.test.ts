import { describe, expect, test } from 'vitest'
import { compose } from './compose.ts'
import { exposureFloors, type LossFloors } from './floors.ts'
import { METHODOLOGY } from './methodology.ts'

const at = (...risks: number[]) => risks.map((value) => ({ weight: 1 / risks.length, value }))
const floor = (risk: number) => ({ id: 'recentLoss', risk, sentence: 'Why.' })
const none: LossFloors = { dimensions: {}, composite: null }
const floors = (dimensions: LossFloors['dimensions']): LossFloors => ({ ...none, dimensions })

describe('a composite', () => {
  test('is the weighted mean of the weighted means', () => {
    const smartContract = [
      { weight: 3, value: 4 },
      { weight: 1, value: 8 },
    ]
    const composed = compose({ smartContract, counterparty: at(2) }, none, METHODOLOGY)
    const { scores, weights, composite } = composed
    expect(scores).toEqual({ smartContract: 5, counterparty: 2 })
    expect(weights.smartContract).toBeCloseTo(0.25 / 0.45, 12)
    expect(weights.counterparty).toBeCloseTo(0.2 / 0.45, 12)
    expect(composite).toBeCloseTo((0.25 * 5 + 0.2 * 2) / 0.45, 12)
    expect(composed.floors).toEqual({})
  })

  test('of nothing is zero', () => {
    expect(compose({}, floors({ smartContract: floor(8) }), METHODOLOGY)).toMatchObject({
      scores: {},
      composite: 0,
    })
  })
})

describe('a floor', () => {
  test('lifts what lies below it and is listed; what lies at or above it stays', () => {
    const terms = { smartContract: at(2), counterparty: at(7) }
    const least = { smartContract: floor(8), counterparty: floor(7), liquidity: floor(9) }
    const composed = compose(terms, floors(least), METHODOLOGY)
    expect(composed.scores).toEqual({ smartContract: 8, counterparty: 7 })
    expect(composed.floors).toEqual({ smartContract: floor(8) })
    expect(composed.composite).toBeCloseTo((0.25 * 8 + 0.2 * 7) / 0.45, 12)
  })

  test('of exposure is computed after that of a loss', () => {
    const composed = compose(
      { smartContract: at(2), oracle: at(3) },
      floors({ smartContract: floor(8) }),
      METHODOLOGY,
    )
    expect(composed.scores).toEqual({ smartContract: 8, oracle: 8 })
    expect(composed.floors.oracle).toMatchObject({ id: 'exposure', risk: 8 })
  })

  test('does not act where equal numbers differ by a binary error only', () => {
    const others = { counterparty: at(10), liquidity: at(10), liquidityTrap: at(10) }
    const least = floors({ oracle: floor(8 + 1e-10) })
    expect(compose({ oracle: at(8) }, least, METHODOLOGY).floors).toEqual({})
    const composed = compose({ ...others, oracle: at(10) }, none, METHODOLOGY)
    expect([composed.scores.oracle, composed.floors]).toEqual([10, {}])
    const scores = { counterparty: 10, liquidity: 10, liquidityTrap: 10 }
    expect(exposureFloors(scores, METHODOLOGY).oracle?.risk).toBe(10)
  })
})

describe('a floor of the composite', () => {
  const terms = { smartContract: at(2), counterparty: at(7) }
  const sum = (0.25 * 2 + 0.2 * 7) / 0.45
  const under = (risk: number) => compose(terms, { ...none, composite: floor(risk) }, METHODOLOGY)

  test('raises the heaviest dimension until their mean is there', () => {
    const { composite, scores, floors } = under(6)
    expect(composite).toBeCloseTo(6, 12)
    expect(scores.counterparty).toBe(7)
    expect(scores.smartContract).toBeCloseTo((6 * 0.45 - 0.2 * 7) / 0.25, 12)
    expect(floors).toEqual({ smartContract: { ...floor(6), risk: scores.smartContract } })
  })

  test('goes on with the next dimension where ten is not enough', () => {
    const { composite, scores } = under(9)
    expect(composite).toBeCloseTo(9, 12)
    expect(scores.smartContract).toBe(10)
    expect(scores.counterparty).toBeCloseTo((9 * 0.45 - 2.5) / 0.2, 12)
  })

  test('does not act at or below the mean of the dimensions', () => {
    for (const risk of [sum, sum + 1e-10, 3]) {
      expect(under(risk)).toMatchObject({ composite: expect.closeTo(sum, 12), floors: {} })
    }
  })

  test('comes after those of the dimensions', () => {
    const least = { dimensions: { smartContract: floor(9) }, composite: floor(6) }
    const { composite, floors } = compose(terms, least, METHODOLOGY)
    expect(composite).toBeCloseTo((0.25 * 9 + 0.2 * 7) / 0.45, 12)
    expect(floors).toEqual({ smartContract: floor(9) })
  })
})
