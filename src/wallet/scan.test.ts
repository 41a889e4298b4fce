import { beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../chains/address.ts'
import { EXCHANGE } from '../testing/wallet/named/exchange.ts'
import { tokenAt } from '../testing/wallet/portfolios.ts'
import {
  answerOf,
  depsOf,
  OWNER,
  PATIENT,
  protocolOn,
  SHORT,
  urlOf,
  type World,
  worldOf,
} from '../testing/wallet/scan-world.ts'
import { parseContractList } from './evm/contracts/contract-list.ts'
import { openContracts } from './evm/contracts/open-contracts.ts'
import { scanWallet } from './scan.ts'
import type { ScanDeps } from './scan-deps.ts'

const contractsOn = openContracts()

const ZERO: Address = `0x${'0'.repeat(40)}`
const LISTED = tokenAt(99)

const scan = (world: World, change: Partial<ScanDeps> = {}, input: string = OWNER) =>
  scanWallet(input, depsOf(world, change).deps)

const answer = (...args: Parameters<typeof scan>) => answerOf(scan(...args))

const statuses = ({ coverage }: Awaited<ReturnType<typeof answer>>) =>
  Object.fromEntries(coverage.map(({ chain, status }) => [chain, status]))

const ALL_OK = { Arbitrum: 'ok', Base: 'ok', Ethereum: 'ok', Hyperliquid: 'ok' }

describe('a wallet on chains that all answer', () => {
  test('has every position with its price and score, and is complete', async () => {
    const result = await answer(worldOf())
    expect(result.address).toBe(OWNER)
    expect(result).not.toHaveProperty('resolvedFrom')
    expect(result.positions.map(({ chain, suppliedUsd }) => [chain, suppliedUsd]).sort()).toEqual([
      ['Arbitrum', 20],
      ['Base', 20],
      ['Ethereum', 20],
    ])
    expect(result.totals).toMatchObject({ suppliedUsd: 60, netUsd: 60, complete: true })
    // One of three has no score: a third may be anything.
    expect(result.portfolioScore).toBeNull()
    expect(result.riskSummary).toMatchObject({
      netExposure: { usd: 60, scoredShare: 0.6667, low: 2, high: 5.3 },
    })
    expect(result.sanctions.status).toBe('clear')
    expect(statuses(result)).toEqual(ALL_OK)
  })

  test('that holds nothing has no positions and an empty summary, and is complete', async () => {
    const result = await answer(worldOf({ balance: 0n }))
    expect(result).toMatchObject({ positions: [], totals: { suppliedUsd: 0, complete: true } })
    expect(result.riskSummary).toEqual({})
    expect(result.portfolioScore).toBeNull()
  })

  test('is found in any case of its address', async () => {
    const result = await answer(worldOf(), {}, `0x${OWNER.slice(2).toUpperCase()}`)
    expect(result.address).toBe(OWNER)
    expect(result).not.toHaveProperty('resolvedFrom')
  })
})

describe('what cannot be scanned', () => {
  test.each([
    ['nonsense', 'INVALID_REQUEST'],
    ['ali_ce.eth', 'INVALID_REQUEST'],
    [ZERO, 'UNPROCESSABLE'],
    ['1'.repeat(32), 'UNPROCESSABLE'],
  ])('%s is refused with %s, without a request', async (input, code) => {
    const { deps, asked } = depsOf(worldOf())
    expect(await scanWallet(input, deps)).toMatchObject({ kind: 'refused', code })
    expect(asked).toEqual([])
  })
})

describe('a name', () => {
  // Loads what names need, which may take longer than this world waits.
  beforeAll(() => scan(worldOf(), {}, 'ali_ce.eth'))

  test('is scanned as its address', async () => {
    const result = await answer(worldOf(), {}, 'Alice.eth')
    expect(result).toMatchObject({ address: OWNER, resolvedFrom: 'Alice.eth' })
    expect(result.positions).toHaveLength(3)
  })

  test('without an address is not found', async () => {
    const outcome = await scan(worldOf({ name: 'none' }), {}, 'alice.eth')
    expect(outcome).toMatchObject({ kind: 'refused', code: 'NOT_FOUND' })
  })

  test.each<[string, Parameters<typeof worldOf>]>([
    ['its node is dead', [{}, { ethereum: 'dead' }]],
    ['its node is silent', [{}, { ethereum: 'silent' }]],
    ['its resolver makes no sense', [{ name: 'error' }]],
  ])('could not be resolved when %s', async (_, world) => {
    const { deps, asked } = depsOf(worldOf(...world))
    const outcome = await scanWallet('alice.eth', deps)
    expect(outcome).toMatchObject({ kind: 'refused', code: 'NAME_RESOLUTION_FAILED' })
    expect(asked).not.toContain('base')
  })

  test('could not be resolved when its gateway is silent', async () => {
    const asked: string[] = []
    const askGateway: ScanDeps['askGateway'] = ({ url }) => {
      asked.push(url)
      return new Promise(() => {})
    }
    const change = { askGateway, limits: SHORT }
    const outcome = await scan(worldOf({ name: 'gateway' }), change, 'alice.eth')
    expect(outcome).toMatchObject({ code: 'NAME_RESOLUTION_FAILED' })
    expect(asked).toHaveLength(1)
  })

  test('of Solana could not be resolved when its node is silent', async () => {
    const outcome = await scan(worldOf({}, { solana: 'silent' }), {}, 'alice.sol')
    expect(outcome).toMatchObject({ kind: 'refused', code: 'NAME_RESOLUTION_FAILED' })
  })
})

describe('chains that fail', () => {
  test.each([
    ['dead', 'unavailable'],
    ['silent', 'timeout'],
  ] as const)('one that is %s is %s, and the others are listed', async (health, status) => {
    const result = await answer(worldOf({}, { arbitrum: health }))
    expect(statuses(result)).toEqual({ ...ALL_OK, Arbitrum: status })
    expect(result.coverage.find(({ chain }) => chain === 'Arbitrum')?.protocols).toEqual([
      { id: protocolOn('arbitrum'), status: 'failed', reason: 'rpc' },
    ])
    expect(result.totals).toMatchObject({ suppliedUsd: 40, complete: false })
    expect(result.riskSummary).toMatchObject({
      flags: expect.arrayContaining(['incomplete-coverage']),
    })
  })

  test('a contract that does not answer as it should is named with its reason', async () => {
    const result = await answer(worldOf({ isBroken: true }))
    expect(result.coverage.find(({ chain }) => chain === 'Arbitrum')?.protocols).toEqual([
      { id: protocolOn('arbitrum'), status: 'failed', reason: 'contract' },
    ])
    expect(result.totals.complete).toBe(false)
  })

  test('an exchange that fails leaves the chains as they are', async () => {
    const result = await answer(worldOf({}, { exchange: 'dead' }))
    expect(statuses(result)).toEqual({ ...ALL_OK, Hyperliquid: 'unavailable' })
    expect(result.coverage.find(({ chain }) => chain === 'Hyperliquid')?.protocols).toEqual([
      { id: 'hyperliquid', status: 'failed', reason: 'provider' },
      { id: 'hyperliquid-spot-orderbook', status: 'failed', reason: 'provider' },
    ])
  })

  test('a part of the exchange that fails is reported beside the others', async () => {
    const { deps } = depsOf(worldOf())
    const fetch: ScanDeps['fetch'] = async (url, init) => {
      if (!url.startsWith(urlOf('exchange'))) return await deps.fetch(url, init)
      const { type }: Record<string, string> = JSON.parse(String(init.body))
      if (type === 'userVaultEquities') throw new Error('reset')
      return Response.json(EXCHANGE[type ?? ''])
    }
    const result = await answer(worldOf(), { fetch })
    const held = result.positions.filter(({ chain }) => chain === 'Hyperliquid')
    expect(held.map(({ product }) => product).sort()).toEqual(['perp', 'perp', 'staking', 'vault'])
    expect(result.coverage.find(({ chain }) => chain === 'Hyperliquid')).toEqual({
      chain: 'Hyperliquid',
      status: 'partial',
      block: null,
      protocols: [
        { id: 'hyperliquid', status: 'failed', reason: 'provider' },
        { id: 'hyperliquid-spot-orderbook', status: 'ok' },
      ],
    })
  })

  test('a dead chain names all that was not read, and where its tokens may be staked', async () => {
    const { deps } = depsOf(worldOf())
    const contracts: ScanDeps['contracts'] = (key) =>
      key === 'ethereum' ? contractsOn(key) : deps.contracts(key)
    const result = await answer(worldOf({}, { ethereum: 'dead' }), { contracts })
    const protocols = result.coverage.find(({ chain }) => chain === 'Ethereum')?.protocols ?? []
    const ids = protocols.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['aave-v3', 'convex-finance', 'lido']))
    expect(new Set(ids).size).toBe(ids.length)
    expect(protocols.every(({ reason }) => reason === 'rpc')).toBe(true)
  })

  test('when one thing could be seen there is an answer, and when nothing could there is none', async () => {
    const dead = { ethereum: 'dead', arbitrum: 'dead', base: 'dead' } as const
    const result = await answer(worldOf({}, dead))
    expect(result).toMatchObject({ positions: [], riskSummary: {}, totals: { complete: false } })
    for (const health of ['dead', 'silent'] as const) {
      const outcome = await scan(worldOf({}, { ...dead, exchange: health }))
      expect(outcome).toMatchObject({
        code: 'DATA_UNAVAILABLE',
        reason: expect.stringMatching(/chains/),
      })
    }
  })
})

