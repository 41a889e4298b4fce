import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Address } from '../../chains/address.ts'
import { hexBytes } from '../../chains/hex.ts'
import { SCAN_CHAINS } from '../../chains/scan-chains.ts'
import { openContracts } from '../../wallet/evm/contracts/open-contracts.ts'
import { compoundV3Entry } from '../../wallet/evm/drivers/compound-v3.ts'
import { at, type Fact, isToken, says } from '../../wallet/evm/drivers/fixtures/fake-chain.ts'
import { compoundV3Markets } from './compound-v3.ts'
import { readAlone, silentlyHidden } from './fixtures/readers.ts'

const COMET = at(1)
const WETH = { address: at(2), symbol: 'WETH', decimals: 18 }
const FEED = at(3)
const WSTETH = at(4)
const COLLATERAL_FEED = at(5)
const ASSET =
  'function getAssetInfo(uint8) view returns ((uint8 offset, address asset, address priceFeed, uint64 scale, uint64 borrowFactor, uint64 liquidateFactor, uint64 liquidationFactor, uint128 supplyCap))'
const ETHER = 10n ** 18n

describe('a Comet', () => {
  test('prices are relative to the base token unless its feed counts in US dollars', async () => {
    const relative = (await read(comet('Constant price feed'))).drafts
    expect(relative.map(({ price }) => price)).toEqual([
      { value: 1, unit: { token: WETH.address, value: 1 } },
      { value: 1.2, unit: { token: WETH.address, value: 1 } },
    ])
    const inUsd = (await read(comet('WETH / USD'))).drafts
    expect(inUsd.map(({ price }) => price?.unit)).toEqual(['usd', 'usd'])
  })

  test('lends its base token alone, and has one pause for all withdrawals', async () => {
    const flag = (name: string, isSet: boolean) =>
      says(COMET, `function is${name}Paused() view returns (bool)`, [], isSet)
    for (const isSet of [true, false]) {
      const flags = [flag('Withdraw', isSet), flag('Supply', !isSet)]
      expect((await read([...comet('WETH / USD'), ...flags])).drafts).toMatchObject([
        { name: 'WETH', supplied: 1_000n * ETHER, available: 50n * ETHER, borrowed: 950n * ETHER },
        { name: 'collateral wstETH', loanToValue: 0.88, liquidationThreshold: 0.93, borrowed: 0n },
      ])
      for (const draft of (await read([...comet(''), ...flags])).drafts)
        expect(draft).toMatchObject({ paused: isSet, frozen: !isSet, withdrawSeconds: 0 })
    }
  })

  test('a collateral that cannot be read is a gap', async () => {
    const facts = comet('').filter(({ to }) => to !== WSTETH)
    const without = facts.filter(({ data }) => !data.startsWith('0xc8c7fe6b'))
    const { drafts, failed } = await read(without)
    expect(drafts).toHaveLength(1)
    expect(failed).toEqual([{ address: COMET, why: 'reverted' }])
  })

  test('hides nothing in silence that a score reads', async () => {
    const reading = () => compoundV3Markets(entryOf(COMET, WETH.address))
    expect(await silentlyHidden(reading, comet('WETH / USD'))).toEqual([])
  })

  test('a contract whose base token is another one is no such Comet', async () => {
    const facts = comet('').filter(({ data }) => !data.startsWith('0xc55dae63'))
    const other = says(COMET, 'function baseToken() view returns (address)', [], WSTETH)
    expect(await read([...facts, other])).toMatchObject({
      drafts: [],
      failed: [{ why: 'implausible' }],
    })
  })

  test('a scale that is no power of ten makes the collateral a gap', async () => {
    const { failed } = await read(comet('', { scale: 3n * 10n ** 17n }))
    expect(failed).toEqual([{ address: COMET, asset: WSTETH, why: 'implausible' }])
  })
})

const RECORDED = new URL('../../../../shared/reference/onchain/market-facts.json', import.meta.url)
const anyAddress = z.string().toLowerCase().pipe(hexBytes(20))
const recordedRows = z.array(
  z.looseObject({
    chain: z.string(),
    comet: anyAddress,
    baseToken: anyAddress,
    asset: z.string(),
    assetAddress: anyAddress,
    /** Null where the deployment made its feed itself. */
    priceFeed: anyAddress.nullable(),
    ltv: z.number(),
    threshold: z.number(),
    liquidationFactor: z.number(),
    supplyCap: z.string(),
  }),
)

const isAbsent = !existsSync(RECORDED)

