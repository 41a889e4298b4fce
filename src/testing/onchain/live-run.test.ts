import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import { controlPath } from '../../contract/control.ts'
import { createIsSafe } from '../../control/safe.ts'
import { type OnchainOptions, onchain } from '../../control/source.ts'
import { addDays, type Day, dayOf } from '../../domain/day.ts'
import { MARKET_FACTS } from '../../domain/market.ts'
import { AGE_LIMITS } from '../../domain/sources.ts'
import { listSources } from '../../ingest/sources.ts'
import { type SnapshotReport, takeSnapshot } from '../../pipeline.ts'
import { loadUniverse } from '../../store/load-universe.ts'
import { openStore, type Store } from '../../store/open.ts'
import { type ContractEntry, contractEntry } from '../../wallet/evm/contracts/drivers.ts'
import { bodies, rows } from '../pipeline/bodies.ts'
import { MEMORY_UPSTREAMS, memoryReader, options } from '../pipeline/world.ts'
import { isAnvilMissing } from '../wallet/evm/anvil.ts'
import { type FaultyNode, startFaultyNode } from '../wallet/evm/faulty-node.ts'
import { DEPLOYER, deployLocal, deployToken, type Rig, startRig } from '../wallet/evm/rig.ts'
import { deployZoo, person } from './deploy.ts'
import { formatPath } from './read-control.ts'
import { deploySafes, type Safes } from './safes.ts'
import { silentAbout } from './silent-node.ts'
import { finalize, transparent } from './world.ts'

const SLUG = 'harbour-1'

