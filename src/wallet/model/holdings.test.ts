import { expect, test } from 'vitest'
import { findingOf, legOf, priceOf, pricesOf, tokenAt } from '../../testing/wallet/portfolios.ts'
import { createHoldings, type HeldToken, withoutCountedTokens } from './holdings.ts'
import type { PriceGap } from './price.ts'

const chain = 'Ethereum'
const held = (token: number | null, amount: bigint, pricedAs = token ?? 1): HeldToken => ({
  token: token === null ? null : tokenAt(token),
  symbol: token === null ? 'ETH' : `T${token}`,
  decimals: 0,
  amount,
  pricedAs: tokenAt(pricedAs),
})
const onChain = (...all: HeldToken[]) => all.map((each) => ({ chain, held: each }))
const prices = pricesOf(
  [{ chain, token: tokenAt(1), decimals: 0 }, priceOf(2)],
  [{ chain, token: tokenAt(2), decimals: 0 }, priceOf(0.1)],
)

test('are largest first, the native coin at the price of the token that wraps it, those without a price last', () => {
  const { rows, sum, unpriced } = createHoldings(
    onChain(held(9, 5n), held(1, 3n), held(null, 10n), held(2, 0n)),
    prices,
  )
  expect(rows.map(({ token, amount, usd, missing }) => [token, amount, usd, missing])).toEqual([
    [null, '10', 20, null],
    [tokenAt(1), '3', 6, null],
    [tokenAt(9), '5', null, 'not-covered'],
  ])
  expect([sum, unpriced]).toEqual([2600n, 1])
})

test('worth less than a dollar are counted and added up, not named', () => {
  const { rows, sum, small } = createHoldings(onChain(held(2, 9n), held(2, 10n)), prices)
  expect(rows.map(({ amount }) => amount)).toEqual(['10'])
  expect(small).toEqual({ count: 1, usd: 0.9, belowUsd: 1 })
  expect(sum).toBe(190n)
})

test('that a position of the wallet counts are left to it, those of a smart account are not', () => {
  const ofPositions = (more: object) => [
    { chain, finding: findingOf({ legs: [legOf({ amount: 1n })], ...more }) },
  ]
  const all = onChain(held(null, 1n), held(1, 1n), held(2, 1n))
  const left = (more: object) =>
    withoutCountedTokens(all, ofPositions(more)).map((each) => each.held.token)
  expect(left({ receiptToken: tokenAt(1), counts: [tokenAt(2)] })).toEqual([null])
  expect(left({ receiptToken: tokenAt(1), account: tokenAt(7) })).toHaveLength(3)
  expect(
    withoutCountedTokens(onChain(held(1, 1n)), [
      { chain: 'Base', finding: findingOf({ receiptToken: tokenAt(1) }) },
    ]),
  ).toHaveLength(1)
})

test('that a source failed for or that sources dispute have no value and no price, but for what strangers can have sent', () => {
  const of = (reason: PriceGap, most?: number) =>
    createHoldings(
      onChain(held(1, 5n)),
      pricesOf([
        { chain, token: tokenAt(1), decimals: 0 },
        { known: false, reason, source: 'defillama', ...(most && { most }) },
      ]),
    )
  expect(of('upstream-failed')).toMatchObject({ sum: null, isPriced: false })
  expect(of('disagreement', 0.2)).toMatchObject({ sum: null, isPriced: false })
  expect(of('disagreement', 0.19)).toMatchObject({ sum: 0n, isPriced: true, unpriced: 1 })
  expect(of('not-covered')).toMatchObject({ sum: 0n, isPriced: true, unpriced: 1 })
  expect(createHoldings([], prices)).toMatchObject({ sum: 0n, isPriced: true })
})
