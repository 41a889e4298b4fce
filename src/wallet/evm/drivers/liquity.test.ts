import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at, entryOf, runDriver, says } from './fixtures/fake-chain.ts'
import { liquity } from './liquity.ts'

const OWNER = at(0xa11ce)
const WAD = 10n ** 18n
const COIN = { address: at(90), symbol: 'COIN', decimals: 18 }
const GEM = { address: at(91), symbol: 'GEM', decimals: 18 }

// Answers that recorded runs lack.
describe('Liquity', () => {
  const MANAGER = at(1)
  const entry = entryOf(liquity, { troveManager: MANAGER, collateral: GEM, debt: COIN })
  const troveOf = (debt: bigint, collateral: bigint) =>
    says(MANAGER, 'getEntireDebtAndColl', [OWNER], debt, collateral, 0n, 0n)
  const trove = troveOf(2n * WAD, WAD)
  const least = (ratio: bigint) => says(MANAGER, 'MCR', [], ratio)

  test('without a price the trove stays, at the price where it is liquidated', () => {
    const { findings } = runDriver(liquity, entry, OWNER, [trove, least(2n * WAD)])
    expect(findings).toMatchObject([
      { healthFactor: null, loan: { ltv: null, liquidationLtv: 0.5, liquidationPrice: 4 } },
    ])
  })

  test.each([
    ['its manager', says(MANAGER, 'fetchPrice', [], 4n * WAD), {}],
    ['a feed', says(at(5), 'lastGoodPrice', [], 4n * WAD), { priceFeed: at(5) }],
  ])('a trove has health and LTV at the price of %s', (_, price, more) => {
    const facts = [trove, least((11n * WAD) / 10n), price]
    const [found] = runDriver(liquity, { ...entry, ...more }, OWNER, facts).findings
    expect(found?.healthFactor).toBeCloseTo(4 / 2 / 1.1, 10)
    expect(found?.loan?.ltv).toBe(0.5)
    expect(found?.loan?.liquidationLtv).toBeCloseTo(1 / 1.1, 10)
    expect(found?.loan?.liquidationPrice).toBe(2.2)
  })

  test.each([
    ['LUSD_GAS_COMPENSATION', 2n * WAD - 1n, 1n],
    ['DEBT_GAS_COMPENSATION', 2n * WAD - 1n, 1n],
    ['LUSD_GAS_COMPENSATION', 2n * WAD, 2n * WAD],
  ])('of a debt of two coins, with %s of %d, %d is owed', (name, reserve, owed) => {
    const kept = says(MANAGER, `function ${name}() view returns (uint256)`, [], reserve)
    const [found] = runDriver(liquity, entry, OWNER, [trove, least(WAD), kept]).findings
    expect(found?.legs).toMatchObject([{ role: 'collateral' }, { role: 'borrow', amount: owed }])
    expect(found?.loan?.liquidationLtv).toBe(1)
  })

  test('what was left over when others closed a trove is a reward and no loan, and nothing gives nothing', () => {
    const surplus = (amount: bigint) => says(at(6), 'getCollateral', [OWNER], amount)
    const read = (amount: bigint) =>
      runDriver(liquity, { ...entry, surplusPool: at(6) }, OWNER, [
        troveOf(0n, 0n),
        surplus(amount),
      ])
    const [found, ...rest] = read(6n).findings
    expect(found?.legs).toMatchObject([{ role: 'reward', symbol: GEM.symbol, amount: 6n }])
    expect([found?.loan, rest]).toEqual([undefined, []])
    expect(read(0n)).toMatchObject({ findings: [], rounds: { length: 1 } })
  })

  test('is unreadable without a least ratio, or with one below one', () => {
    expect(() => runDriver(liquity, entry, OWNER, [trove])).toThrow(Unreadable)
    for (const ratio of [0n, WAD - 1n])
      expect(() => runDriver(liquity, entry, OWNER, [trove, least(ratio)])).toThrow(Unreadable)
  })
})