describe.skipIf(isAnvilMissing())('a live run that reads the chains', () => {
  let rig: Rig
  let safes: Safes
  let contracts: OnchainOptions['contracts']
  let comets: Address[]
  let entries: ContractEntry[]
  let today: Day
  let store: Store
  const open: FaultyNode[] = []

  beforeAll(async () => {
    rig = await startRig()
    safes = await deploySafes(rig)
    const safe = await safes.create('1.4.1', [DEPLOYER, person(1)], 2)
    const pool = await transparent(rig, await deployZoo(rig, 'Logic'), safe)
    contracts = [
      {
        protocol: { slug: SLUG, day: '2024-03-11' },
        chain: 'Ethereum',
        name: 'Pool',
        address: pool,
        role: 'funds',
      },
    ]
    comets = []
    const bases: Address[] = []
    for (const owner of [safe, DEPLOYER]) {
      const base = await deployToken(rig, 'USDC', 6)
      bases.push(base)
      const feed = await deployZoo(rig, 'TwoStep', 'address', [owner])
      const types = 'string, address, address, uint8, (uint8, address)[]'
      const args = ['cUSDCv3', base, feed, 6, []]
      comets.push(await deployLocal(rig, 'comet.sol', 'Comet', types, args))
    }
    entries = comets.map((comet, at) =>
      contractEntry.parse({
        source: 'test',
        product: 'lending',
        id: `comet-${at}`,
        protocol: SLUG,
        market: `market ${at}`,
        driver: 'compound-v3',
        comet,
        base: { address: bases[at], symbol: 'USDC', decimals: 6 },
        tokens: [],
      }),
    )
    await finalize(rig)
    today = dayOf(Date.now())
    store = openStore(':memory:')
    await run(today, await twoNodes())
  }, 240_000)

  afterEach(async () => {
    for (const node of open.splice(0)) await node.stop()
  })

  afterAll(async () => {
    store?.close()
    await rig?.stop()
  })

  const twoNodes = async () => {
    const node = await startFaultyNode(rig.url)
    open.push(node)
    return [rig.url, node.url]
  }

  const run = (asOf: Day, urls: readonly string[]): Promise<SnapshotReport> => {
    const ethereum = { key: 'ethereum', name: 'Ethereum', chainId: 1 } as const
    const chains = onchain({
      nodes: [{ ...ethereum, maxLagSeconds: 1_000_000, urls }],
      contracts,
      controllers: [],
      entriesOf: () => entries,
      fixedCode: [],
      fetch,
      now: Date.now,
      codeCache: new Map(),
      isSafe: createIsSafe(safes.singletons),
      timing: { hedgeMs: 1_000, timeoutMs: 3_000, pause: async () => {} },
    })
    const sources = [...listSources(MEMORY_UPSTREAMS), chains]
    const reader = memoryReader(bodies(rows(20)))
    return takeSnapshot(options(store, reader, asOf, { sources }))
  }

  const facts = (asOf = today) => {
    const universe = loadUniverse(store, asOf, AGE_LIMITS)
    const { control, markets } = universe?.records.find(({ slug }) => slug === SLUG)?.facts ?? {}
    return { control, markets }
  }

  const composites = () =>
    store.prepare('SELECT protocol_id, composite FROM scores ORDER BY protocol_id').all()

  test('stores who controls the contracts, the markets, and who owns their feeds', () => {
    const { control, markets } = facts()
    if (!control?.known || !markets?.known) throw new Error('Not stored')
    expect(control.value).toMatchObject([{ name: 'Pool', source: 'onchain' }])
    expect(markets.value.map(({ address }) => address)).toEqual(comets)
    const [block] = control.value.map((one) => one.block)
    expect(markets.value.map((market) => market.block)).toEqual([block, block])
    const owners = markets.value.map(({ feed }) => feed?.owner?.map(formatPath))
    expect(owners).toEqual([['safe 2/2 after 0'], ['eoa after 0']])
    const paths = markets.value.flatMap(({ feed }) => feed?.owner ?? [])
    for (const path of paths) expect(controlPath.parse(path)).toEqual(path)
  })

  test('whose nodes all fail changes no score, and says so', async () => {
    const [before, scores] = [facts(), composites()]
    const { sources } = await run(today, ['http://127.0.0.1:9'])
    expect(sources.at(-1)).toMatchObject({
      source: 'onchain',
      status: 'failed',
      implausible: false,
    })
    expect(facts()).toEqual(before)
    expect(composites()).toEqual(scores)
  })

  test('whose nodes say nothing about one market keeps that one', async () => {
    const before = facts()
    const silent = await silentAbout(rig.url, comets[0] ?? '0x')
    open.push(silent)
    const later = addDays(today, 3)
    const { sources } = await run(later, [silent.url, `${silent.url}/`])
    expect(sources.at(-1)).toMatchObject({ source: 'onchain', status: 'ok' })
    expect(sources.at(-1)?.notes).toEqual([
      // The node that fails for one is given up for the feed of the other.
      '2 markets of Ethereum could not be read in full (node-failed 2).',
      'Ethereum, nodes that failed: private node 1 for Ethereum (error -32603, 12 times), private node 2 for Ethereum (error -32603, 12 times).',
    ])
    const { control, markets } = facts(later)
    expect(control).toEqual(before.control)
    const sorted = (reading: typeof markets) =>
      reading?.known ? reading.value.map(({ address }) => address).toSorted() : []
    expect(sorted(markets)).toEqual(sorted(before.markets))
  })

  test('whose nodes never answered for a market has a gap in its place', async () => {
    const earlier = store
    store = openStore(':memory:')
    try {
      const silent = await silentAbout(rig.url, comets[0] ?? '0x')
      open.push(silent)
      await run(today, [silent.url, `${silent.url}/`])
      const { markets } = facts()
      const found = markets?.known ? markets.value : []
      expect(found.find(({ address }) => address === comets[0])).toMatchObject({
        ...{ chain: 'Ethereum', name: '', asset: '', suppliedUsd: null, source: 'onchain' },
        gap: { why: 'node-failed', facts: [...MARKET_FACTS] },
      })
      expect(found.find(({ address }) => address === comets[1])).toMatchObject({ asset: 'USDC' })
    } finally {
      store.close()
      store = earlier
    }
  })

  test('whose nodes say nothing about any contract is no loss of data upstream', async () => {
    const before = facts(addDays(today, 3))
    const silent = await silentAbout(rig.url, contracts[0]?.address ?? '0x')
    open.push(silent)
    const { sources } = await run(addDays(today, 3), [silent.url, `${silent.url}/`])
    const rowCounts = { rows: 1, accepted: 0, refused: { 'node-failed': 1 } }
    expect(sources.at(-1)).toMatchObject({ source: 'onchain', status: 'unchanged', rowCounts })
    expect(facts(addDays(today, 3)).control).toEqual(before.control)
  })

  test('keeps nothing that is more than fourteen days old', async () => {
    // The last good run is of three days later than its contracts and markets: each counts from the day of its own block.
    for (const [age, isKept] of [
      [14, true],
      [15, false],
    ] as const) {
      const day = addDays(today, age)
      await run(day, ['http://127.0.0.1:9'])
      const { control, markets } = facts(day)
      const expected = isKept ? { known: true } : { known: false, reason: 'stale' }
      expect([control, markets]).toMatchObject([expected, expected])
    }
  })
})
