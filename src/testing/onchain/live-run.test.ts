import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import { controlPath } from '../../contract/control.ts'
import { addDays, type Day, dayOf } from '../../domain/day.ts'
import { MARKET_FACTS } from '../../domain/market.ts'
import { AGE_LIMITS } from '../../domain/sources.ts'
import { loadUniverse } from '../../store/load-universe.ts'
import { openStore, type Store } from '../../store/open.ts'
import { isAnvilMissing } from '../wallet/evm/anvil.ts'
import { type FaultyNode, startFaultyNode } from '../wallet/evm/faulty-node.ts'
import { DEPLOYER, type Rig, startRig } from '../wallet/evm/rig.ts'
import { deployOwnedComet, deployPool, type LiveWorld, SLUG, takeRun } from './live-world.ts'
import { formatPath } from './read-control.ts'
import { silentAbout } from './silent-node.ts'
import { finalize } from './world.ts'

describe.skipIf(isAnvilMissing())('a live run that reads the chains', () => {
  let rig: Rig
  let world: LiveWorld
  let comets: Address[]
  let today: Day
  let store: Store
  const open: FaultyNode[] = []

  beforeAll(async () => {
    rig = await startRig()
    world = await deployPool(rig)
    for (const owner of [world.safe, DEPLOYER])
      world.entries.push(await deployOwnedComet(rig, owner))
    comets = world.entries.flatMap((entry) => ('comet' in entry ? entry.comet : []))
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

  const run = (asOf: Day, urls: readonly string[]) =>
    takeRun(store, asOf, world, urls, [1_000, 3_000])

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
    const silent = await silentAbout(rig.url, world.contracts[0]?.address ?? '0x')
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
