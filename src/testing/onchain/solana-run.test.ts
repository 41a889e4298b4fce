import { address, type EncodedAccount } from '@solana/kit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contractControl } from '../../contract/control.ts'
import { fixedProgram, key, recordedAccount } from '../../control/solana/fixtures/accounts.ts'
import { SQUADS_V4 } from '../../control/solana/programs.ts'
import { type OnchainOptions, onchain } from '../../control/source.ts'
import type { ContractControl } from '../../domain/control.ts'
import { addDays, dayOf, UNDATED } from '../../domain/day.ts'
import { AGE_LIMITS } from '../../domain/sources.ts'
import { controlHeadline } from '../../export/control-headline.ts'
import { listSources } from '../../ingest/sources.ts'
import { takeSnapshot } from '../../pipeline.ts'
import { scoreUniverse } from '../../score/score.ts'
import { loadUniverse } from '../../store/load-universe.ts'
import { openStore, type Store } from '../../store/open.ts'
import { bodies, rows } from '../pipeline/bodies.ts'
import { MEMORY_UPSTREAMS, memoryReader, options } from '../pipeline/world.ts'
import { heal, type SvmRpc, startSvmRpc } from '../wallet/solana/svm-rpc.ts'
import { formatChange } from './read-control.ts'
import { type Deployer, realLoader } from './solana-programs.ts'

const SLUG = 'harbour-1'
const TODAY = dayOf(Date.now())
/** Programs that the virtual machine brings along, of the second and the first loader. */
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const MEMO_1 = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'

