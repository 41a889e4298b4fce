import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Hex } from '../../chains/address.ts'
import type { Call } from '../../chains/evm/call.ts'
import type { BundledReply } from '../../chains/evm/multicall.ts'
import { fakeNode } from '../../testing/wallet/evm/fake-chain.ts'
import { tokenAt } from '../../testing/wallet/portfolios.ts'
import { depsOf, NOW, worldOf } from '../../testing/wallet/scan-world.ts'
import { parseContractList } from '../evm/contracts/contract-list.ts'
import { priceKey } from '../model/price.ts'
import type { ScanDeps } from '../scan-deps.ts'
import { createPriceCache } from './cache.ts'
import { askListedPrices, askPriceOracles } from './oracle-prices.ts'

const ETHEREUM = {
  key: 'ethereum',
  chainId: 1,
  name: 'Ethereum',
  maxLagSeconds: 300,
  urls: ['https://node.example'],
} as const
const ORACLE = tokenAt(50)
const LISTED = [1, 2].map((at) => ({
  address: tokenAt(at),
  symbol: `T${at}`,
  decimals: 18,
  id: at,
  aToken: tokenAt(100 + at),
  vToken: tokenAt(200 + at),
}))
const TOKENS = [1, 2].map((at) => ({ chain: 'Ethereum', token: tokenAt(at), decimals: 18 }))
const [FIRST, SECOND] = TOKENS.map((token) => priceKey(token))
/** `getAssetsPrices(address[])`. */
const ALL_PRICES = '0x9d23d9f2'
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const NEVER = new AbortController().signal

const entry = {
  id: 'market',
  protocol: 'aave-v3',
  product: 'lending',
  source: 'test',
  driver: 'aave',
  version: 3,
  pool: tokenAt(51),
  dataProvider: tokenAt(52),
  oracle: ORACLE,
  assets: LISTED,
}
const contracts = parseContractList(
  { chain: 'ethereum', chainId: 1, generatedFrom: {}, entries: [entry] },
  'ethereum',
)

let prices: bigint[]
let isDown: boolean
let node: ReturnType<typeof fakeNode>
let now: number
let deps: ScanDeps

const sayPrices = ({ to }: Call): BundledReply => {
  if (to !== ORACLE) return { ok: false, data: '0x' }
  return { ok: true, data: encodeAbiParameters(parseAbiParameters('uint256[]'), [prices]) }
}

beforeEach(() => {
  prices = [200_000_000n, 300_000_000n]
  isDown = false
  now = NOW
  const chain = { chainId: 1, blockNumber: 7n, time: () => now / 1000, reply: sayPrices }
  node = fakeNode(chain, () => (isDown ? new Response('busy', { status: 503 }) : null))
  deps = depsOf(worldOf(), {
    fetch: node.fetch,
    now: () => now,
    chains: [ETHEREUM],
    contracts: () => contracts,
    priceCache: createPriceCache(),
  }).deps
})

const values = async (tokens = TOKENS) =>
  [...(await askPriceOracles(tokens, deps, NEVER))].map(([key, each]) => [
    key,
    each.known ? each.value : null,
  ])

describe('the oracles of a chain', () => {
  test('are asked about the tokens that they list, and about no others', async () => {
    const other = { chain: 'Ethereum', token: tokenAt(3), decimals: 18 }
    expect(await values([...TOKENS, other])).toEqual([
      [FIRST, 2],
      [SECOND, 3],
    ])
    expect(node.requests).toHaveLength(1)
  })

  test('are not asked again about what they said beside the question for positions', async () => {
    await askListedPrices(ETHEREUM, deps, NEVER)
    prices = [900_000_000n, 900_000_000n]
    expect(await values()).toEqual([
      [FIRST, 2],
      [SECOND, 3],
    ])
    await askListedPrices(ETHEREUM, deps, NEVER)
    expect(node.requests).toHaveLength(1)
  })

  test('are asked again about what they did not know, and after a minute about all', async () => {
    prices = [0n, 300_000_000n]
    await askListedPrices(ETHEREUM, deps, NEVER)
    prices = [400_000_000n]
    expect(new Map(await values().then((all) => all.map(([key, usd]) => [key, usd])))).toEqual(
      new Map([
        [SECOND, 3],
        [FIRST, 4],
      ]),
    )
    now += 61_000
    prices = [500_000_000n, 600_000_000n]
    expect(await values()).toEqual([
      [FIRST, 5],
      [SECOND, 6],
    ])
  })

  test('that do not answer leave nothing in memory', async () => {
    isDown = true
    await askListedPrices(ETHEREUM, deps, NEVER)
    expect(deps.priceCache.size).toBe(0)
    isDown = false
    expect(await values()).toEqual([
      [FIRST, 2],
      [SECOND, 3],
    ])
  })

  test('are asked together where a chain has several, though one of them has a broken feed', async () => {
    const broken = tokenAt(60)
    const [first, second] = LISTED
    const entries = [
      { ...entry, assets: [first] },
      { ...entry, id: 'other', oracle: broken, assets: [{ ...second, aToken: tokenAt(300) }] },
    ]
    const both = parseContractList({ ...contracts, entries }, 'ethereum')
    prices = [200_000_000n]
    node = fakeNode({
      chainId: 1,
      blockNumber: 7n,
      time: () => now / 1000,
      reply: (call) => {
        if (call.to !== broken) return sayPrices(call)
        const isForAll = call.data.startsWith(ALL_PRICES)
        return isForAll ? { ok: false, data: '0x01' } : { ok: true, data: word(700_000_000n) }
      },
    })
    deps = { ...deps, fetch: node.fetch, contracts: () => both }
    expect(await values()).toEqual([
      [FIRST, 2],
      [SECOND, 7],
    ])
    expect(node.requests.map(({ calls }) => calls.length)).toEqual([2, 1])
  })

  test('and the market keep their prices apart', async () => {
    await askListedPrices(ETHEREUM, deps, NEVER)
    for (const token of TOKENS) expect(deps.priceCache.find(priceKey(token), now)).toBeUndefined()
  })
})

