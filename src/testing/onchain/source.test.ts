import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import { withoutAlias } from '../../control/aliases.ts'
import type { ContractRow } from '../../control/outcome.ts'
import { createIsSafe } from '../../control/safe.ts'
import { type OnchainOptions, onchain } from '../../control/source.ts'
import type { ContractControl } from '../../domain/control.ts'
import { type Day, dayOf } from '../../domain/day.ts'
import { isAnvilMissing } from '../wallet/evm/anvil.ts'
import { type FaultyNode, startFaultyNode } from '../wallet/evm/faulty-node.ts'
import { DEPLOYER, type Rig, startRig } from '../wallet/evm/rig.ts'
import { deployZoo, person } from './deploy.ts'
import { formatChange } from './read-control.ts'
import { deploySafes, type Safes } from './safes.ts'
import { finalize, transparent } from './world.ts'

const ETHEREUM = {
  key: 'ethereum',
  name: 'Ethereum',
  chainId: 1,
  maxLagSeconds: 1_000_000,
} as const
const BASE = { key: 'base', name: 'Base', chainId: 8453, maxLagSeconds: 1_000_000 } as const
const OFFSET = 0x1111000000000000000000000000000000001111n

describe.skipIf(isAnvilMissing())('the source of control facts', () => {
  let ethereum: Rig
  let base: Rig
  let safes: Safes
  let contracts: ContractRow[]
  let today: Day
  const open: FaultyNode[] = []

  beforeAll(async () => {
    ;[ethereum, base] = await Promise.all([startRig(), startRig({ chainId: 8453 })])
    safes = await deploySafes(ethereum)
    const safe = await safes.create('1.4.1', [DEPLOYER, person(1)], 2)
    const logic = await deployZoo(ethereum, 'Logic')
    const onBase = await deployZoo(base, 'Logic')
    const alias = aliasOf(safe)
    const row = (slug: string, chain: string, name: string, address: Address): ContractRow => ({
      protocol: { slug, day: today },
      chain,
      name,
      address,
      role: 'funds',
    })
    contracts = [
      row('one', 'Ethereum', 'bySafe', await transparent(ethereum, logic, safe)),
      row('one', 'Ethereum', 'byKey', await transparent(ethereum, logic, DEPLOYER)),
      row('one', 'Base', 'byKeyOnBase', await transparent(base, onBase, person(5))),
      row('two', 'Base', 'byAlias', await transparent(base, onBase, alias)),
      row('two', 'Base', 'fixed', onBase),
    ]
    await finalize(ethereum)
    await finalize(base)
    today = dayOf(Date.now())
  }, 240_000)

  afterEach(async () => {
    for (const node of open.splice(0)) await node.stop()
  })

  afterAll(() => Promise.all([ethereum?.stop(), base?.stop()]))

  const second = async (rig: Rig): Promise<FaultyNode> => {
    const node = await startFaultyNode(rig.url)
    open.push(node)
    return node
  }

  const options = (urls: { ethereum: string[]; base: string[] }): OnchainOptions => ({
    nodes: [
      { ...ETHEREUM, urls: urls.ethereum },
      { ...BASE, urls: urls.base },
    ],
    solana: [],
    contracts,
    controllers: [],
    exits: new Map(),
    fixedCode: [],
    entriesOf: () => [],
    fetch,
    now: Date.now,
    codeCache: new Map(),
    isSafe: createIsSafe(safes.singletons),
    timing: { hedgeMs: 1_000, timeoutMs: 3_000, pause: async () => {} },
  })

  const read = async (given: OnchainOptions) => {
    const unused = () => Promise.reject(new Error('not used'))
    const context = { asOf: today, read: unused, readJson: unused, stored: () => [] }
    const batch = await onchain(given).read(context)
    const controls = (batch.readings?.rows ?? []).flatMap(
      ({ reading }) => reading.value as ContractControl[],
    )
    const words = Object.fromEntries(
      controls.map(({ name, codeChange }) => [name, formatChange(codeChange)]),
    )
    return { batch, controls, words }
  }

  const both = async () => ({
    ethereum: [ethereum.url, (await second(ethereum)).url],
    base: [base.url, (await second(base)).url],
  })

  test('every chain is read, and a second node confirms what one key can do', async () => {
    const { batch, words, controls } = await read(options(await both()))
    expect(words).toEqual({
      bySafe: ['safe 2/2 after 0'],
      byKey: ['eoa after 0'],
      byKeyOnBase: ['eoa after 0'],
      byAlias: ['unidentified after 0'],
      fixed: ['nobody after 0'],
    })
    expect(batch.rowCounts).toMatchObject({ rows: 5, accepted: 5, refused: {} })
    expect(batch.readings?.rows.map(({ key }) => key)).toEqual([{ slug: 'one' }, { slug: 'two' }])
    expect(controls[0]).toMatchObject({
      chain: 'Ethereum',
      source: 'onchain',
      tvlUsd: null,
      role: 'funds',
    })
  })

  test('a contract of Ethereum that acts on another chain is no person there', async () => {
    const { controls } = await read(options(await both()))
    const { codeChange } = controls.find(({ name }) => name === 'byAlias') ?? {}
    expect(codeChange?.known && codeChange.paths[0]?.note).toContain('Ethereum has a contract at')
  })

  test('it fails when no chain can be read', async () => {
    const given = options({ ethereum: ['http://127.0.0.1:9'], base: ['http://127.0.0.1:9'] })
    await expect(read(given)).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' })
  })

  test('it says in one line why nothing was read, and names no host or key of a private node', async () => {
    const failsAs = async (fault: FaultyNode['fault']) => {
      const node = await second(base)
      node.fault = fault
      return `${node.url}/secret-key`
    }
    const moved = await failsAs('redirect')
    const hangs = await failsAs('hang')
    const old = await startFaultyNode(async (_path, init) => {
      const headers = { 'content-type': 'application/json' }
      const request = { method: 'POST', headers, body: String(init.body) }
      const text = await (await fetch(base.url, request)).text()
      return new Response(text.replace(/"timestamp":"0x[0-9a-f]+"/g, '"timestamp":"0x60000000"'))
    })
    open.push(old)
    const failing = options({ ethereum: [base.url], base: [moved, old.url, hangs] })
    const timing = { ...failing.timing, timeoutMs: 300 }
    const message = await read({ ...failing, timing }).catch((error) => String(error.message))
    expect(message).toMatch(/^No node of any chain could be read: 4 failed \(1 It redirects/)
    expect(String(message).length).toBeLessThan(300)
    const { batch } = await read(options({ ethereum: [ethereum.url], base: [moved, base.url] }))
    const notes = batch.notes?.join(' ') ?? ''
    expect(notes).toContain('Base, nodes that failed: private node 1 for Base (It redirects')
    for (const text of [message, notes]) {
      expect(text).not.toContain('secret-key')
      expect(text).not.toContain('127.0.0.1')
    }
  })
})

function aliasOf(address: Address): Address {
  const alias: Address = `0x${((BigInt(address) + OFFSET) % 2n ** 160n).toString(16).padStart(40, '0')}`
  if (withoutAlias(alias) !== address) throw new Error('the alias does not lead back')
  return alias
}
