import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Hex } from '../../chains/address.ts'
import { hashOf } from '../../chains/evm/viem.ts'
import { EMPTY_CODE_HASH } from '../../control/reader/inspect.ts'
import type { ContractControl } from '../../domain/control.ts'
import { type Day, dayOf } from '../../domain/day.ts'
import type { Market } from '../../domain/market.ts'
import type { NodeAnswers } from '../../domain/node-answers.ts'
import { AGE_LIMITS } from '../../domain/sources.ts'
import { loadUniverse } from '../../store/load-universe.ts'
import { openStore, type Store } from '../../store/open.ts'
import { isExhaustive } from '../runs.ts'
import { isAnvilMissing } from '../wallet/evm/anvil.ts'
import { type FaultyNode, startFaultyNode } from '../wallet/evm/faulty-node.ts'
import { deployFeed, type Rig, startRig } from '../wallet/evm/rig.ts'
import { person } from './deploy.ts'
import { startLiar } from './liar.ts'
import {
  deployComet,
  deployOwnedComet,
  deployPool,
  type LiveWorld,
  SLUG,
  takeRun,
} from './live-world.ts'
import { finalize } from './world.ts'

const USDC = 10n ** 6n
const SUPPLIED = 1_000_003n * USDC
const LENT = 450_001n * USDC
const THIEF = person(77)

type Lie = 'utilisation' | 'owner' | 'block number' | 'block hash' | 'code' | 'stranger'

interface Run {
  controls: ContractControl[]
  markets: Market[]
  composites: unknown
  notes: string
}

