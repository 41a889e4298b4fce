import { describe, expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import { eulerEntry } from '../../wallet/evm/drivers/euler.ts'
import { at, type Fact, isToken, says } from '../../wallet/evm/drivers/fixtures/fake-chain.ts'
import { capOf, eulerMarkets } from './euler.ts'
import { readAlone, silentlyHidden } from './fixtures/readers.ts'

const VAULT = at(1)
const USDC = at(2)
const ROUTER = at(3)
const USD = at(840)
const ADAPTER = at(4)
const [FIRST, SECOND] = [at(11), at(12)]
const OP_WITHDRAW = 4
const OP_REDEEM = 8
const ENTRY = eulerEntry.parse({
  id: 'euler',
  protocol: 'euler-v2',
  product: 'lending',
  source: 'test',
  driver: 'euler',
  evc: at(7),
  vaults: [VAULT],
})

describe('a vault of Euler v2', () => {
  test('has cash, debt, the highest shares of its collaterals and the adapter of its router', async () => {
    expect(await read(vault())).toMatchObject({
      address: VAULT,
      asset: 'USDC',
      supplied: 1_000n,
      available: 50n,
      borrowed: 950n,
      loanToValue: 0.9,
      liquidationThreshold: 0.92,
      supplyCap: null,
      frozen: false,
      paused: false,
      priceFeed: ADAPTER,
    })
  })

  test('without a hook contract, hooked withdrawals are switched off', async () => {
    expect(await read(vault({ hooks: [at(0), OP_WITHDRAW | OP_REDEEM] }))).toMatchObject({
      paused: true,
      frozen: false,
    })
  })

  test('with a hook contract, it is unknown', async () => {
    const hooks: [Address, number] = [at(9), OP_WITHDRAW | OP_REDEEM]
    expect(await read(vault({ hooks }))).toMatchObject({
      paused: null,
      gap: { why: 'unreadable', facts: ['paused'] },
    })
  })

  test('one of two ways out is a way out', async () => {
    for (const target of [at(0), at(9)])
      for (const operation of [OP_WITHDRAW, OP_REDEEM])
        expect(await read(vault({ hooks: [target, operation] }))).toMatchObject({ paused: false })
  })

  test('shares are not known when one collateral, or the list of them, cannot be read', async () => {
    const gap = { why: 'reverted', facts: ['liquidationThreshold'] }
    const unknown = { loanToValue: null, liquidationThreshold: null, gap }
    const unread = vault().filter(({ data }) => !data.endsWith(SECOND.slice(2)))
    expect(await read(unread)).toMatchObject(unknown)
    const unlisted = vault().filter(({ data }) => data !== '0x6a16ef84')
    expect(await read(unlisted)).toMatchObject(unknown)
  })

  test('hides nothing in silence that a score reads', async () => {
    expect(await silentlyHidden(() => eulerMarkets(ENTRY), vault())).toEqual([])
  })

  test('whose oracle is no router is priced by the oracle itself', async () => {
    const facts = vault().filter(({ to }) => to !== ROUTER)
    expect(await read(facts)).toMatchObject({ priceFeed: ROUTER, gap: null })
  })

  test('a vault without collaterals lends against nothing', async () => {
    expect(await read(vault({ collaterals: [] }))).toMatchObject({ liquidationThreshold: 0 })
  })
})

describe(capOf.name, () => {
  test.each([
    [0, null],
    // 1.00 × 10^6 and 2.50 × 10^24: mantissa in hundredths, exponent in the lower 6 bits.
    [(100 << 6) | 6, 1_000_000n],
    [(250 << 6) | 24, 25n * 10n ** 23n],
    // The vault accepts nothing.
    [1, 0n],
  ])('of %i is %s', (raw, expected) => {
    expect(capOf(raw)).toBe(expected)
  })
})

function vault({
  hooks = [at(0), 0] as readonly [Address, number],
  collaterals = [FIRST, SECOND],
} = {}): Fact[] {
  const ltv = [9_000, 8_500]
  const liquidation = [9_200, 9_100]
  return [
    says(VAULT, 'function asset() view returns (address)', [], USDC),
    says(VAULT, 'function totalAssets() view returns (uint256)', [], 1_000n),
    says(VAULT, 'function cash() view returns (uint256)', [], 50n),
    says(VAULT, 'function totalBorrows() view returns (uint256)', [], 950n),
    says(VAULT, 'function caps() view returns (uint16, uint16)', [], 0, 0),
    says(VAULT, 'function hookConfig() view returns (address, uint32)', [], ...hooks),
    says(VAULT, 'function LTVList() view returns (address[])', [], collaterals),
    says(VAULT, 'function oracle() view returns (address)', [], ROUTER),
    says(VAULT, 'function unitOfAccount() view returns (address)', [], USD),
    says(
      ROUTER,
      'function getConfiguredOracle(address, address) view returns (address)',
      [USDC, USD],
      ADAPTER,
    ),
    ...collaterals.flatMap((each, index) => [
      says(VAULT, 'function LTVBorrow(address) view returns (uint16)', [each], ltv[index]),
      says(
        VAULT,
        'function LTVLiquidation(address) view returns (uint16)',
        [each],
        liquidation[index],
      ),
    ]),
    ...isToken(USDC, 'USDC', 6),
  ]
}

async function read(facts: readonly Fact[]) {
  return (await readAlone(eulerMarkets(ENTRY), facts)).drafts[0]
}
