import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Hex } from '../../chains/address.ts'
import { type GapReason, MARKET_FACTS } from '../../domain/market.ts'
import type { ContractEntry } from '../../wallet/evm/contracts/drivers.ts'
import { aaveEntry } from '../../wallet/evm/drivers/aave.ts'
import { at, type Fact, isToken, says } from '../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { CallResult } from '../chain-reader.ts'
import { fakeReader, gapsOf, NOW, nowFact } from './fixtures/readers.ts'
import { byProtocol, readMarkets } from './read-markets.ts'

const POOL = at(1)
const PROVIDER = at(2)
const [WETH, A_WETH, DEBT] = [at(5), at(6), at(7)]
const FEED = at(8)
const ETHER = 10n ** 18n
/** Loan to value 80 %, threshold 82.5 %, 18 decimals, active, a cap of 2,000. */
const WORD = 8_000n | (8_250n << 16n) | (18n << 48n) | (1n << 56n) | (2_000n << 116n)

describe(readMarkets.name, () => {
  test('gives the markets of a protocol by its slug', async () => {
    const markets = await read(pool())
    expect(gapsOf(markets)).toEqual([])
    expect([...markets.keys()]).toEqual(['aave-v3'])
    expect(markets.get('aave-v3')).toEqual([
      {
        chain: 'Ethereum',
        address: POOL,
        name: 'core WETH',
        asset: 'WETH',
        assetAddress: WETH,
        suppliedUsd: 2_000_000,
        availableShare: 0.05,
        utilisation: 0.95,
        loanToValue: 0.8,
        liquidationThreshold: 0.825,
        supplyCapUsed: 0.5,
        frozen: false,
        paused: false,
        withdrawSeconds: 0,
        feed: {
          address: FEED,
          kind: 'unidentified',
          owner: null,
          ageSeconds: 60,
          intervalSeconds: null,
        },
        gap: null,
        day: '2026-11-22',
        block: 100,
        source: 'onchain',
        link: `https://blockscan.com/address/${POOL}`,
      },
    ])
  })

  test('without supply there is no share of it', async () => {
    const [market] = (await read(pool({ supplied: 0n }))).get('aave-v3') ?? []
    expect(market).toMatchObject({ availableShare: null, utilisation: null, suppliedUsd: 0 })
  })

  test('an oracle that counts in ETH needs the price of ETH from another market', async () => {
    const inEth = pool({ base: [at(90), ETHER], price: ETHER / 2n })
    expect((await read(inEth)).get('aave-v3')?.[0]?.suppliedUsd).toBeNull()
    const own = pool({ base: [WETH, ETHER], price: ETHER / 2n })
    const ofEth = entryOf({ id: 'eth', protocol: 'aave-v2', oracle: at(4) })
    const usd = entryOf({ id: 'usd', pool: at(11), dataProvider: at(12) })
    const markets = await readMarkets(
      fakeReader({ facts: [...own, ...pool({ shift: 10 })] }),
      byProtocol([ofEth, usd]),
    )
    expect(markets.get('aave-v3')?.[0]?.suppliedUsd).toBe(2_000_000)
    // Half an ETH each, at the price that the other market has for WETH.
    expect(markets.get('aave-v2')?.[0]?.suppliedUsd).toBe(1_000_000)
  })

  test.each([
    ['another day than the block', NOW + 86_400n],
    ['no day at all', 2n ** 200n],
  ])('with a time of %s, the age of a feed is hidden', async (_, time) => {
    const facts = pool().filter(({ data }) => data !== nowFact().data)
    const markets = await read([...facts, nowFact(time)])
    expect(markets.get('aave-v3')?.[0]).toMatchObject({
      suppliedUsd: 2_000_000,
      feed: null,
      gap: { why: 'node-failed', facts: ['feed'] },
    })
  })

  test('a pool with more reserves than Aave allows is a gap', async () => {
    const facts = pool().filter(({ data }) => !data.startsWith('0xd1946dbc'))
    const many = Array.from({ length: 201 }, (_, index) => at(1_000 + index))
    const markets = await read([...facts, says(POOL, RESERVES, [], many)])
    expect(markets.get('aave-v3')).toHaveLength(1)
    expect(gapsOf(markets)).toEqual([gapAt({ why: 'implausible' })])
  })

  test('a reserve with impossible decimals is a gap, and nothing else', async () => {
    const markets = await read(pool({ word: WORD | (63n << 48n) }))
    expect(gapsOf(markets)).toEqual([gapAt({ why: 'implausible', assetAddress: WETH })])
  })

  test('a protocol that lists more than 500 markets is cut, and the rest is a gap', async () => {
    const entries = [0, 1, 2].map((index) =>
      entryOf({ id: `pool-${index}`, pool: at(500 + index), dataProvider: at(600 + index) }),
    )
    const facts = entries.flatMap((entry) => hugePool(entry.pool, entry.dataProvider))
    const markets = await readMarkets(fakeReader({ facts }), byProtocol(entries))
    const found = markets.get('aave-v3') ?? []
    expect(found).toHaveLength(501)
    expect(found.filter(({ gap }) => gap?.why === 'too-many')).toHaveLength(1)
  })
})

