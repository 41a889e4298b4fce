import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Call, Hex } from './evm/driver.ts'
import { fakeNode } from './evm/fixtures/fake-chain.ts'
import type { BundledReply } from './evm/multicall.ts'
import { tokenAt } from './fixtures/portfolios.ts'
import { depsOf, NOW, worldOf } from './fixtures/scan-world.ts'
import { askListedPrices, askPriceOracles } from './oracle-prices.ts'
import { createPriceCache } from './prices/cache.ts'
import { priceKey } from './prices/price.ts'
import { parseRegistry } from './registry/registry.ts'
import type { ScanDeps } from './scan-deps.ts'

const ETHEREUM = {
  key: 'ethereum',
  id: 1,
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
const registry = parseRegistry(
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
    registry: () => registry,
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
    const both = parseRegistry({ ...registry, entries }, 'ethereum')
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
    deps = { ...deps, fetch: node.fetch, registry: () => both }
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