describe('what stands behind a token', () => {
  const [first] = LISTED
  const VAULT = tokenAt(70)
  const BASE = { ...ETHEREUM, key: 'base', chainId: 8453, name: 'Base' } as const
  const staked = {
    source: 'test',
    product: 'lst',
    protocol: 'stake',
    driver: 'holding',
    token: { address: tokenAt(71), symbol: 'stT1', decimals: 18 },
    rate: { contract: tokenAt(72), function: 'getRate()', of: pick(first) },
  }
  const vault = {
    id: 'vault',
    source: 'test',
    product: 'vault',
    protocol: 'vaults',
    driver: 'erc4626',
    vault: VAULT,
    asset: staked.token,
  }
  const withBackings = parseContractList(
    { ...contracts, entries: [entry, { ...staked, id: 'staked' }, vault] },
    'ethereum',
  )
  const empty = parseContractList(
    { ...contracts, chain: 'base', chainId: 8453, entries: [] },
    'base',
  )
  const tokenOf = (token: string) => ({ chain: 'Ethereum', token, decimals: 18 })
  const priceOfOne = async (token: { chain: string; token: string; decimals: number }) =>
    [...(await askPriceOracles([token], deps, NEVER)).values()][0]
  let rates: Record<string, bigint | undefined>

  beforeEach(() => {
    rates = { [tokenAt(72)]: 1_200_000_000_000_000_000n, [VAULT]: 1_500_000_000_000_000_000n }
    prices = [200_000_000n]
    node = fakeNode({
      chainId: 1,
      blockNumber: 7n,
      time: () => now / 1000,
      reply: (call) => {
        const rate = rates[call.to]
        return rate === undefined ? sayPrices(call) : { ok: true, data: word(rate) }
      },
    })
    deps = {
      ...deps,
      fetch: node.fetch,
      chains: [ETHEREUM, { ...BASE, urls: ['https://base.example'] }],
      contracts: (key) => (key === 'ethereum' ? withBackings : empty),
    }
  })

  test.each([
    ['the rate of a receipt', tokenAt(71), 2.4],
    ['the rates of a vault of a receipt', VAULT, 3.6],
    ['an aToken, one for one', tokenAt(101), 2],
  ])('is what its price is bound by: %s', async (_, token, usd) => {
    expect(await priceOfOne(tokenOf(token))).toEqual({
      known: true,
      value: expect.closeTo(usd, 9),
      asOf: '2026-11-21',
      source: 'aave-oracle-of-backing',
    })
    expect(node.requests).toHaveLength(1)
  })

  test('is asked for its rate alone when the price is remembered', async () => {
    prices = [200_000_000n, 300_000_000n]
    await askListedPrices(ETHEREUM, deps, NEVER)
    expect(await priceOfOne(tokenOf(tokenAt(71)))).toMatchObject({ value: 2.4 })
    expect(node.requests.map(({ calls }) => calls.length)).toEqual([1, 1])
  })

  test('gives no price when its rate or its oracle is silent', async () => {
    rates[tokenAt(72)] = 0n
    expect(await priceOfOne(tokenOf(tokenAt(71)))).toMatchObject({ reason: 'upstream-failed' })
    rates[tokenAt(72)] = 1n
    prices = [0n]
    expect(await priceOfOne(tokenOf(tokenAt(71)))).toMatchObject({ known: false })
  })

  test('may stand on the chain that a token was bridged from', async () => {
    const sUsds = tokenAt(73)
    const usds = { address: '0xdc035d45d973e3ec169d2276ddab16f1e407384f', symbol: 'USDS' }
    const market = { ...entry, assets: [{ ...first, ...usds }] }
    const home = { ...vault, vault: '0xa3931d71877c0e7a3148cb7eb4463524fec27fbd' }
    const asset = { ...usds, decimals: 18 }
    const bridged = parseContractList(
      { ...contracts, entries: [market, { ...home, asset }] },
      'ethereum',
    )
    rates = { [home.vault]: 1_100_000_000_000_000_000n }
    prices = [100_000_000n]
    deps = { ...deps, contracts: (key) => (key === 'ethereum' ? bridged : empty) }
    const onBase = {
      chain: 'Base',
      token: '0x5875eee11cf8398102fdad704c9e96607675467a',
      decimals: 18,
    }
    expect(await priceOfOne(onBase)).toMatchObject({ value: expect.closeTo(1.1, 9) })
    expect(await priceOfOne({ ...onBase, token: sUsds })).toBeUndefined()
  })
})

function pick(asset: (typeof LISTED)[number] | undefined) {
  if (!asset) throw new Error('The market lists nothing.')
  const { address, symbol, decimals } = asset
  return { address, symbol, decimals }
}
