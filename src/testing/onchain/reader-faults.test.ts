import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Address } from '../../chains/address.ts'
import type { ReaderOptions } from '../../control/reader/node-reader.ts'
import { openReader } from '../../control/reader/open-reader.ts'
import { isAnvilMissing } from '../wallet/evm/anvil.ts'
import { type Fault, type FaultyNode, startFaultyNode } from '../wallet/evm/faulty-node.ts'
import { type Rig, startRig } from '../wallet/evm/rig.ts'
import { formatChange, readControl, readerOptions, targetsOf } from './read-control.ts'
import { type ControlWorld, deployControlWorld, type Placed } from './world.ts'

const NAMES = [
  'transparentModule',
  'transparentTimelockAdmin',
  'aavePool',
  'uupsSafe46',
  'beaconTimelock',
  'diamondSafe35',
  'cloneOfProxy',
  'echo',
  'plain',
  'noCode',
]
const WORDS = {
  transparentModule: ['eoa after 0', 'safe 3/4 after 0'],
  transparentTimelockAdmin: [
    'eoa after 172800',
    'safe 3/5 after 172800',
    'unidentified after 172800',
  ],
  aavePool: ['safe 3/5 after 172800', 'unidentified after 172800', '+'],
  uupsSafe46: ['safe 4/6 after 0', '+'],
  beaconTimelock: ['safe 3/5 after 172800', 'unidentified after 172800'],
  diamondSafe35: ['safe 3/5 after 0'],
  cloneOfProxy: ['eoa after 0'],
  echo: ['nobody after 0'],
  plain: ['nobody after 0'],
  noCode: ['? no-code'],
}

const questionSchema = z.looseObject({
  id: z.unknown(),
  method: z.string(),
  params: z.array(z.unknown()),
})
type Question = z.infer<typeof questionSchema>
interface OwnAnswer {
  answer: object
}
const isOwnAnswer = (one: Question | OwnAnswer): one is OwnAnswer => !('method' in one)
const bodySchema = z.union([z.array(questionSchema), questionSchema])

