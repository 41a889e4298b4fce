import { describe, expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import { aaveEntry } from '../../wallet/evm/drivers/aave.ts'
import {
  at,
  type Fact,
  holds,
  isToken,
  says,
} from '../../wallet/evm/drivers/fixtures/fake-chain.ts'
import { aaveMarkets } from './aave.ts'
import { readAlone, silentlyHidden } from './fixtures/readers.ts'

const POOL = at(1)
const PROVIDER = at(2)
const ADDRESSES = at(3)
const ORACLE = at(4)
const [DAI, A_DAI, STABLE, VARIABLE] = [at(5), at(6), at(7), at(8)]
const ACTIVE = 1n << 56n
const WORD = 7_500n | (8_000n << 16n) | (18n << 48n) | ACTIVE
const PAUSED = 'function paused() view returns (bool)'
const TOTAL = 'function totalSupply() view returns (uint256)'

describe('a pool of Aave v2', () => {
  test('counts debts at the stable and the variable rate, and has no caps', async () => {
    const { drafts, failed } = await read(pool())
    expect(failed).toEqual([])
    expect(drafts).toEqual([
      expect.objectContaining({
        address: POOL,
        name: 'DAI',
        decimals: 18,
        supplied: 1_000n,
        available: 400n,
        borrowed: 600n,
        loanToValue: 0.75,
        liquidationThreshold: 0.8,
        supplyCap: null,
        frozen: false,
        paused: false,
      }),
    ])
  })

  test('hides nothing in silence that a score reads', async () => {
    expect(await silentlyHidden(() => aaveMarkets(entryOf(2)), pool())).toEqual([])
  })

  test('is paused as a whole', async () => {
    const facts = pool().filter(({ data }) => data !== says(POOL, PAUSED, [], true).data)
    expect((await read([...facts, says(POOL, PAUSED, [], true)])).drafts[0]?.paused).toBe(true)
    expect((await read(facts)).drafts[0]).toMatchObject({
      paused: null,
      gap: { why: 'reverted', facts: expect.arrayContaining(['paused']) },
    })
  })

  test('refuses withdrawals of a reserve that is not active', async () => {
    const { drafts } = await read(pool({ word: WORD & ~ACTIVE }))
    expect(drafts[0]?.paused).toBe(true)
  })

  test('does not know its debt when one of the two cannot be read', async () => {
    const facts = pool().filter(({ to }) => to !== STABLE)
    expect((await read(facts)).drafts[0]?.borrowed).toBeNull()
  })

  test('takes the price in what its oracle counts in', async () => {
    const inEth = { base: at(99), unit: 10n ** 18n, price: 5n * 10n ** 14n }
    expect((await read(pool(inEth))).drafts[0]?.price).toEqual({
      value: 0.0005,
      unit: { token: at(99), value: 1 },
    })
    const none = pool(inEth).filter(({ to }) => to !== ORACLE)
    expect((await read(none)).drafts[0]).toMatchObject({ price: null, priceFeed: null })
  })
})

describe('a pool of Aave v3', () => {
  const virtual = (amount: bigint) =>
    says(
      POOL,
      'function getVirtualUnderlyingBalance(address) view returns (uint128)',
      [DAI],
      amount,
    )

  test('has what it recorded itself where that is less than the balance', async () => {
    expect((await read([...pool(), virtual(300n)], 3)).drafts[0]?.available).toBe(300n)
    expect((await read([...pool(), virtual(500n)], 3)).drafts[0]?.available).toBe(400n)
    expect((await read(pool(), 3)).drafts[0]?.available).toBe(400n)
  })

  test('without stable rates asks nothing of them', async () => {
    const { drafts } = await read(pool({ stable: at(0) }), 3)
    expect(drafts[0]?.borrowed).toBe(500n)
  })
})

/** 1,000 DAI supplied, 100 lent at a stable and 500 at a variable rate. */
function pool({
  word = WORD,
  stable = STABLE,
  base = at(0),
  unit = 10n ** 8n,
  price = 10n ** 8n,
}: {
  word?: bigint
  stable?: Address
  base?: Address
  unit?: bigint
  price?: bigint
} = {}): Fact[] {
  const tokens =
    'function getReserveTokensAddresses(address) view returns (address, address, address)'
  return [
    says(POOL, 'function getReservesList() view returns (address[])', [], [DAI]),
    says(POOL, 'function getAddressesProvider() view returns (address)', [], ADDRESSES),
    says(POOL, 'function ADDRESSES_PROVIDER() view returns (address)', [], ADDRESSES),
    says(POOL, PAUSED, [], false),
    says(ADDRESSES, 'function getPriceOracle() view returns (address)', [], ORACLE),
    says(PROVIDER, tokens, [DAI], A_DAI, stable, VARIABLE),
    says(POOL, 'function getConfiguration(address) view returns (uint256)', [DAI], word),
    says(A_DAI, TOTAL, [], 1_000n),
    says(STABLE, TOTAL, [], 100n),
    says(VARIABLE, TOTAL, [], 500n),
    says(ORACLE, 'function BASE_CURRENCY() view returns (address)', [], base),
    says(ORACLE, 'function BASE_CURRENCY_UNIT() view returns (uint256)', [], unit),
    says(ORACLE, 'function getAssetPrice(address) view returns (uint256)', [DAI], price),
    holds(DAI, A_DAI, 400n),
    ...isToken(DAI, 'DAI', 18),
  ]
}

function read(facts: readonly Fact[], version: 2 | 3 = 2) {
  return readAlone(aaveMarkets(entryOf(version)), facts)
}

function entryOf(version: 2 | 3) {
  return aaveEntry.parse({
    id: 'pool',
    protocol: 'aave-v2',
    product: 'lending',
    source: 'test',
    driver: 'aave',
    version,
    pool: POOL,
    dataProvider: PROVIDER,
    assets: [],
  })
}