describe('prices that fail', () => {
  test.each(['dead', 'silent'] as const)(
    '%s: positions are listed without a value',
    async (health) => {
      const result = await answer(worldOf({}, { prices: health }))
      expect(result.positions).toHaveLength(3)
      expect(result.positions.map(({ suppliedUsd }) => suppliedUsd)).toEqual([null, null, null])
      expect(result.positions[0]?.legs[0]?.missing).toBe('upstream-failed')
      expect(result.totals.complete).toBe(false)
    },
  )
})

describe('a price that one source gives', () => {
  const EETH = '0x35fa164735182de50811e8e2e824cfb9b6118ac2'
  const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
  const ORACLE = tokenAt(60)
  const ETHER = 10n ** 18n
  const aToken = { aToken: tokenAt(61), vToken: tokenAt(62) }
  const places = { pool: tokenAt(63), dataProvider: tokenAt(64), oracle: ORACLE }
  const entries = [
    {
      id: 'eeth',
      protocol: protocolOn('ethereum'),
      product: 'lst',
      source: 'test',
      driver: 'holding',
      token: { address: EETH, symbol: 'eETH', decimals: 18 },
    },
    {
      id: 'market',
      protocol: 'aave-v3',
      product: 'lending',
      source: 'test',
      driver: 'aave',
      version: 3,
      ...places,
      assets: [{ address: WETH, symbol: 'WETH', decimals: 18, id: 0, ...aToken }],
    },
  ]
  const word = (value: bigint) => value.toString(16).padStart(64, '0')

  /** One eETH, an oracle that knows ether at 3,000 dollars or is silent, and a market that says what eETH costs. */
  async function holding(marketUsd: number, isOracleThere = true) {
    const world = worldOf({
      reply: ({ to }, key) => {
        if (key !== 'ethereum') return { ok: true, data: `0x${word(0n)}` }
        if (to === EETH) return { ok: true, data: `0x${word(ETHER)}` }
        const prices = [32n, 1n, 3_000n * 100_000_000n].map(word).join('')
        return to === ORACLE && isOracleThere
          ? { ok: true, data: `0x${prices}` }
          : { ok: false, data: '0x01' }
      },
    })
    const { deps } = depsOf(world)
    const row = { price: marketUsd, timestamp: deps.now() / 1000, confidence: 1, decimals: 18 }
    const { positions, riskSummary } = await answer(world, {
      limits: PATIENT,
      contracts: (key) =>
        key === 'ethereum'
          ? parseContractList({ chain: key, chainId: 1, generatedFrom: {}, entries }, key)
          : deps.contracts(key),
      fetch: (url, init) =>
        url.startsWith(urlOf('prices'))
          ? Promise.resolve(Response.json({ coins: { [`ethereum:${EETH}`]: row } }))
          : deps.fetch(url, init),
    })
    const flags = 'flags' in riskSummary ? riskSummary.flags : []
    return { leg: positions[0]?.legs[0], flags }
  }

  test('is no price when it is a thousand times what stands behind the token', async () => {
    const { leg, flags } = await holding(3_000_000)
    expect(leg).toMatchObject({ symbol: 'eETH', usd: null, missing: 'disagreement' })
    expect(flags).toContain('price-disagreement')
  })

  test('is confirmed by what stands behind the token', async () => {
    const { leg, flags } = await holding(2_990)
    expect(leg).toMatchObject({
      usd: 2_990,
      price: { source: 'defillama', confirmedBy: 'aave-oracle-of-backing' },
    })
    expect(flags).not.toContain('single-source-price')
  })

  test('is used and marked where nothing bounds it', async () => {
    const { leg, flags } = await holding(2_990, false)
    expect(leg).toMatchObject({ usd: 2_990, price: { source: 'defillama', confirmedBy: null } })
    expect(flags).toContain('single-source-price')
  })
})

