import { describe, expect, test } from 'vitest'
import { exposureOf } from './exposure.ts'
import type { Finding } from './finding.ts'
import { at, CASES, leg, owed, perpetual, pledge, walletOf } from './fixtures/own-risk-cases.ts'
import type { PortfolioInput } from './portfolio.ts'
import { createPosition } from './position.ts'

const exposure = ({ findings, prices, scores }: PortfolioInput) =>
  exposureOf(findings.map((finding) => createPosition(finding, prices, scores)))
const of = (...findings: Finding[]) => exposure(walletOf(findings))
const usd = (cents: bigint) => Number(cents) / 100

describe('what is lost with a protocol', () => {
  test('is the assets less the debts of each position, never below zero', () => {
    const owing = at('aave', [pledge('USDC', 100), owed('USDC', 130)], { ref: 'owing' })
    const { net, holdings } = of(at('aave', [pledge('USDC', 100), owed('USDC', 40)]), owing)
    expect(usd(net)).toBe(60)
    expect(holdings.map((each) => [usd(each.net), usd(each.size)])).toEqual([
      [60, 100],
      [0, 130],
    ])
  })

  test('is less where an exchange reports a debt of the account apart', () => {
    const { net, holdings } = exposure(CASES['a debt that an exchange reports apart'])
    expect(usd(net)).toBe(3_000)
    expect(holdings.map((each) => usd(each.net))).toEqual([3_000, 0])
    const elsewhere = at('perps', [leg('borrow', 'USDC', 40)], { market: 'other' })
    expect(usd(of(at('perps', [leg('supply', 'USDC', 100)]), elsewhere).net)).toBe(100)
  })

  test('is all of the assets, the most it can be, where a debt has no price', () => {
    const { net, holdings } = exposure(CASES['a debt without a price'])
    expect(usd(net)).toBe(45_000)
    expect(holdings[0]).toMatchObject({ isOpenEnded: true, counts: true })
  })
})

test('perpetuals on one margin are as large as their part of it, by size', () => {
  const { holdings } = exposure(CASES['two perpetuals on the margin of one account'])
  expect(holdings.map((each) => Math.round(usd(each.size)))).toEqual([20_000, 13_333, 6_667])
  const alone = of(perpetual([], { sizeUsd: 100 }))
  expect(alone.holdings[0]).toMatchObject({ isOpenEnded: true, counts: true, size: 0n })
})

describe('dust', () => {
  const counts = (...dollars: [number, number, number]) =>
    of(
      at('lido', [leg('supply', 'USDC', dollars[0])]),
      at('aave', [leg('supply', 'USDC', dollars[1])]),
      at('hydra', [leg('supply', 'USDC', dollars[2])]),
    )

  test('is less than a thousandth of the rest and itself', () => {
    const kept = counts(90_000, 9_000, 100)
    expect(kept.holdings.map((each) => each.counts)).toEqual([true, true, true])
    expect([usd(kept.net), usd(kept.dust), usd(kept.floor)]).toEqual([99_100, 99.1, 991])
    const cut = counts(90_000, 9_000, 99)
    expect(cut.holdings.map((each) => each.counts)).toEqual([true, true, false])
    expect([usd(cut.net), usd(cut.dust), usd(cut.floor)]).toEqual([99_000, 99, 990])
  })

  test('is less than a dollar, whatever the rest is', () => {
    const { holdings, net, dust, floor } = counts(5, 0.99, 0.01)
    expect(holdings.map((each) => each.counts)).toEqual([true, false, false])
    expect([usd(net), usd(dust), usd(floor)]).toEqual([5, 1, 1])
  })

  test('is not what has no price, unless it is a speck of a token', () => {
    const dark = (amount: bigint) => leg('supply', 'DARK', 0, { decimals: 18, amount })
    const countsOf = (amount: bigint) =>
      of(at('lido', [leg('supply', 'USDC', 9)]), at('hydra', [dark(amount)])).holdings[1]?.counts
    expect(countsOf(1n)).toBe(false)
    expect(countsOf(10n ** 12n - 1n)).toBe(false)
    expect(countsOf(10n ** 12n)).toBe(true)
  })
})
