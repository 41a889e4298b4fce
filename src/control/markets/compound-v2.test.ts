import { describe, expect, test } from 'vitest'
import { compoundV2Entry } from '../../wallet/evm/drivers/compound-v2.ts'
import { at, type Fact, isToken, says } from '../../wallet/evm/drivers/fixtures/fake-chain.ts'
import { compoundV2Markets } from './compound-v2.ts'
import { factorsIn } from './compound-v2-limits.ts'
import { readAlone, silentlyHidden } from './fixtures/readers.ts'

const COMPTROLLER = at(1)
const ORACLE = at(2)
const MARKET = at(3)
const USDC = at(4)
const STRANGER = at(0xbeef)
const WAD = 10n ** 18n

describe('markets of Compound v2 and its forks', () => {
  test('shares of supply, factors and price in US dollars', async () => {
    const [draft] = await read(market())
    expect(draft).toMatchObject({
      address: MARKET,
      name: 'USDC',
      assetAddress: USDC,
      decimals: 6,
      // 50,000 shares of 8 decimals at 0.02.
      supplied: 1_000_000_000n,
      available: 50_000_000n,
      borrowed: 950_000_000n,
      price: { value: 1, unit: 'usd' },
      loanToValue: 0.8,
      liquidationThreshold: 0.8,
      supplyCap: null,
      withdrawSeconds: 0,
    })
  })

  test('redemption is not paused where the comptroller would allow one', async () => {
    const allowed = says(COMPTROLLER, REDEEM, [MARKET, STRANGER, 0n], 0n)
    expect((await read([...market(), allowed]))[0]?.paused).toBe(false)
  })

  test('a refusal for another reason, or none at all, is not taken for a pause', async () => {
    const error = says(COMPTROLLER, REDEEM, [MARKET, STRANGER, 0n], 9n)
    expect((await read([...market(), error]))[0]?.paused).toBeNull()
    expect((await read(market()))[0]?.paused).toBeNull()
  })

  test('Venus: the flag of the market or of the whole protocol is a pause', async () => {
    const ofMarket = says(COMPTROLLER, ACTION, [MARKET, 1], true)
    expect((await read([...market(), ofMarket], VENUS))[0]?.paused).toBe(true)
    const ofProtocol = says(COMPTROLLER, 'function protocolPaused() view returns (bool)', [], true)
    expect((await read([...market(), ofProtocol], VENUS))[0]?.paused).toBe(true)
    const ofNeither = says(COMPTROLLER, ACTION, [MARKET, 1], false)
    expect((await read([...market(), ofNeither], VENUS))[0]?.paused).toBeNull()
  })

  test('a pause of minting freezes a market, by the getter of its protocol', async () => {
    const guardian = 'function mintGuardianPaused(address) view returns (bool)'
    for (const isPaused of [true, false]) {
      const compound = says(COMPTROLLER, guardian, [MARKET], isPaused)
      expect((await read([...market(), compound]))[0]?.frozen).toBe(isPaused)
      const venus = says(COMPTROLLER, ACTION, [MARKET, 0], isPaused)
      expect((await read([...market(), venus], VENUS))[0]?.frozen).toBe(isPaused)
    }
    expect((await read(market()))[0]?.frozen).toBeNull()
  })

  test.each([
    ['no cap and no supply are the same number', 0n, null],
    ['the largest number is no cap', 2n ** 256n - 1n, null],
    ['any other number is a cap', 7n, 7n],
  ])('%s', async (_, cap, expected) => {
    const fact = says(
      COMPTROLLER,
      'function supplyCaps(address) view returns (uint256)',
      [MARKET],
      cap,
    )
    expect((await read([...market(), fact]))[0]?.supplyCap).toBe(expected)
  })

  test('the feed is the one that the oracle has for the symbol', async () => {
    const feed = says(ORACLE, 'function getFeed(string) view returns (address)', ['USDC'], at(77))
    expect((await read([...market(), feed]))[0]?.priceFeed).toBe(at(77))
    expect((await read(market()))[0]?.priceFeed).toBeNull()
  })

  test('the market of the native coin has no underlying and takes the wrapped one', async () => {
    const native = { market: MARKET, token: { address: USDC, symbol: 'WETH', decimals: 18 } }
    const facts = market().filter(({ to, data }) => to !== MARKET || !data.startsWith('0x6f307dc3'))
    expect(await read(facts)).toEqual([])
    expect((await read(facts, { native }))[0]?.assetAddress).toBe(USDC)
  })

  test('a market that was taken off the list is none once it is empty, and pays nothing out before', async () => {
    const facts = market().filter(({ data }) => !data.startsWith('0x8e8f294b'))
    const unlisted = says(COMPTROLLER, CONFIGURATION, [MARKET], false, (8n * WAD) / 10n, false)
    expect(await read([...facts, unlisted])).toMatchObject([{ paused: true, gap: null }])
    const emptied = facts.filter(({ to, data }) => to !== MARKET || data !== '0x18160ddd')
    const none = says(MARKET, 'function totalSupply() view returns (uint256)', [], 0n)
    expect(await readWhole([...emptied, none, unlisted])).toEqual({ drafts: [], failed: [] })
  })

  test('a refusal that no flag explains hides whether withdrawals are paused', async () => {
    const redeem = (code: bigint) => says(COMPTROLLER, REDEEM, [MARKET, BEEF, 0n], code)
    expect((await read([...market(), redeem(0n)]))[0]).toMatchObject({ paused: false, gap: null })
    expect((await read([...market(), redeem(9n)]))[0]).toMatchObject({
      paused: null,
      gap: { why: 'reverted', facts: ['paused'] },
    })
  })

  test.each([
    ['Compound', {}],
    ['Venus', VENUS],
  ])('nothing that a score reads is hidden in silence (%s)', async (_, changes) => {
    const open = says(COMPTROLLER, REDEEM, [MARKET, BEEF, 0n], 0n)
    const feed = says(ORACLE, 'function getFeed(string) view returns (address)', ['USDC'], at(77))
    const facts = [...market(), open, feed]
    expect(await silentlyHidden(() => compoundV2Markets(entryOf(changes)), facts)).toEqual([])
  })
})

