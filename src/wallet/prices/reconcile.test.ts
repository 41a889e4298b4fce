import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { known, missing } from '../../domain/reading.ts'
import { reconcilePrices } from './reconcile.ts'

const market = (usd: number) => known(usd, '2026-11-21', 'defillama')
const oracle = (usd: number) => known(usd, '2026-11-21', 'aave-oracle')
const noMarket = missing('refused', 'defillama')
const noOracle = missing('not-covered', 'aave-oracle')

describe('two prices of one token', () => {
  test('that agree within 5 % are the price of the market, confirmed by the oracle', () => {
    const confirmed = (usd: number) => ({ ...market(usd), confirmedBy: 'aave-oracle' })
    expect(reconcilePrices(market(100), oracle(105))).toEqual(confirmed(100))
    expect(reconcilePrices(market(105), oracle(100))).toEqual(confirmed(105))
  })

  test.each([
    [100, 105.01],
    [105.01, 100],
    [1, 1_000_000],
  ])('of %f and %f are no price, since either may be wrong', (one, other) => {
    expect(reconcilePrices(market(one), oracle(other))).toEqual({
      known: false,
      reason: 'disagreement',
      source: 'defillama, aave-oracle',
      most: Math.max(one, other),
    })
  })

  test('agree or not whichever of them is the market', () => {
    const usd = fc.double({ min: 1e-9, max: 1e7, noNaN: true })
    fc.assert(
      fc.property(usd, usd, (one, other) => {
        expect(reconcilePrices(market(one), oracle(other)).known).toBe(
          reconcilePrices(market(other), oracle(one)).known,
        )
      }),
    )
  })
})

describe('a price that one source does not know', () => {
  test('is that of the other, unconfirmed', () => {
    expect(reconcilePrices(noMarket, oracle(7))).toEqual(oracle(7))
    expect(reconcilePrices(undefined, oracle(7))).toEqual(oracle(7))
    expect(reconcilePrices(market(7), noOracle)).toEqual(market(7))
    expect(reconcilePrices(market(7), undefined)).toEqual(market(7))
  })

  test('nor the other is missing, for the reason of the market', () => {
    expect(reconcilePrices(noMarket, noOracle)).toEqual(noMarket)
    expect(reconcilePrices(undefined, noOracle)).toEqual(noOracle)
    expect(reconcilePrices(undefined, undefined)).toMatchObject({ reason: 'not-covered' })
  })
})