describe.skipIf(isAnvilMissing())('one node of three that lies', () => {
  let rig: Rig
  let world: LiveWorld
  let today: Day
  let lies: Record<Lie, (said: string) => string>
  let honest: Run
  let dead: Run
  const open: FaultyNode[] = []

  beforeAll(async () => {
    rig = await startRig()
    world = await deployPool(rig)
    const { safe, contracts } = world
    const lent = await deployComet(rig, await deployFeed(rig, 1), SUPPLIED, LENT)
    world.entries.push(lent, await deployOwnedComet(rig, safe))
    await finalize(rig)
    today = dayOf(Date.now())
    const code = String(await rig.rpc('eth_getCode', [contracts[0]?.address, 'latest'])) as Hex
    lies = {
      utilisation: (said) => said.replaceAll(word(LENT), word((SUPPLIED * 99n) / 100n)),
      owner: (said) => said.replaceAll(safe.slice(2), THIEF.slice(2)),
      'block number': (said) =>
        said.replaceAll(/"number":"0x([0-9a-f]+)"/g, (_, at) => {
          return `"number":"0x${(Number.parseInt(at, 16) + 5).toString(16)}"`
        }),
      'block hash': (said) => said.replaceAll(/"hash":"0x\w+"/g, `"hash":"0x${'ab'.repeat(32)}"`),
      code: (said) =>
        said.replaceAll(
          hashOf(code).slice(2) + word(BigInt((code.length - 2) / 2)),
          EMPTY_CODE_HASH.slice(2) + word(0n),
        ),
      stranger: (said) => said.replaceAll('"error"', '"result":"0x","ignored"'),
    }
    honest = await run(await nodes(null, 0))
    dead = await run(['http://127.0.0.1:9'])
  }, 240_000)

  afterEach(async () => {
    for (const node of open.splice(0)) await node.stop()
  })

  afterAll(() => rig?.stop())

  /** Three nodes, of which the one at this place lies. */
  const nodes = async (lie: Lie | null, place: number): Promise<string[]> => {
    const all = await Promise.all(
      [0, 1, 2].map((at) =>
        lie !== null && at === place ? startLiar(rig.url, lies[lie]) : startFaultyNode(rig.url),
      ),
    )
    open.push(...all)
    return all.map(({ url }) => url)
  }

  /** What a run with these nodes publishes from a new store. */
  const run = async (urls: readonly string[]): Promise<Run> => {
    const [only] = await runEach(urls)
    if (!only) throw new Error('There is no run.')
    return only
  }

  /** What each of some runs publishes, all into one store, each with its own nodes. */
  const runEach = async (...runs: (readonly string[])[]): Promise<Run[]> => {
    const store = openStore(':memory:')
    try {
      const published: Run[] = []
      for (const urls of runs) published.push(await runInto(store, urls))
      return published
    } finally {
      store.close()
    }
  }

  const runInto = async (store: Store, urls: readonly string[]): Promise<Run> => {
    const report = await takeRun(store, today, world, urls, [3_000, 5_000])
    const universe = loadUniverse(store, today, AGE_LIMITS)
    const { control, markets } = universe?.records.find((one) => one.slug === SLUG)?.facts ?? {}
    return {
      controls: control?.known ? control.value : [],
      markets: markets?.known ? markets.value : [],
      composites: store
        .prepare('SELECT protocol_id, composite FROM scores ORDER BY protocol_id')
        .all(),
      notes: report.sources.at(-1)?.notes.join(' ') ?? '',
    }
  }

  test('three honest ones agree on everything', () => {
    expect(honest.markets.map(({ utilisation }) => utilisation)).toContainEqual(
      expect.closeTo(0.45, 3),
    )
    const owners = honest.markets.flatMap(({ feed }) => feed?.owner ?? [])
    expect(owners).toMatchObject([{ actor: 'safe', threshold: 2, signers: 2 }])
    expect(honest.notes).toBe('')
  })

  const FACTS: [Lie, string | null][] = [
    ['utilisation', 'utilisation'],
    ['owner', 'feedOwner'],
    ['code', 'code'],
    ['stranger', null],
    ['block number', null],
    ['block hash', null],
  ]
  const CASES = FACTS.flatMap(([lie, fact], at) =>
    (isExhaustive() ? [0, 1, 2] : [at % 3]).map((place) => ({ lie, fact, place })),
  )
  test.each(CASES)(
    'about $lie, at place $place, changes no fact and no score, and is shown',
    async ({ lie, fact, place }) => {
      const found = await run(await nodes(lie, place))
      expect(found.controls.map(plain)).toEqual(honest.controls)
      expect(found.markets.map(plain)).toEqual(honest.markets)
      expect(found.composites).toEqual(honest.composites)
      if (lie === 'block hash') {
        expect(found.notes).toContain(
          `private node ${place + 1} for Ethereum (names another block than the others`,
        )
      }
      if (fact === null) return
      const all: NodeAnswers[] = [...found.controls, ...found.markets]
      const shown = all
        .flatMap(({ disagreements = [] }) => disagreements)
        .find((one) => one.fact === fact)
      const answers = shown?.answers.map(({ answer }) => answer) ?? []
      expect(new Set(answers.filter((_, at) => at !== place)).size).toBe(1)
      expect(answers).toHaveLength(3)
      expect(new Set(answers).size).toBe(2)
      expect(shown?.answers[place]?.node).toBe(`private node ${place + 1} for Ethereum`)
      expect(found.notes).toContain('one other answer than two nodes give')
      expect(JSON.stringify(found)).not.toContain(THIEF.slice(2))
    },
  )

  test('one node alone confirms nothing and moves no score', async () => {
    const [first = ''] = await nodes('owner', 0)
    const alone = await run([first])
    expect(alone.composites).toEqual(dead.composites)
    const all: NodeAnswers[] = [...alone.controls, ...alone.markets]
    expect(all.length).toBeGreaterThan(2)
    expect(all.map(({ unconfirmed }) => unconfirmed)).toEqual(all.map(() => 'one-node'))
    expect(JSON.stringify(alone)).not.toContain(THIEF.slice(2))
    expect(alone.notes).toContain('answered by one node only')
  })

  test('of two nodes that disagree none is taken, and each answer is shown', async () => {
    const [, second = '', third = ''] = await nodes('owner', 2)
    const two = await run([second, third])
    expect(two.controls).toMatchObject([{ unconfirmed: 'disagreement' }])
    const open = two.markets.filter(({ unconfirmed }) => unconfirmed)
    expect(open).toMatchObject([{ unconfirmed: 'disagreement', feed: null }])
    const shown = open[0]?.disagreements?.find(({ fact }) => fact === 'feedOwner')
    expect(shown?.answers.map(({ answer }) => answer)).toEqual([
      expect.stringContaining('2 of 2 signers of a Safe'),
      expect.stringContaining('one key'),
    ])
    expect(JSON.stringify(two)).not.toContain(THIEF.slice(2))
  })

  test('neither a liar alone nor one of two moves a score that was confirmed', async () => {
    expect(honest.composites).not.toEqual(dead.composites)
    const lying: string[][] = []
    const tried: Lie[] = isExhaustive() ? ['utilisation', 'owner', 'code'] : ['owner']
    for (const lie of tried) {
      const [first = '', second = '', third = ''] = await nodes(lie, 0)
      lying.push([first], [first, second], [third, first])
    }
    const [, second = '', third = ''] = await nodes(null, 0)
    const [confirmed, ...later] = await runEach([second, third], ...lying)
    expect(confirmed?.composites).toEqual(honest.composites)
    expect(later).toHaveLength(lying.length)
    for (const one of later) {
      expect(one.composites).toEqual(honest.composites)
      expect(one.controls.map(plain)).toEqual(honest.controls)
    }
  })
})

function plain<One extends NodeAnswers>({ disagreements: _, ...one }: One) {
  return one
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