describe(factorsIn.name, () => {
  const words = (...values: bigint[]) => ({
    ok: true as const,
    data: `0x${values.map((each) => each.toString(16).padStart(64, '0')).join('')}` as const,
  })

  test('two words and three have one factor for both', () => {
    for (const rest of [[], [1n]])
      expect(factorsIn(words(1n, WAD / 2n, ...rest))).toEqual({
        isListed: true,
        loanToValue: 0.5,
        liquidationThreshold: 0.5,
      })
  })

  test('seven words have a threshold of their own', () => {
    const reply = words(1n, WAD / 2n, 1n, (3n * WAD) / 4n, WAD, 0n, 1n)
    expect(factorsIn(reply)).toMatchObject({ loanToValue: 0.5, liquidationThreshold: 0.75 })
  })

  test('a factor above one, and an answer of another length, are not known', () => {
    const unknown = { loanToValue: null, liquidationThreshold: null }
    expect(factorsIn(words(1n, 2n * WAD))).toMatchObject(unknown)
    expect(factorsIn(words(1n))).toMatchObject(unknown)
    expect(factorsIn(words(...Array.from({ length: 40 }, () => 1n)))).toMatchObject(unknown)
    expect(factorsIn({ ok: false })).toMatchObject({ ...unknown, isListed: null })
  })
})

/** What makes an entry one of Venus. */
const VENUS = { vai: { controller: at(8), token: { address: at(9), symbol: 'VAI', decimals: 18 } } }
const BEEF = '0x000000000000000000000000000000000000beef'
const REDEEM = 'function redeemAllowed(address, address, uint256) returns (uint256)'
const ACTION = 'function actionPaused(address, uint8) view returns (bool)'
const CONFIGURATION = 'function markets(address) view returns (bool, uint256, bool)'

/** A market of USDC: 1,000 supplied, 950 lent. */
function market(): Fact[] {
  return [
    says(COMPTROLLER, 'function getAllMarkets() view returns (address[])', [], [MARKET]),
    says(COMPTROLLER, 'function oracle() view returns (address)', [], ORACLE),
    says(MARKET, 'function underlying() view returns (address)', [], USDC),
    says(MARKET, 'function totalSupply() view returns (uint256)', [], 50_000n * 10n ** 8n),
    says(MARKET, 'function exchangeRateStored() view returns (uint256)', [], 2n * 10n ** 14n),
    says(MARKET, 'function getCash() view returns (uint256)', [], 50_000_000n),
    says(MARKET, 'function totalBorrows() view returns (uint256)', [], 950_000_000n),
    says(COMPTROLLER, CONFIGURATION, [MARKET], true, (8n * WAD) / 10n, false),
    says(
      ORACLE,
      'function getUnderlyingPrice(address) view returns (uint256)',
      [MARKET],
      10n ** 30n,
    ),
    ...isToken(USDC, 'USDC', 6),
  ]
}

async function read(facts: readonly Fact[], changes: object = {}) {
  return (await readWhole(facts, changes)).drafts
}

function readWhole(facts: readonly Fact[], changes: object = {}) {
  return readAlone(compoundV2Markets(entryOf(changes)), facts)
}

function entryOf(changes: object) {
  return compoundV2Entry.parse({
    id: 'compound-v2',
    protocol: 'compound-v2',
    product: 'lending',
    source: 'test',
    driver: 'compound-v2',
    comptroller: COMPTROLLER,
    ...changes,
  })
}