describe('sanctions', () => {
  test('an account that an oracle names is listed', async () => {
    const result = await answer(worldOf({ isSanctioned: true }))
    expect(result.sanctions.status).toBe('listed')
    expect(result.sanctions.sources.map(({ id, hit }) => [id, hit])).toEqual([
      ['ofac', false],
      ['chainalysis:ethereum', true],
      ['chainalysis:base', true],
    ])
    expect(result.riskSummary).toMatchObject({
      flags: expect.arrayContaining(['sanctioned-address']),
    })
  })

  test('an account that the list names is listed, though the oracles are dead', async () => {
    const world = worldOf({}, { ethereum: 'dead', base: 'dead' })
    expect((await answer(world, {}, LISTED)).sanctions.status).toBe('listed')
  })

  test('the address that a name leads to is the one that is screened', async () => {
    const name: Address = `0x${LISTED.slice(2)}`
    expect((await answer(worldOf({ name }), {}, 'alice.eth')).sanctions.status).toBe('listed')
  })

  test('without a list and with dead oracles no address is cleared', async () => {
    const world = worldOf({}, { ethereum: 'dead', base: 'dead' })
    expect(await scan(world, { sanctions: null })).toMatchObject({
      code: 'DATA_UNAVAILABLE',
      reason: expect.stringMatching(/sanctioned/),
    })
    const one = worldOf({}, { ethereum: 'dead' })
    expect((await answer(one, { sanctions: null })).sanctions.status).toBe('clear')
  })
})

