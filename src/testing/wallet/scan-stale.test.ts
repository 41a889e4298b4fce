import { describe, expect, test } from 'vitest'
import { scanWallet } from '../../wallet/scan.ts'
import type { ScanDeps } from '../../wallet/scan-deps.ts'
import { EMPTY_EXCHANGE } from './empty-exchange.ts'
import {
  answerOf,
  depsOf,
  type Key,
  NOW,
  nodeOn,
  OWNER,
  protocolOn,
  urlOf,
  type World,
  worldOf,
} from './scan-world.ts'

const HOURS = 3_600
const KEYS = ['ethereum', 'arbitrum', 'base'] as const

const behind = (seconds: number, keys: readonly Key[] = KEYS) =>
  Object.fromEntries(keys.map((key) => [key, seconds] as const))

const answer = (world: World, change: Partial<ScanDeps> = {}) =>
  answerOf(scanWallet(OWNER, depsOf(world, change).deps))

type Result = Awaited<ReturnType<typeof answer>>
const rowOf = ({ coverage }: Result, name: string) => coverage.find(({ chain }) => chain === name)
const timeOf = (secondsAgo: number) => new Date(NOW - secondsAgo * 1000).toISOString()

describe('a chain', () => {
  test('whose nodes are current says of which block and time it is', async () => {
    const result = await answer(worldOf({ lag: { base: 30 } }))
    expect(rowOf(result, 'Base')).toMatchObject({
      status: 'ok',
      block: { number: 7, time: timeOf(30) },
    })
    // Its own number, not that of Ethereum's block.
    expect(rowOf(result, 'Arbitrum')?.block).toEqual({ number: 7_000, time: timeOf(0) })
    expect(rowOf(result, 'Hyperliquid')?.block).toBeNull()
    expect(result.totals.complete).toBe(true)
  })

  test.each([
    ['hours behind', 5 * HOURS],
    ['a second too far behind', 121],
    ['at the beginning of time', NOW / 1000],
    ['ahead of the present', -2 * HOURS],
  ])('whose only node is %s is stale, and nothing it says is accepted', async (_, seconds) => {
    const result = await answer(worldOf({ lag: { base: seconds } }))
    expect(rowOf(result, 'Base')).toEqual({
      chain: 'Base',
      status: 'stale',
      block: { number: 7, time: timeOf(seconds) },
      protocols: [{ id: protocolOn('base'), status: 'failed', reason: 'rpc' }],
    })
    expect(result.positions.map(({ chain }) => chain).sort()).toEqual(['Arbitrum', 'Ethereum'])
    expect(result.totals.complete).toBe(false)
    expect(result.riskSummary.flags).toContain('incomplete-coverage')
  })

  test('without Multicall3 is stale all the same', async () => {
    const world = worldOf({ lag: { base: HOURS } })
    const { deps } = depsOf(world)
    const without: ScanDeps['fetch'] = async (url, init) => {
      const body = JSON.parse(String(init.body ?? '{}'))
      const hasTarget = Array.isArray(body) ? body.some((each) => each.params?.[0]?.to) : true
      if (!url.startsWith(urlOf('base')) || !hasTarget) return await deps.fetch(url, init)
      const none = (each: { id: number; params?: [{ to?: string }] }) =>
        each.params?.[0]?.to
          ? { id: each.id, result: '0x' }
          : deps
              .fetch(url, { ...init, body: JSON.stringify(each) })
              .then((response) => response.json())
      const said = Array.isArray(body) ? await Promise.all(body.map(none)) : await none(body)
      return Response.json(said)
    }
    const result = await answer(world, { fetch: without })
    expect(rowOf(result, 'Base')).toMatchObject({ status: 'stale' })
  })

  test('with a current node behind one that is not is read at the current one', async () => {
    const world = worldOf({ lag: { base: HOURS } })
    const { deps } = depsOf(world)
    const current = nodeOn('base', worldOf())
    const chains = deps.chains.map((chain) =>
      chain.key === 'base' ? { ...chain, urls: [...chain.urls, 'https://second.example'] } : chain,
    )
    const fetch: ScanDeps['fetch'] = (url, init) =>
      url.startsWith('https://second') ? current.fetch(url, init) : deps.fetch(url, init)
    const result = await answer(world, { chains, fetch })
    expect(rowOf(result, 'Base')).toMatchObject({
      status: 'ok',
      block: { number: 7, time: timeOf(0) },
    })
    expect(result.totals.complete).toBe(true)
  })
})

describe('an account', () => {
  const hit = (result: Result, id: string) =>
    result.sanctions.sources.find((source) => source.id === id)

  test('is not cleared when both oracles are behind and there is no list', async () => {
    const world = worldOf({ lag: behind(3 * HOURS, ['ethereum', 'base']) })
    const outcome = await scanWallet(OWNER, depsOf(world, { sanctions: null }).deps)
    expect(outcome).toMatchObject({ code: 'DATA_UNAVAILABLE' })
  })

  test('gets no answer from an oracle that is behind', async () => {
    const result = await answer(worldOf({ lag: { base: HOURS } }))
    expect(result.sanctions.status).toBe('clear')
    expect(hit(result, 'chainalysis:base')).toMatchObject({ asOf: null, hit: null })
    expect(hit(result, 'chainalysis:ethereum')).toMatchObject({ asOf: '2026-11-21', hit: false })
  })

  test('gets the date of a list that is too old to clear it', async () => {
    const sanctions = {
      source: 'ofac',
      asOf: '2026-10-01',
      evm: new Set('x'),
      others: new Set('x'),
    }
    const result = await answer(worldOf(), { sanctions })
    expect(result.sanctions.status).toBe('clear')
    expect(hit(result, 'ofac')).toEqual({ id: 'ofac', asOf: '2026-10-01', hit: null })
  })

  test('is cleared for the day of the block, not for that of the scan', async () => {
    const midnight = Date.UTC(2026, 10, 21)
    // Seen from a minute after midnight, all nodes stand a minute before it.
    const secondsAgo = (NOW - midnight) / 1000 + 60
    const result = await answer(worldOf({ lag: behind(secondsAgo) }), {
      now: () => midnight + 30_000,
    })
    expect(hit(result, 'chainalysis:base')).toMatchObject({ asOf: '2026-11-20', hit: false })
  })
})

test('a name is not resolved by a node that is behind', async () => {
  const world = worldOf({ lag: { ethereum: HOURS } })
  const outcome = await scanWallet('alice.eth', depsOf(world).deps)
  expect(outcome).toMatchObject({ code: 'NAME_RESOLUTION_FAILED' })
})

test('nothing is answered when all chains are behind and the exchange is down', async () => {
  const world = worldOf({ lag: behind(HOURS) }, { exchange: 'dead' })
  expect(await scanWallet(OWNER, depsOf(world).deps)).toMatchObject({ code: 'DATA_UNAVAILABLE' })
})

test.each([
  ['hours behind', -3 * HOURS],
  ['ahead of the present', HOURS],
])('an exchange that is %s is stale', async (_, seconds) => {
  const world = worldOf()
  const { deps } = depsOf(world)
  const fetch: ScanDeps['fetch'] = (url, init) => {
    const { type } = JSON.parse(String(init.body ?? '{}'))
    if (type !== 'clearinghouseState') return deps.fetch(url, init)
    const time = NOW + seconds * 1000
    return Promise.resolve(Response.json({ ...Object(EMPTY_EXCHANGE[type]), time }))
  }
  const result = await answer(world, { fetch })
  expect(rowOf(result, 'Hyperliquid')).toMatchObject({ status: 'stale' })
  expect(result.totals.complete).toBe(false)
})
