import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Address } from '../../chains/address.ts'
import type { Feed } from '../../domain/market.ts'
import { isAnvilMissing } from '../../testing/wallet/evm/anvil.ts'
import { parseHex } from '../../testing/wallet/evm/artifacts.ts'
import { compiledCode } from '../../testing/wallet/evm/compile.ts'
import { DEPLOYER, type Rig, startRig, ZERO } from '../../testing/wallet/evm/rig.ts'
import { timeCall, timeIn } from './block-time.ts'
import { readFeeds } from './feeds.ts'
import { rigReader } from './fixtures/readers.ts'

const HOUR = 3_600
const FOLDER = path.join(import.meta.dirname, 'fixtures')
/** The real contract, from the package that the file names. */
const PROXY = z
  .object({ bytecode: z.string().transform(parseHex) })
  .parse(JSON.parse(readFileSync(path.join(FOLDER, 'eac-aggregator-proxy.json'), 'utf8'))).bytecode

describe.skipIf(isAnvilMissing())('feeds on a real chain', () => {
  let rig: Rig
  let start: number
  let aggregator: Address
  let proxy: Address

  beforeAll(async () => {
    rig = await startRig()
    await rig.rpc('evm_mine', [])
    start = Number(await now())
    aggregator = await local('Aggregator')
    // Updates 1 h, 1 h, 4 h and 1 h apart; the last one 2 h before the block.
    for (const hours of [9, 8, 7, 3, 2]) await report(aggregator, start - hours * HOUR)
    proxy = await rig.deploy(PROXY, 'address, address', [aggregator, ZERO])
  }, 30_000)
  afterAll(() => rig.stop())

  const local = (name: string, types?: string, args?: readonly unknown[]): Promise<Address> =>
    rig.deploy(compiledCode(path.join(FOLDER, 'feeds.sol'), name), types, args)
  const report = (to: Address, time: number) =>
    rig.send(to, 'function report(uint256)', [BigInt(time)])
  const now = async () => {
    const [result] = await (await rigReader(rig)).call([timeCall()])
    return timeIn(result)
  }
  const read = async (address: Address): Promise<Feed | null> => {
    const feed = (await readFeeds(await rigReader(rig), [address], await now()))(address)
    if (typeof feed === 'string') throw new Error('The feed was not read.')
    return feed
  }
  const ownerOf = (via: Address[]) =>
    expect.objectContaining({
      actor: 'unidentified',
      address: DEPLOYER,
      delaySeconds: null,
      via,
      proof: 'read',
    })

  test('Chainlink’s own proxy: kind, owner, age and usual interval', async () => {
    const feed = await read(proxy)
    expect(feed).toMatchObject({ address: proxy, kind: 'aggregator', intervalSeconds: HOUR })
    expect(feed?.owner).toEqual([ownerOf([])])
    expect(feed?.ageSeconds).toBeGreaterThanOrEqual(2 * HOUR)
    expect(feed?.ageSeconds).toBeLessThan(2 * HOUR + 60)
  })

  test('its owner can swap the aggregator, and with it the age', async () => {
    const other = await local('Aggregator')
    await report(other, start - 30 * HOUR)
    const swapped = await rig.deploy(PROXY, 'address, address', [aggregator, ZERO])
    await rig.send(swapped, 'function proposeAggregator(address)', [other])
    await rig.send(swapped, 'function confirmAggregator(address)', [other])
    const feed = await read(swapped)
    expect(feed?.ageSeconds).toBeGreaterThanOrEqual(30 * HOUR)
    // The new aggregator has one round, and those of the old one are not compared with it.
    expect(feed?.intervalSeconds).toBeNull()
  })

  test('an adapter with a rate and a cap follows its aggregator; its owner is not known', async () => {
    const capped = await local('CappedRate', 'address, address', [proxy, aggregator])
    const feed = await read(capped)
    expect(feed).toMatchObject({ address: capped, kind: 'capped-rate', owner: null })
    expect(feed?.ageSeconds).toBeGreaterThanOrEqual(2 * HOUR)
  })

  test('an adapter with a cap alone is of the kind of its aggregator', async () => {
    const capped = await local('CappedStable', 'address', [proxy])
    expect(await read(capped)).toMatchObject({ kind: 'aggregator', owner: null })
  })

  test('Morpho’s oracle is as old as the oldest of its feeds, and of the kind one has to trust most', async () => {
    const written = await local('Written')
    await rig.send(written, 'function setPrice(int256)', [1n])
    const both = await local('MorphoOracle', 'address, address, address', [ZERO, proxy, written])
    const feed = await read(both)
    expect(feed).toMatchObject({ address: both, kind: 'unidentified' })
    expect(feed?.ageSeconds).toBeGreaterThanOrEqual(2 * HOUR)
    expect(feed?.owner).toEqual([ownerOf([both]), ownerOf([both])])
    const alone = await local('MorphoOracle', 'address, address, address', [ZERO, proxy, ZERO])
    expect(await read(alone)).toMatchObject({ kind: 'aggregator', intervalSeconds: HOUR })
  })

  test('Morpho’s oracle without feeds uses the rate of a vault', async () => {
    const oracle = await local('MorphoOracle', 'address, address, address', [
      aggregator,
      ZERO,
      ZERO,
    ])
    expect(await read(oracle)).toMatchObject({ kind: 'rate', owner: null, ageSeconds: null })
  })

  test('a constant is a rate that no one can change', async () => {
    const constant = await local('Constant', 'int256', [1n])
    const feed = await read(constant)
    expect(feed).toMatchObject({ kind: 'rate', ageSeconds: null })
    expect(feed?.owner).toEqual([expect.objectContaining({ actor: 'nobody', proof: 'code' })])
  })

  test('a price of a pool over time is a twap', async () => {
    expect(await read(await local('Twap', 'address', [aggregator]))).toMatchObject({ kind: 'twap' })
  })

  test('a feed that one account writes is unidentified, with its owner: code does not show who may write', async () => {
    const written = await local('Written')
    expect(await read(written)).toMatchObject({
      kind: 'unidentified',
      owner: [ownerOf([])],
      ageSeconds: null,
    })
  })

  test('a contract that answers everything has no owner and no age', async () => {
    expect(await read(await local('AnswersAll'))).toMatchObject({
      kind: 'unidentified',
      owner: null,
      ageSeconds: null,
    })
  })
})