describe('the answer is due', () => {
  const limits = { namesMs: 60_000, chainsMs: 60_000, pricesMs: 60_000, answerMs: 300 }

  test('whatever is silent then, with what was read', async () => {
    const world = worldOf({}, { base: 'silent', exchange: 'silent' })
    const result = await answer(world, { limits })
    expect(statuses(result)).toEqual({ ...ALL_OK, Base: 'timeout', Hyperliquid: 'timeout' })
    expect(result.positions.map(({ valuation }) => valuation)).toEqual(['unpriced', 'unpriced'])
  })

  test('when prices are silent', async () => {
    const result = await answer(worldOf({}, { prices: 'silent' }), { limits })
    expect(result.positions).toHaveLength(3)
  })

  test('when everything is silent, for an address and for a name', async () => {
    const silent = {
      ethereum: 'silent',
      arbitrum: 'silent',
      base: 'silent',
      exchange: 'silent',
    } as const
    const world = worldOf({}, silent)
    expect(await scan(world, { limits })).toMatchObject({ code: 'DATA_UNAVAILABLE' })
    const byName = await scan(world, { limits }, 'alice.eth')
    expect(byName).toMatchObject({ code: 'NAME_RESOLUTION_FAILED' })
  })

  test('and nothing is left running behind it', async () => {
    const unanswered = new Set<AbortSignal>()
    let answered = 0
    const { deps } = depsOf(worldOf({}, { base: 'silent' }))
    const fetch: ScanDeps['fetch'] = async (url, init) => {
      const { signal } = init
      if (signal) unanswered.add(signal)
      const answer = await deps.fetch(url, init)
      if (signal) unanswered.delete(signal)
      answered += 1
      return answer
    }
    await scanWallet(OWNER, { ...deps, fetch })
    expect(answered).toBeGreaterThan(3)
    expect(unanswered.size).toBeGreaterThan(0)
    for (const { aborted } of unanswered) expect(aborted).toBe(true)
  })
})