describe('a node or a contract that answers badly', () => {
  const unread: [string, CallResult][] = [
    ['no node answers', { kind: 'failed' }],
    ['the contract reverts', { kind: 'reverted' }],
    ['there is no code', { kind: 'ok', data: '0x' }],
    ['half a word comes back', { kind: 'ok', data: `0x${'00'.repeat(16)}` }],
    ['far too much comes back', { kind: 'ok', data: `0x${'00'.repeat(300_000)}` }],
  ]
  const garbage: CallResult = { kind: 'ok', data: `0x${'ff'.repeat(32)}` }

  test.each(unread)('where %s, each value is the right one or null', async (_, result) => {
    const right = (await read(pool())).get('aave-v3')?.[0]
    const asked = fakeReader({ facts: pool() })
    await readMarkets(asked, byProtocol([entryOf()]))
    const calls = asked.rounds.flat()
    expect(calls.length).toBeGreaterThan(15)
    for (const { to, data } of calls) {
      const reader = fakeReader({
        facts: pool(),
        change: (call, answer) => (call.to === to && call.data === data ? result : answer),
      })
      const markets = await readMarkets(reader, byProtocol([entryOf()]))
      const market = markets.get('aave-v3')?.[0]
      if (!market || market.asset === '') {
        expect(market?.gap?.facts).toEqual([...MARKET_FACTS])
        continue
      }
      const { feed, gap, name: _name, asset: _asset, ...values } = market
      // What a score reads is either known, or said to be hidden.
      for (const fact of MARKET_FACTS) {
        const isHidden = market[fact] === null
        expect([data.slice(0, 10), fact, gap?.facts.includes(fact) ?? false]).toEqual([
          data.slice(0, 10),
          fact,
          isHidden,
        ])
      }
      for (const [field, value] of Object.entries(values)) {
        const known = new Map<string, unknown>(Object.entries(right ?? {})).get(field)
        // A pool of an older version has no record of its own, and its balance counts.
        const isOlder = result.kind === 'reverted' && data.startsWith('0x6fb07f96')
        const allowed = [known, null, ...(isOlder ? [0.06] : [])]
        expect([data.slice(0, 10), field, allowed.includes(value)]).toEqual([
          data.slice(0, 10),
          field,
          true,
        ])
      }
      expect([60, null]).toContain(feed?.ageSeconds ?? null)
    }
  })

  test('an amount with every bit set makes a gap or is not known', async () => {
    const change = (signature: Hex, to: Hex) =>
      fakeReader({
        facts: pool(),
        change: (call, answer) =>
          call.to === to && call.data.startsWith(signature) ? garbage : answer,
      })
    const ofSupply = await readMarkets(change('0x18160ddd', A_WETH), byProtocol([entryOf()]))
    expect(gapsOf(ofSupply)).toEqual([gapAt({ why: 'implausible', assetAddress: WETH })])
    const ofDebt = await readMarkets(change('0x18160ddd', DEBT), byProtocol([entryOf()]))
    expect(ofDebt.get('aave-v3')?.[0]?.utilisation).toBeNull()
    const facts = pool().filter(({ data }) => !data.startsWith('0x6fb07f96'))
    const ofBalance = fakeReader({
      facts,
      change: (call, answer) => (call.data.startsWith('0x70a08231') ? garbage : answer),
    })
    const markets = await readMarkets(ofBalance, byProtocol([entryOf()]))
    expect(markets.get('aave-v3')?.[0]).toMatchObject({
      availableShare: null,
      gap: { why: 'implausible', facts: ['availableShare'] },
    })
  })

  test('where any answer may be bad, nothing throws and no share is impossible', async () => {
    const results = [...unread.map(([, result]) => result), garbage]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 40 }), { minLength: 40, maxLength: 40 }),
        async (fates) => {
          let at = 0
          const reader = fakeReader({
            facts: pool(),
            change: (_, answer) => results[fates[at++ % fates.length] ?? 0] ?? answer,
          })
          const markets = await readMarkets(reader, byProtocol([entryOf()]))
          const found = markets.get('aave-v3') ?? []
          expect(found.length).toBeGreaterThan(0)
          for (const market of found) {
            for (const share of [market.availableShare, market.loanToValue, market.supplyCapUsed])
              expect(share === null || (share >= 0 && share <= 1)).toBe(true)
            expect(market.utilisation ?? 0).toBeLessThanOrEqual(1.05)
          }
        },
      ),
    )
  })
})

