import { describe, expect, test } from 'vitest'
import type { ChainCall } from '../chain-reader.ts'
import type { NodeReader, NodeResult } from './node-reader.ts'
import { createQuorum } from './quorum.ts'

const CALL: ChainCall = { to: `0x${'1'.repeat(40)}`, data: '0x01' }
const callOf = (number: number): ChainCall => ({ ...CALL, data: `0x${number}0` })
const ok = (data: `0x${string}`): NodeResult => ({ kind: 'ok', data })
const FAILED: NodeResult = { kind: 'failed' }

type Answer = (call: ChainCall) => NodeResult | Promise<NodeResult>

/** A node that answers each call so, and counts its rounds. */
function nodeOf(url: string, answer: Answer) {
  const rounds: number[] = []
  const node: NodeReader = {
    url,
    chain: 'Ethereum',
    block: { number: 1n, day: '2026-01-01' },
    call: (calls) => {
      rounds.push(calls.length)
      return Promise.all(calls.map(answer))
    },
    inspect: async (addresses) => new Map(addresses.map((address) => [address, null])),
    requests: () => rounds.length,
  }
  return Object.assign(node, { rounds })
}

const never = () => new Promise<NodeResult>(() => {})
const one = () => ok('0x01')
const two = () => ok('0x02')

describe(createQuorum, () => {
  test('asks three nodes side by side, and a fourth only while no two agree', async () => {
    const nodes = [nodeOf('a', one), nodeOf('b', two), nodeOf('c', () => FAILED), nodeOf('d', two)]
    const reader = createQuorum(nodes, 0)
    expect(await reader.call([CALL])).toEqual([two()])
    expect(nodes.map(({ rounds }) => rounds.length)).toEqual([1, 1, 1, 1])
    const agreeing = [nodeOf('a', one), nodeOf('b', one), nodeOf('c', two), nodeOf('d', two)]
    const other = createQuorum(agreeing, 0)
    expect(await other.call([CALL])).toEqual([one()])
    expect(agreeing[3]?.rounds).toEqual([])
    expect([...other.doubts().dissenters]).toEqual(['c'])
  })

  test('asks each question once at a block, however often it comes', async () => {
    const nodes = [nodeOf('a', one), nodeOf('b', one)]
    const reader = createQuorum(nodes, 0)
    await reader.call([CALL, CALL])
    await reader.call([CALL])
    expect(nodes.map(({ rounds }) => rounds)).toEqual([[1], [1]])
  })

  test('does not wait for a node that two others have overtaken, and then asks it no more', async () => {
    const slow = nodeOf('b', never)
    const reader = createQuorum([nodeOf('a', one), slow, nodeOf('c', one)], 0)
    for (const at of [1, 2, 3, 4, 5]) expect(await reader.call([callOf(at)])).toEqual([one()])
    expect(slow.rounds).toHaveLength(3)
  })

  test('keeps asking nodes that none answers a question of, since that may be the fault of the question', async () => {
    const nodes = [nodeOf('a', () => FAILED), nodeOf('b', () => FAILED)]
    const reader = createQuorum(nodes, 0)
    for (const at of [1, 2, 3, 4, 5]) expect(await reader.call([callOf(at)])).toEqual([FAILED])
    expect(nodes.map(({ rounds }) => rounds.length)).toEqual([5, 5])
    expect(reader.doubts().isDoubtful).toBe(false)
  })

  test('one node alone is taken only where that is asked for', async () => {
    const reader = createQuorum([nodeOf('a', one)], 0)
    expect(await reader.call([CALL])).toEqual([FAILED])
    expect(reader.doubts()).toMatchObject({ isDoubtful: true, voters: ['a'] })
    expect(await reader.lenient().call([CALL])).toEqual([one()])
  })

  test('what one node says is its own answers, what was agreed where it has none, and what it alone is asked', async () => {
    const only2 = (call: ChainCall) => (call.data === '0x20' ? FAILED : two())
    const liar = nodeOf('b', only2)
    const reader = createQuorum([nodeOf('a', one), liar, nodeOf('c', one)], 0)
    await reader.call([callOf(1), callOf(2)])
    const own = reader.as('b')
    expect(await own.call([callOf(1), callOf(2), callOf(3)])).toEqual([two(), one(), two()])
    expect(liar.rounds).toEqual([2, 1])
  })

  test('a call that is too heavy for two nodes is a revert, and for one of them is no answer', async () => {
    const heavy = () => ({ kind: 'too-heavy' }) as const
    const both = createQuorum([nodeOf('a', heavy), nodeOf('b', heavy)], 0)
    expect(await both.call([CALL])).toEqual([{ kind: 'reverted' }])
    const either = createQuorum([nodeOf('a', heavy), nodeOf('b', one), nodeOf('c', one)], 0)
    expect(await either.call([CALL])).toEqual([one()])
    expect(either.doubts().dissenters.size).toBe(0)
  })
})
