import { describe, expect, test } from 'vitest'
import { createEncoder } from './abi-codec.ts'
import type { Block } from './block.ts'
import { type BlockPolicy, type BundleOptions, createBundler, repliesIn } from './bundler.ts'
import type { AnswerVerdict, CallOutcome, EthCall } from './transport.ts'

const CHAIN = { chainId: 1, maxLagSeconds: 300 }
const NOW_MS = 1_000_000_000_000
const NOW = NOW_MS / 1000
const encodeAnswer = createEncoder([
  { type: 'uint256' },
  { type: 'bytes32' },
  {
    type: 'tuple[]',
    components: [
      { name: 'ok', type: 'bool' },
      { name: 'data', type: 'bytes' },
    ],
  },
])
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as const

/** What Multicall3 answers at a block; the one call has answered with a byte. */
function answerAt({ number, time }: Block, chainId = 1): `0x${string}` {
  const replies = [word(chainId), word(time), '0x07'].map((data) => ({ ok: true, data }))
  return `0x${encodeAnswer([number, word(0), replies])}`
}

/** A bundler over nodes that give these answers in turn: bytes, or an outcome. */
function bundlerOver(policy: BlockPolicy, answers: (string | CallOutcome)[], chain = {}) {
  const asked: string[] = []
  const verdicts: AnswerVerdict[] = []
  const call = async ({ block, accept }: EthCall): Promise<CallOutcome> => {
    asked.push(block)
    const answer = answers.shift() ?? '0x'
    if (typeof answer !== 'string') return answer
    const data = answer as `0x${string}`
    const verdict = accept?.(data) ?? 'accepted'
    verdicts.push(verdict)
    return verdict === 'accepted' ? { kind: 'result', data } : { kind: 'refused', detail: verdict }
  }
  const transport = { call, answeredBy: () => null, requests: () => asked.length }
  const bundler = createBundler({ ...CHAIN, ...chain }, transport, policy)
  const ask = async (options?: BundleOptions) =>
    repliesIn(await bundler.bundle([{ to: `0x${'1'.repeat(40)}`, data: '0x' }], options))
  return { bundler, ask, asked, verdicts }
}

const block = (number: number, time = NOW): Block => ({ number: BigInt(number), time })
const REPLIES = [{ ok: true, data: '0x07' }]
const UNKNOWN: CallOutcome = { kind: 'unknown-block', detail: '' }

describe('at the newest block', () => {
  test('the first answer fixes the block of the later ones', async () => {
    const { ask, asked, bundler } = bundlerOver({ nowMs: NOW_MS }, [
      answerAt(block(16)),
      answerAt(block(16)),
    ])
    expect([await ask(), await ask()]).toEqual([REPLIES, REPLIES])
    expect(asked).toEqual(['latest', '0x10'])
    expect(bundler.block()).toEqual(block(16))
    expect(bundler.isOneBlock()).toBe(true)
  })

  test.each([
    [300, 'accepted'],
    [301, 'stale'],
    [-60, 'accepted'],
    [-61, 'stale'],
  ])('an answer that is %i s old is %s', async (age, verdict) => {
    const { ask, verdicts, bundler } = bundlerOver({ nowMs: NOW_MS }, [
      answerAt(block(16, NOW - age)),
    ])
    await ask()
    expect(verdicts).toEqual([verdict])
    expect(bundler.staleBlock()).toEqual(verdict === 'stale' ? block(16, NOW - age) : null)
  })

  test('a block that no node has any more is replaced by the newest, and that is noted', async () => {
    const { ask, asked, bundler } = bundlerOver({ nowMs: NOW_MS }, [
      answerAt(block(16)),
      UNKNOWN,
      answerAt(block(20)),
      answerAt(block(21)),
    ])
    for (let at = 0; at < 3; at++) expect(await ask()).toEqual(REPLIES)
    expect(asked).toEqual(['latest', '0x10', 'latest', 'latest'])
    expect(bundler.isOneBlock()).toBe(false)
  })

  test('nodes that read only their newest block are asked for no other', async () => {
    const answers = [answerAt(block(16)), answerAt(block(17))]
    const { ask, asked } = bundlerOver({ nowMs: NOW_MS }, answers, { readsNewestOnly: true })
    await ask()
    await ask()
    expect(asked).toEqual(['latest', 'latest'])
  })
})

describe('at a fixed block', () => {
  const fixed = block(16, 5)

  test.each([
    ['of that block', answerAt(fixed), 'accepted'],
    ['of another number', answerAt(block(17, 5)), 'stale'],
    ['of another time', answerAt(block(16, 6)), 'stale'],
    ['of another chain', answerAt(fixed, 8453), 'other-chain'],
    ['that is none', '0x', 'refused'],
  ])('an answer %s', async (_case, answer, verdict) => {
    const { ask, asked, verdicts } = bundlerOver({ fixed }, [answer])
    expect(await ask()).toEqual(verdict === 'accepted' ? REPLIES : null)
    expect([...asked, ...verdicts]).toEqual(['0x10', verdict])
  })

  test('a node without it is asked for no other block', async () => {
    const { ask, asked, bundler } = bundlerOver({ fixed }, [UNKNOWN])
    expect(await ask()).toBeNull()
    expect(asked).toEqual(['0x10'])
    expect(bundler.isOneBlock()).toBe(true)
  })

  test('replies that are not accepted are refused', async () => {
    const { ask, verdicts } = bundlerOver({ fixed }, [answerAt(fixed)])
    expect(await ask({ accept: ([reply]) => reply?.data !== '0x07' })).toBeNull()
    expect(verdicts).toEqual(['refused'])
  })
})
