import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import { encodeCall } from '../../chains/evm/viem.ts'
import { readChainFacts } from '../../control/read-chain-facts.ts'
import { createIsSafe } from '../../control/safe.ts'
import type { ContractControl } from '../../domain/control.ts'
import { isAnvilMissing } from '../wallet/evm/anvil.ts'
import { type FaultyNode, startFaultyNode } from '../wallet/evm/faulty-node.ts'
import { DEPLOYER, type Rig, startRig, ZERO } from '../wallet/evm/rig.ts'
import { deployOz, deployZoo } from './deploy.ts'
import { startLiar } from './liar.ts'
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
      expect(requests).toBeLessThan(2 * 160)
      expect(seconds).toBeLessThan(40)
    }
  }, 200_000)

  test('two nodes are asked the same, and a third that lies costs no more than its own answers', async () => {
    const targets = targetsOf(placed).map((target, at) => ({
      ...target,
      protocol: `protocol ${at % PROTOCOLS}`,
    }))
    const { chain, urls: _, ...options } = readerOptions([])
    const nodes = await Promise.all([startFaultyNode(rig.url), startFaultyNode(rig.url)])
    const liar = await startLiar(rig.url, (said) =>
      said.replaceAll(DEPLOYER.slice(2), 'ab'.repeat(20)),
    )
    const read = async (urls: string[]) => {
      const requests = new Map<string, number>()
      const counted: typeof fetch = (url, init) => {
        requests.set(String(url), (requests.get(String(url)) ?? 0) + 1)
        return fetch(url, init)
      }
      const started = performance.now()
      const result = await readChainFacts({
        ...options,
        fetch: counted,
        chain: { ...chain, key: 'ethereum', urls },
        targets,
        entries: [],
        controllers: [],
        exits: new Map(),
        fixedCode: new Set(),
        isSafe: createIsSafe(world.powers.safes.singletons),
        timing: { hedgeMs: 20_000, timeoutMs: 20_000, pause: async () => {} },
      })
      if ('failed' in result) throw new Error(result.failed)
      const seconds = (performance.now() - started) / 1000
      return { ...result, requests: urls.map((url) => requests.get(url) ?? 0), seconds }
    }
    try {
      const urls = nodes.map(({ url }) => url)
      const two = await read(urls)
      const again = await read(urls)
      const three = await read([...urls, liar.url])
      for (const [name, { requests, seconds }] of Object.entries({ two, again, three })) {
        console.log(`${name}: ${requests.join(' + ')} requests, ${seconds.toFixed(1)} s`)
      }
      for (const requests of two.requests) expect(requests).toBeLessThan(160)
      expect(three.controls.map(withoutAnswers)).toEqual(two.controls)
      for (const requests of three.requests.slice(0, 2)) expect(requests).toBeLessThan(160)
      expect(three.requests[2]).toBeLessThan(320)
    } finally {
      for (const node of [...nodes, liar]) await node.stop()
    }
  }, 200_000)
})

function withoutAnswers({ disagreements: _, ...control }: ContractControl): ContractControl {
  return control
}

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
    powers.governed,
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