const RESERVES = 'function getReservesList() view returns (address[])'
const TOKENS =
  'function getReserveTokensAddresses(address) view returns (address, address, address)'
const CONFIGURATION = 'function getConfiguration(address) view returns (uint256)'
const TOTAL = 'function totalSupply() view returns (uint256)'
const LATEST = 'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)'

/** The gap of the pool, or of an asset in it, of which nothing could be read. */
function gapAt(fields: { why: GapReason; assetAddress?: Hex }) {
  return { protocol: 'aave-v3', address: POOL, facts: [...MARKET_FACTS], ...fields }
}

/** A pool with one reserve: 1,000 WETH supplied at 2,000 US dollars, 950 lent. `shift` moves the addresses of its own contracts. */
function pool({
  supplied = 1_000n * ETHER,
  word = WORD,
  base = [at(0), 10n ** 8n] as [Hex, bigint],
  price = 2_000n * 10n ** 8n,
  shift = 0,
} = {}): Fact[] {
  const [own, provider, addresses, oracle] = [1, 2, 3, 4].map((each) => at(each + shift))
  if (!own || !provider || !addresses || !oracle) throw new Error('There are four.')
  return [
    nowFact(),
    says(own, RESERVES, [], [WETH]),
    says(own, 'function ADDRESSES_PROVIDER() view returns (address)', [], addresses),
    says(addresses, 'function getPriceOracle() view returns (address)', [], oracle),
    says(oracle, 'function BASE_CURRENCY() view returns (address)', [], base[0]),
    says(oracle, 'function BASE_CURRENCY_UNIT() view returns (uint256)', [], base[1]),
    says(oracle, 'function getAssetPrice(address) view returns (uint256)', [WETH], price),
    says(oracle, 'function getSourceOfAsset(address) view returns (address)', [WETH], FEED),
    says(provider, TOKENS, [WETH], A_WETH, at(0), DEBT),
    says(own, CONFIGURATION, [WETH], word),
    says(A_WETH, TOTAL, [], supplied),
    says(DEBT, TOTAL, [], 950n * ETHER),
    says(WETH, 'function balanceOf(address) view returns (uint256)', [A_WETH], 60n * ETHER),
    says(
      own,
      'function getVirtualUnderlyingBalance(address) view returns (uint128)',
      [WETH],
      50n * ETHER,
    ),
    says(FEED, LATEST, [], 1n, 1n, NOW - 60n, NOW - 60n, 1n),
    ...isToken(WETH, 'WETH', 18),
  ]
}

/** 200 reserves with a supply each. */
function hugePool(own: Hex, provider: Hex): Fact[] {
  const assets = Array.from({ length: 200 }, (_, index) => at(2_000 + index))
  return [
    says(own, RESERVES, [], assets),
    ...assets.flatMap((asset) => [
      says(provider, TOKENS, [asset], A_WETH, at(0), DEBT),
      says(own, CONFIGURATION, [asset], WORD),
    ]),
    says(A_WETH, TOTAL, [], 1n),
  ]
}

function entryOf(changes: object = {}) {
  return aaveEntry.parse({
    id: 'core',
    protocol: 'aave-v3',
    product: 'lending',
    market: 'core',
    source: 'test',
    driver: 'aave',
    version: 3,
    pool: POOL,
    dataProvider: PROVIDER,
    assets: [],
    ...changes,
  })
}

function read(facts: readonly Fact[], entries: ContractEntry[] = [entryOf()]) {
  return readMarkets(fakeReader({ facts }), byProtocol(entries))
}