describe('a run that reads programs of Solana', () => {
  const drift = recordedAccount('Drift, Squads v4')
  let store: Store
  let node: SvmRpc
  let second: SvmRpc
  let liar: SvmRpc
  let deployer: Deployer
  let places: Record<string, string>

  beforeAll(async () => {
    node = await startSvmRpc()
    second = await startSvmRpc(node.svm)
    liar = await startSvmRpc()
    deployer = await realLoader(node)
    const deploy = async (then: (program: string) => Promise<void>) => {
      const program = await deployer.deploy()
      await then(program)
      return program
    }
    places = {
      key: await deploy(async () => {}),
      vault: await deploy((program) => deployer.setAuthority(program, drift.signs)),
      renounced: await deploy((program) => deployer.setAuthority(program, null)),
      deleted: await deploy((program) => deployer.close(program)),
      memo: MEMO,
      'first memo': MEMO_1,
      nowhere: key(100),
      multisig: drift.address,
    }
    node.plant(drift)
    const { data } = node.svm.getAccount(address(MEMO)) as EncodedAccount
    node.plant({ ...fixedProgram(), address: SQUADS_V4, data: Buffer.from(data) })
  })

  beforeEach(() => {
    store = openStore(':memory:')
  })

  afterEach(() => {
    store.close()
    for (const { fault } of [node, second, liar]) heal(fault)
  })

  afterAll(async () => {
    await Promise.all([node.stop(), second.stop(), liar.stop()])
  })

  const contracts = (): OnchainOptions['contracts'] =>
    Object.entries(places).map(([name, place]) => ({
      protocol: { slug: SLUG, day: UNDATED },
      chain: 'Solana',
      name,
      address: place,
      role: name === 'multisig' ? 'governance' : 'logic',
    }))

  /** One run of all sources. */
  const run = async (urls: readonly string[], asOf = TODAY, only = contracts()) => {
    const solana = onchain({
      ...{ nodes: [], controllers: [], exits: new Map(), fixedCode: [], entriesOf: () => [] },
      ...{ solana: urls, contracts: only, fetch, now: Date.now, codeCache: new Map() },
      timing: { hedgeMs: 500, timeoutMs: 2_000, pause: async () => {} },
    })
    const sources = [...listSources(MEMORY_UPSTREAMS), solana]
    const upstream = rows(20).map((row) =>
      row.slug === SLUG ? { ...row, chains: ['Solana'], chainTvls: { Solana: 2_000_000 } } : row,
    )
    const report = await takeSnapshot(
      options(store, memoryReader(bodies(upstream)), asOf, { sources }),
    )
    return report.sources.at(-1)
  }

  const record = (asOf = TODAY) =>
    loadUniverse(store, asOf, AGE_LIMITS)?.records.find(({ slug }) => slug === SLUG)

  const controls = (asOf = TODAY): ContractControl[] => {
    const control = record(asOf)?.facts.control
    return control?.known ? control.value : []
  }

  /** What the score says after a run over these. */
  const sentences = async (names: readonly string[]) => {
    const only = contracts().filter(({ name }) => name && names.includes(name))
    await run([node.url, second.url], TODAY, only)
    const universe = loadUniverse(store, TODAY, AGE_LIMITS)
    if (!universe) throw new Error('Not stored')
    const at = universe.records.findIndex(({ slug }) => slug === SLUG)
    return JSON.stringify(scoreUniverse(universe)[at])
  }

  const words = (asOf = TODAY) =>
    Object.fromEntries(
      controls(asOf).map(({ name, codeChange }) => [name, formatChange(codeChange)]),
    )

  test('stores who can change those that the real loader deployed', async () => {
    expect(await run([node.url, second.url])).toMatchObject({ source: 'onchain', status: 'ok' })
    expect(words()).toEqual({
      key: ['eoa after 0'],
      vault: ['multisig 4/6 after 3600'],
      renounced: ['nobody after 0'],
      deleted: ['? no-code'],
      memo: ['nobody after 0'],
      'first memo': ['nobody after 0'],
      nowhere: ['? no-code'],
      multisig: ['multisig 4/6 after 3600'],
    })
    for (const control of controls()) {
      expect(control).toMatchObject({ chain: 'Solana', source: 'onchain', day: TODAY })
      expect(control.link).toBe(`https://explorer.solana.com/address/${control.address}`)
    }
    // Two rounds for programs, authorities and the program of the multisig; and the clock.
    expect(node.requests()).toBeLessThan(80)
  })

  test('gives the signals of the score what they say of contracts on other chains', async () => {
    expect(await sentences(['vault', 'multisig'])).toContain('4 of 6 signers of a multisig')
    expect(controlHeadline(controls())).toBe(
      `4 of 6 signers of a multisig (${drift.address}) can change the code of vault on Solana (${places.vault}) after 1 hour, as of ${TODAY}, block ${controls()[0]?.block}.`,
    )
    const [first] = controls()
    expect(() =>
      contractControl.shape.codeChange.parse({ ...first?.codeChange, more: 0 }),
    ).not.toThrow()
  })

  test('of fixed code says that no one can change it, and not that no one can stop it', async () => {
    const said = await sentences(['renounced'])
    expect(said).toContain(`No one can change the code of ${places.renounced} on Solana`)
    expect(said).toContain('Who can stop withdrawals? Not known')
  })

  test('whose nodes fail keeps what was read, for fourteen days', async () => {
    await run([node.url, second.url])
    const before = words()
    for (const fault of [node.fault, second.fault]) fault.status = 503
    const report = await run([node.url, second.url], addDays(TODAY, 14))
    expect(report).toMatchObject({ status: 'failed' })
    expect(words(addDays(TODAY, 14))).toEqual(before)
    await run([node.url, second.url], addDays(TODAY, 15))
    expect(record(addDays(TODAY, 15))?.facts.control).toMatchObject({
      known: false,
      reason: 'stale',
    })
  })

  test('takes no node at its word: one alone confirms nothing, and of three the liar is named', async () => {
    await run([node.url])
    expect(controls().map(({ unconfirmed }) => unconfirmed)).toContain('one-node')
    expect(words().key).toEqual(['? node-failed'])
    // The liar has none of these accounts: that would be no code.
    const report = await run([node.url, liar.url])
    expect(controls().find(({ name }) => name === 'key')).toMatchObject({
      unconfirmed: 'disagreement',
    })
    expect(report?.notes?.[0]).toMatch(
      /^Solana, contracts and markets: .*4 with no two equal answers\.$/,
    )
    await run([node.url, liar.url, second.url])
    expect(words().renounced).toEqual(['nobody after 0'])
    const [said] = controls().find(({ name }) => name === 'key')?.disagreements ?? []
    expect(said).toMatchObject({ fact: 'code' })
  })

  test.each([
    ['hangs', { hang: true }],
    ['stalls in its answer', { stall: true }],
    ['answers with another shape', { result: { value: null } }],
    ['sends more of an account than was asked for', { result: large() }],
  ])('with one node that %s reads from the two others', async (_, fault) => {
    Object.assign(liar.fault, fault)
    await run([liar.url, node.url, second.url])
    expect(words().vault).toEqual(['multisig 4/6 after 3600'])
  })
})

/** A clock is not asked for, so this answer only comes for accounts. */
function large() {
  const data = [Buffer.alloc(5_000, 1).toString('base64'), 'base64']
  const account = { data, owner: SQUADS_V4, executable: false, lamports: 1 }
  return { context: { slot: 1 }, value: [account] }
}