describe.skipIf(isAbsent)('the recorded configurations of Compound v3', () => {
  const rows = isAbsent ? [] : recordedRows.parse(JSON.parse(readFileSync(RECORDED, 'utf8')))
  const comets = Map.groupBy(rows, ({ comet }) => comet)

  test('are 92 collaterals whose factors read as loan to value and threshold', async () => {
    let read = 0
    for (const [address, collaterals] of comets) {
      const { drafts, failed } = await readAlone(
        compoundV3Markets(entryOf(address, collaterals[0]?.baseToken ?? WETH.address)),
        recordedComet(address, collaterals),
      )
      expect(failed).toEqual([])
      for (const [index, row] of collaterals.entries()) {
        const draft = drafts[index + 1]
        expect(draft?.assetAddress).toBe(row.assetAddress)
        expect(draft?.priceFeed).toBe(row.priceFeed ?? FEED)
        expect(draft?.loanToValue).toBeCloseTo(row.ltv, 12)
        expect(draft?.liquidationThreshold).toBeCloseTo(row.threshold, 12)
        expect(draft?.supplyCap).toBe(wholeNumber(row.supplyCap) || null)
        read += 1
      }
    }
    expect(read).toBe(92)
  })

  test('name the base tokens that the contract lists have', () => {
    const contractsOn = openContracts()
    const bases = SCAN_CHAINS.flatMap(({ key }) =>
      contractsOn(key).entries.flatMap((entry) =>
        entry.driver === 'compound-v3'
          ? [[`${key} ${entry.comet}`, entry.base.address] as const]
          : [],
      ),
    )
    const listed = new Map<string, Address>(bases)
    const both = rows.filter(({ chain, comet }) => listed.has(`${chain} ${comet}`))
    expect(both.length).toBeGreaterThan(50)
    for (const { chain, comet, baseToken } of both)
      expect([comet, listed.get(`${chain} ${comet}`)]).toEqual([comet, baseToken])
  })
})

type RecordedRow = z.infer<typeof recordedRows>[number]

/** A number of a deployment's configuration, such as `4000000e18`. */
function wholeNumber(text: string): bigint {
  const [digits = '', exponent = '0'] = text.replaceAll('_', '').split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  return BigInt(whole + fraction) * 10n ** BigInt(Number(exponent) - fraction.length)
}

function recordedComet(comet: Address, rows: readonly RecordedRow[]): Fact[] {
  return [
    says(comet, 'function baseToken() view returns (address)', [], rows[0]?.baseToken),
    says(comet, 'function totalSupply() view returns (uint256)', [], 1n),
    says(comet, 'function numAssets() view returns (uint8)', [], rows.length),
    ...rows.flatMap((row, index) => [
      says(comet, ASSET, [index], {
        offset: index,
        asset: row.assetAddress,
        priceFeed: row.priceFeed ?? FEED,
        scale: 10n ** 18n,
        borrowFactor: BigInt(Math.round(row.ltv * 1e4)) * 10n ** 14n,
        liquidateFactor: BigInt(Math.round(row.threshold * 1e4)) * 10n ** 14n,
        liquidationFactor: BigInt(Math.round(row.liquidationFactor * 1e4)) * 10n ** 14n,
        supplyCap: wholeNumber(row.supplyCap),
      }),
      says(comet, TOTALS, [row.assetAddress], 1n, 0n),
    ]),
  ]
}

const TOTALS = 'function totalsCollateral(address) view returns (uint128, uint128)'
const PRICE = 'function getPrice(address) view returns (uint256)'
const BALANCE = 'function balanceOf(address) view returns (uint256)'

/** A market for WETH against wstETH, whose base feed has this description. */
function comet(description: string, info: object = {}): Fact[] {
  return [
    says(COMET, 'function baseToken() view returns (address)', [], WETH.address),
    says(COMET, 'function totalSupply() view returns (uint256)', [], 1_000n * ETHER),
    says(COMET, 'function totalBorrow() view returns (uint256)', [], 950n * ETHER),
    says(COMET, 'function numAssets() view returns (uint8)', [], 1),
    says(COMET, 'function baseTokenPriceFeed() view returns (address)', [], FEED),
    says(WETH.address, BALANCE, [COMET], 50n * ETHER),
    says(FEED, 'function description() view returns (string)', [], description),
    says(COMET, PRICE, [FEED], 100_000_000n),
    says(COMET, PRICE, [COLLATERAL_FEED], 120_000_000n),
    says(COMET, ASSET, [0], {
      offset: 0,
      asset: WSTETH,
      priceFeed: COLLATERAL_FEED,
      scale: ETHER,
      borrowFactor: (88n * ETHER) / 100n,
      liquidateFactor: (93n * ETHER) / 100n,
      liquidationFactor: (97n * ETHER) / 100n,
      supplyCap: 0n,
      ...info,
    }),
    says(COMET, TOTALS, [WSTETH], 10n * ETHER, 0n),
    says(WSTETH, BALANCE, [COMET], 10n * ETHER),
    ...isToken(WSTETH, 'wstETH', 18),
  ]
}

function entryOf(comet: Address, base: Address) {
  return compoundV3Entry.parse({
    id: 'comet',
    protocol: 'compound-v3',
    product: 'lending',
    source: 'test',
    driver: 'compound-v3',
    comet,
    base: { ...WETH, address: base },
    tokens: [],
  })
}

function read(facts: readonly Fact[]) {
  return readAlone(compoundV3Markets(entryOf(COMET, WETH.address)), facts)
}
