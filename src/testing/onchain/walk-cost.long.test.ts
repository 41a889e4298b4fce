import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContractControl } from '../../domain/control.ts'
import { readChainControl } from '../../ingest/onchain/read-chain-control.ts'
import { createIsSafe } from '../../ingest/onchain/safe.ts'
import { encodeCall } from '../../wallet/evm/client/viem.ts'
import type { Address } from '../../wallet/model/address.ts'
import { isAnvilMissing } from '../wallet/evm/anvil.ts'
import { type FaultyNode, startFaultyNode } from '../wallet/evm/faulty-node.ts'
import { DEPLOYER, type Rig, startRig, ZERO } from '../wallet/evm/rig.ts'
import { deployOz, deployZoo } from './deploy.ts'
import { readControl, readerOptions, targetsOf } from './read-control.ts'
import {
  type ControlWorld,
  deployControlWorld,
  erc1967,
  finalize,
  type Placed,
  transparent,
} from './world.ts'

const TARGETS = 500
const PROTOCOLS = 60
const LATENCY_MS = 150

describe.skipIf(isAnvilMissing())('the cost of five hundred contracts', () => {
  let rig: Rig
  let world: ControlWorld
  let placed: Placed
  let node: FaultyNode

  beforeAll(async () => {
    rig = await startRig()
    world = await deployControlWorld(rig)
    placed = await fill(rig, world)
    node = await startFaultyNode(rig.url)
    node.latencyMs = LATENCY_MS
  }, 600_000)

  afterAll(async () => {
    await node?.stop()
    await rig?.stop()
  })

  test(`at ${LATENCY_MS} ms a request`, async () => {
    const targets = targetsOf(placed).map((target, at) => ({
      ...target,
      protocol: `protocol ${at % PROTOCOLS}`,
    }))
    const options = readerOptions([node.url])
    for (const run of ['first', 'with the code of the first']) {
      node.seen.length = 0
      node.bytes = { in: 0, out: 0 }
      const started = performance.now()
      const { requests, graph, controls } = await readControl(
        options,
        world.powers.safes.singletons,
        {
          targets,
        },
      )
      const seconds = (performance.now() - started) / 1000
      const methods: Record<string, number> = {}
      for (const { method } of node.seen) methods[method] = (methods[method] ?? 0) + 1
      const known = Object.values(controls).filter(({ codeChange }) => codeChange.known).length
      console.log(
        `${run}: ${targets.length} contracts, ${graph.nodes.size} addresses, ${known} with a path, ${requests} requests, ` +
          `${JSON.stringify(methods)}, ${(node.bytes.out / 1e6).toFixed(1)} MB, ${seconds.toFixed(1)} s`,
      )
      expect(known).toBeGreaterThan(0.98 * TARGETS)
      expect(requests).toBeLessThan(160)
      expect(seconds).toBeLessThan(40)
    }
  }, 200_000)

  test('a second node is asked about what is new, and about nothing when nothing has changed', async () => {
    const targets = targetsOf(placed).map((target, at) => ({
      ...target,
      protocol: `protocol ${at % PROTOCOLS}`,
    }))
    const second = await startFaultyNode(rig.url)
    const { chain, urls: _, ...options } = readerOptions([])
    let extra = 0
    const counted: typeof fetch = (url, init) => {
      if (url === second.url) extra++
      return fetch(url, init)
    }
    const read = async (recorded: readonly ContractControl[]) => {
      extra = 0
      const result = await readChainControl({
        ...options,
        fetch: counted,
        chain: { ...chain, key: 'ethereum', urls: [node.url, second.url] },
        targets,
        controllers: [],
        fixedCode: new Set(),
        recorded,
        isSafe: createIsSafe(world.powers.safes.singletons),
        timing: { hedgeMs: 20_000, timeoutMs: 20_000, pause: async () => {} },
      })
      if ('failed' in result) throw new Error(result.failed)
      return { controls: result.controls, extra, own: result.reader.requests() }
    }
    try {
      const first = await read([])
      const again = await read(first.controls)
      const changed = await read(first.controls.slice(1))
      console.log(
        `of a second node: ${first.extra} requests at first (beside ${first.own}), ${again.extra} when nothing changed, ${changed.extra} for one new contract`,
      )
      expect(first.extra).toBeLessThan(160)
      // A call that is too heavy for the first node is asked of the second.
      expect(again.extra).toBeLessThan(3)
      expect(changed.extra).toBeGreaterThan(0)
      expect(changed.extra).toBeLessThan(60)
    } finally {
      await second.stop()
    }
  }, 200_000)
})

/** Half of them transparent proxies, the rest UUPS proxies, owned contracts and fixed ones, under different owners. */
async function fill(rig: Rig, { powers, placed }: ControlWorld): Promise<Placed> {
  const owners = [
    powers.safe35,
    powers.safe46,
    powers.safe57,
    powers.nested,
    powers.withModule,
    powers.timelock,
    powers.timelockAdmin,
    powers.timelockGov,
    DEPLOYER,
  ]
  const types = 'uint256, address[], address[], address'
  for (let hours = 1; hours <= 40; hours++) {
    const proposers = [[powers.safe35, powers.safe46, powers.safe57][hours % 3] ?? DEPLOYER]
    const args = [3_600 * hours, proposers, [ZERO], ZERO]
    owners.push(await deployOz(rig, 4, 'TimelockController', types, args))
  }
  const logic = await deployZoo(rig, 'Logic')
  const owned = await deployZoo(rig, 'UupsOwned')
  const made: Record<string, Address> = { ...placed }
  for (let at = Object.keys(made).length; at < TARGETS; at++) {
    const owner = owners[at % owners.length] ?? DEPLOYER
    const kind = at % 10
    const init = encodeCall('function init(address)', [owner])
    if (kind < 5) made[`extra${at}`] = await transparent(rig, logic, owner)
    else if (kind < 7) made[`extra${at}`] = await erc1967(rig, owned, init)
    else if (kind < 9) made[`extra${at}`] = await deployZoo(rig, 'TwoStep', 'address', [owner])
    else made[`extra${at}`] = await deployZoo(rig, 'NoSwitch')
  }
  await finalize(rig)
  return made
}
