import { describe, expect, test } from 'vitest'
import { at } from '../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { MarketDraft, OraclePrice } from './draft.ts'
import { finishMarket, usdPrices } from './finish.ts'

const [STETH, WSTETH] = [at(1), at(2)]
const ETHER = 10n ** 18n
const PLACE = { chain: 'Ethereum', block: { number: 7n, day: '2026-11-22' } }

describe('the price of a supply', () => {
  const usdOf = (price: OraclePrice | null, others: MarketDraft[] = []) =>
    finishMarket(draft(STETH, price), PLACE, usdPrices(others), () => null).suppliedUsd

  test('is that of the market’s own oracle, whatever another one has', () => {
    const other = draft(STETH, { value: 9_999, unit: 'usd' })
    expect(usdOf({ value: 2_000, unit: 'usd' }, [other])).toBe(20_000)
  })

  test('in another unit follows from a token that both oracles know', () => {
    // 1 stETH where wstETH is 1.25: at 2,500 US dollars for wstETH, 2,000 for stETH.
    const price: OraclePrice = { value: 1, unit: { token: WSTETH, value: 1.25 } }
    expect(usdOf(price, [draft(WSTETH, { value: 2_500, unit: 'usd' })])).toBe(20_000)
    expect(usdOf(price, [draft(STETH, { value: 2_100, unit: 'usd' })])).toBe(21_000)
    expect(usdOf(price)).toBeNull()
  })

  test('without an oracle comes from the first other market that has one', () => {
    const prices = [2_000, 3_000].map((value) => draft(STETH, { value, unit: 'usd' }))
    expect(usdOf(null, prices)).toBe(20_000)
    expect(usdOf(null)).toBeNull()
  })

  test('that is counted in another token is that of the other', () => {
    const others = [
      draft(STETH, { value: 2_000, unit: 'usd' }),
      draft(WSTETH, { value: 2_500, unit: 'usd' }),
    ]
    const counted = { ...draft(STETH, null), countedIn: WSTETH }
    const market = finishMarket(counted, PLACE, usdPrices(others), () => null)
    expect(market).toMatchObject({ assetAddress: STETH, suppliedUsd: 25_000 })
  })
})

function draft(assetAddress: `0x${string}`, price: OraclePrice | null): MarketDraft {
  return {
    address: at(9),
    name: 'a market',
    asset: 'T',
    assetAddress,
    decimals: 18,
    supplied: 10n * ETHER,
    available: null,
    borrowed: null,
    price,
    loanToValue: null,
    liquidationThreshold: null,
    supplyCap: null,
    frozen: null,
    paused: null,
    withdrawSeconds: null,
    priceFeed: null,
    gap: null,
  }
}
