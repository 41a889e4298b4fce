import { describe, expect, test } from 'vitest'
import type { RpcQuestion } from '../../chains/evm/rpc-batch.ts'
import { openAtBlock } from './fixed-block.ts'
import type { ChainNode, NodeReader } from './node-reader.ts'

const NOW = 1_000_000
const hash = (digit: string) => `0x${digit.repeat(64)}`

interface Head {
  /** Number of the newest block; it is 12 s for each block younger than block 0. */
  latest: number
  finalized?: number
  /** Seconds that the newest block is old. */
  age?: number
  /** Its hash of every block. */
  digit?: string
  hasState?: (number: number) => boolean
}

function nodeOf(
  url: string,
  { latest, finalized, age = 0, digit = 'a', hasState = () => true }: Head,
): ChainNode {
  const timeOf = (number: number) => NOW - age - 12 * (latest - number)
  const answer = ({ params: [tag] }: RpcQuestion) => {
    const number = tag === 'latest' ? latest : tag === 'finalized' ? finalized : Number(tag)
    if (number === undefined || number > latest) return null
    const hex = (value: number) => `0x${value.toString(16)}`
    return { number: hex(number), timestamp: hex(timeOf(number)), hash: hash(digit) }
  }
  return {
    url,
    batch: {
      ask: async (questions, accept = () => true) =>
        questions.map((question, at) => {
          const value = answer(question)
          const isTaken = value !== null && accept(value, at) === true
          return isTaken ? { kind: 'value', value } : { kind: 'rpc-error', detail: '' }
        }),
    },
    readAt: async ({ number }) =>
      hasState(Number(number)) ? ({ url, block: { number } } as NodeReader) : null,
  }
}

async function opened(...heads: Head[]) {
  const noted: string[] = []
  const nodes = heads.map((head, at) => nodeOf('abc'[at] ?? '', head))
  const found = await openAtBlock(nodes, {
    chain: { name: 'Ethereum', chainId: 1, maxLagSeconds: 300 },
    now: () => NOW * 1000,
    onFailure: (url, how) => noted.push(`${url} ${how}`),
  })
  const readers =
    'readers' in found
      ? found.readers.map(({ url, block }) => `${url}${block.number}`)
      : found.failed
  return { readers, noted }
}

describe(openAtBlock, () => {
  test.each<[string, Head[], string[] | string]>([
    [
      'the middle of three finalized blocks',
      [
        { latest: 100, finalized: 60 },
        { latest: 100, finalized: 90 },
        { latest: 100, finalized: 70 },
      ],
      ['a70', 'b70', 'c70'],
    ],
    [
      'the lower of two',
      [
        { latest: 100, finalized: 60 },
        { latest: 100, finalized: 70 },
      ],
      ['a60', 'b60'],
    ],
    ['that of one node alone', [{ latest: 100, finalized: 60 }], ['a60']],
    [
      'ten behind the newest where only one of two is finalized',
      [{ latest: 100, finalized: 60 }, { latest: 100 }],
      ['a90', 'b90'],
    ],
    [
      'the finalized one where two of three have it',
      [{ latest: 100, finalized: 60 }, { latest: 100, finalized: 60 }, { latest: 100 }],
      ['a60', 'b60', 'c60'],
    ],
    ['a finalized block of an hour ago', [{ latest: 400, finalized: 100 }], ['a100']],
    ['ten behind where the finalized one is older', [{ latest: 401, finalized: 100 }], ['a391']],
    [
      'ten behind where a finalized one is newer than the newest',
      [{ latest: 100, finalized: 101 }],
      ['a90'],
    ],
    [
      'ten behind where fewer than two have the state of the finalized one',
      [
        { latest: 100, finalized: 60 },
        { latest: 100, finalized: 60, hasState: (number) => number > 80 },
      ],
      ['a90', 'b90'],
    ],
    ['the first block of a new chain', [{ latest: 10 }], ['a1']],
    ['ten behind the eleventh block', [{ latest: 11 }], ['a1']],
    ['none without state', [{ latest: 100, hasState: () => false }], 'node-failed'],
    ['none of a node that is behind', [{ latest: 100, age: 301 }], 'stale'],
    [
      'that of the nodes that are not behind',
      [
        { latest: 100, age: 301 },
        { latest: 100, age: 300 },
      ],
      ['b90'],
    ],
    ['none without nodes', [], 'node-failed'],
  ])('reads %s', async (_case, heads, expected) => {
    expect((await opened(...heads)).readers).toEqual(expected)
  })

  test('of nodes with other hashes the more count, and the others are noted', async () => {
    const { readers, noted } = await opened(
      { latest: 100, digit: 'b' },
      { latest: 100 },
      { latest: 100 },
    )
    expect(readers).toEqual(['b90', 'c90'])
    expect(noted).toEqual(['a names another block than the others'])
    const equal = await opened({ latest: 100, digit: 'b' }, { latest: 100 })
    expect(equal.readers).toBe('node-failed')
    expect(equal.noted).toHaveLength(2)
  })
})