describe.skipIf(isAnvilMissing())('nodes that fail', () => {
  let rig: Rig
  let world: ControlWorld
  let placed: Placed
  const open: FaultyNode[] = []

  beforeAll(async () => {
    rig = await startRig()
    world = await deployControlWorld(rig)
    placed = Object.fromEntries(NAMES.map((name) => [name, world.placed[name] as Address]))
  }, 240_000)

  afterEach(async () => {
    for (const node of open.splice(0)) await node.stop()
  })

  afterAll(() => rig?.stop())

  const faulty = async (fault: Fault | null): Promise<string> => {
    const node = await startFaultyNode(rig.url)
    open.push(node)
    node.fault = fault
    return node.url
  }

  const askRig = async (questions: readonly Question[]): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(questions.map((each) => ({ jsonrpc: '2.0', ...each })))
    return (await fetch(rig.url, { method: 'POST', headers, body })).json()
  }

  /** A node that changes each question before it is answered, or answers it itself. */
  const lying = async (change: (question: Question) => Question | OwnAnswer) => {
    const node = await startFaultyNode(async (_path, init) => {
      const asked = bodySchema.parse(JSON.parse(String(init.body)))
      const changed = [asked].flat().map(change)
      const passed = changed.flatMap((each) => (isOwnAnswer(each) ? [] : each))
      const answered: unknown = passed.length === 0 ? [] : await askRig(passed)
      const rest = [answered].flat()
      const answers = [asked].flat().map(({ id }, at) => {
        const own = changed[at]
        return own && isOwnAnswer(own) ? { jsonrpc: '2.0', id, ...own.answer } : rest.shift()
      })
      return Response.json(Array.isArray(asked) ? answers : answers[0])
    })
    open.push(node)
    return node.url
  }

  const read = async (urls: string[], rest: Partial<ReaderOptions> = {}) => {
    const options = { ...readerOptions(urls), hedgeMs: 300, timeoutMs: 3_000, ...rest }
    const found = await readControl(options, world.powers.safes.singletons, {
      targets: targetsOf(placed),
    })
    const words = Object.fromEntries(
      Object.entries(found.controls).map(([name, { codeChange }]) => [
        name,
        formatChange(codeChange),
      ]),
    )
    return { ...found, words }
  }

  test('a node without faults needs few requests', async () => {
    const { words, requests } = await read([rig.url])
    expect(words).toEqual(WORDS)
    expect(requests).toBeLessThan(2 * 45)
  })

  const hasOverrides = ({ method, params }: Question) => method === 'eth_call' && params.length > 2

  const dropOverrides = (question: Question): Question =>
    hasOverrides(question) ? { ...question, params: question.params.slice(0, 2) } : question

  test('a gateway that drops state overrides is noticed, and slots are read one by one', async () => {
    const url = await lying(dropOverrides)
    const { words } = await read([url])
    expect(words).toEqual(WORDS)
    expect(open[0]?.seen.some(({ method }) => method === 'eth_getStorageAt')).toBe(true)
  })

  test('a node that refuses state overrides is read without them', async () => {
    const error = { code: -32602, message: 'too many arguments, want at most 2' }
    const url = await lying((question) =>
      hasOverrides(question) ? { answer: { error } } : question,
    )
    expect((await read([url])).words).toEqual(WORDS)
  })

  test.each<Fault>(['refuses-lists', 'refuses-lists-413', 'cuts-lists'])(
    'a node that takes one question at a time (%s)',
    async (fault) => {
      expect((await read([await faulty(fault)])).words).toEqual(WORDS)
    },
  )

  test('a node that takes three questions at a time', async () => {
    const node = await startFaultyNode(async (_path, init) => {
      const asked = bodySchema.parse(JSON.parse(String(init.body)))
      const isLong = Array.isArray(asked) && asked.length > 3
      if (isLong) return new Response('{"error":{"code":-32600}}', { status: 500 })
      const headers = { 'content-type': 'application/json' }
      return fetch(rig.url, { method: 'POST', headers, body: String(init.body) })
    })
    open.push(node)
    expect((await read([node.url])).words).toEqual(WORDS)
  })

  // One of each kind; `transport.test.ts` and `read-body.test.ts` have all.
  test.each<Fault>(['http-503', 'null-result', 'rpc-revert', 'wrong-id', 'truncated', 'refused'])(
    'the second node is asked when the first one fails: %s',
    async (fault) => {
      expect((await read([await faulty(fault), rig.url])).words).toEqual(WORDS)
    },
  )

  test('the second node is asked when the first one fails: hang, headers-then-stall', async () => {
    // Each of these waits for its node four times, so both wait together.
    const faults: Fault[] = ['hang', 'headers-then-stall']
    const readings = faults.map(async (fault) => {
      const { words } = await read([await faulty(fault), rig.url], { timeoutMs: 400 })
      expect(words, fault).toEqual(WORDS)
    })
    await Promise.all(readings)
  })

  test('a node that answers for another block is not trusted', async () => {
    const url = await lying((question) => ({
      ...question,
      params: question.params.map((each, at) =>
        question.method === 'eth_call' && at === 1 ? '0x5' : each,
      ),
    }))
    expect((await read([url, rig.url])).words).toEqual(WORDS)
    expect(await openReader(readerOptions([url]))).toEqual({ failed: 'node-failed' })
  })

  test('a node of another chain is not trusted', async () => {
    const options = readerOptions([rig.url])
    expect(await openReader({ ...options, chain: { ...options.chain, chainId: 8453 } })).toEqual({
      failed: 'node-failed',
    })
  })

  test('a node that is behind its chain is stale', async () => {
    const options = readerOptions([rig.url])
    const chain = { ...options.chain, maxLagSeconds: 300 }
    expect(await openReader({ ...options, chain, now: () => Date.now() + 7_200_000 })).toEqual({
      failed: 'stale',
    })
  })

  test.each<Fault>(['http-503', 'empty', 'refused'])(
    'without a usable node (%s) there is no reader',
    async (fault) => {
      expect(await openReader(readerOptions([await faulty(fault)]))).toEqual({
        failed: 'node-failed',
      })
    },
  )

  test('zeros instead of storage never make a contract look safer', async () => {
    const url = await lying((question) => {
      if (question.method === 'eth_getStorageAt')
        return { answer: { result: `0x${'0'.repeat(64)}` } }
      return dropOverrides(question)
    })
    const { words } = await read([url])
    for (const [name, found] of Object.entries(words)) {
      if (WORDS[name as keyof typeof WORDS][0] !== 'nobody after 0') {
        expect(found, name).not.toContain('nobody after 0')
      }
    }
  })

  test('nodes that stop answering leave gaps, never fewer paths that count as all', async () => {
    for (const most of [6, 10, 14, 18, 22, 26, 30]) {
      const { words } = await read([rig.url], { maxRequests: most })
      for (const [name, found] of Object.entries(words)) {
        const isMarked = found.at(-1) === '+' || found[0]?.startsWith('?')
        const expected = WORDS[name as keyof typeof WORDS]
        if (!isMarked) expect(found, `${name} after ${most} requests`).toEqual(expected)
      }
    }
  })

  test('the finalized block is read, else one ten blocks behind the newest', async () => {
    const number = BigInt(String(await rig.rpc('eth_blockNumber', [])))
    const opened = await openReader(readerOptions([rig.url]))
    expect('reader' in opened && opened.reader.block.number).toBeLessThan(number - 10n)
    const error = { code: -32000, message: 'finalized block not found' }
    const url = await lying((question) =>
      question.params[0] === 'finalized' ? { answer: { error } } : question,
    )
    const behind = await openReader(readerOptions([url]))
    expect('reader' in behind && behind.reader.block.number).toBe(number - 10n)
  })
})
