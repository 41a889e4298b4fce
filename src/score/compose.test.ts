import { describe, expect, test } from 'vitest'
import { compose } from './compose.ts'
import { exposureFloors } from './floors.ts'
import { METHODOLOGY } from './methodology.ts'

const at = (...risks: number[]) => risks.map((risk) => ({ weight: 1 / risks.length, risk }))
const floor = (risk: number) => ({ id: 'recentLoss', risk, sentence: 'Why.' })

describe('a composite', () => {
  test('is the weighted mean of the weighted means', () => {
    const smartContract = [
      { weight: 3, risk: 4 },
      { weight: 1, risk: 8 },
    ]
    const { scores, weights, composite, floors } = compose(
      { smartContract, counterparty: at(2) },
      {},
      METHODOLOGY,
    )
    expect(scores).toEqual({ smartContract: 5, counterparty: 2 })
    expect(weights.smartContract).toBeCloseTo(0.25 / 0.45, 12)
    expect(weights.counterparty).toBeCloseTo(0.2 / 0.45, 12)
    expect(composite).toBeCloseTo((0.25 * 5 + 0.2 * 2) / 0.45, 12)
    expect(floors).toEqual({})
  })

  test('of nothing is zero', () => {
    expect(compose({}, { smartContract: floor(8) }, METHODOLOGY)).toMatchObject({
      scores: {},
      composite: 0,
    })
  })
})

describe('a floor', () => {
  test('lifts what lies below it and is told; what lies at or above it stays', () => {
    const terms = { smartContract: at(2), counterparty: at(7) }
    const floors = { smartContract: floor(8), counterparty: floor(7), liquidity: floor(9) }
    const composed = compose(terms, floors, METHODOLOGY)
    expect(composed.scores).toEqual({ smartContract: 8, counterparty: 7 })
    expect(composed.floors).toEqual({ smartContract: floor(8) })
    expect(composed.composite).toBeCloseTo((0.25 * 8 + 0.2 * 7) / 0.45, 12)
  })

  test('of exposure is reckoned after that of a loss', () => {
    const { scores, floors } = compose(
      { smartContract: at(2), oracle: at(3) },
      { smartContract: floor(8) },
      METHODOLOGY,
    )
    expect(scores).toEqual({ smartContract: 8, oracle: 8 })
    expect(floors.oracle).toMatchObject({ id: 'exposure', risk: 8 })
  })

  test('does not act where equal numbers differ by a binary error only', () => {
    const others = { counterparty: at(10), liquidity: at(10), liquidityTrap: at(10) }
    expect(
      exposureFloors({ counterparty: 10, liquidity: 10, liquidityTrap: 10 }, METHODOLOGY).oracle
        ?.risk,
    ).not.toBe(10)
    const { scores, floors } = compose({ ...others, oracle: at(10) }, {}, METHODOLOGY)
    expect([scores.oracle, floors]).toEqual([10, {}])
  })
})
