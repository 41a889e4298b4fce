import { describe, expect, test } from 'vitest'
import { answerBundle } from '../../testing/wallet/evm/fake-chain.ts'
import type { Hex } from '../address.ts'
import type { Call } from './call.ts'
import {
  type ChainTarget,
  decodeDeployless,
  decodeMulticall,
  encodeDeployless,
  encodeMulticall,
} from './multicall.ts'

const ETHEREUM = { chainId: 1, maxLagSeconds: 300 }
const ARBITRUM = { chainId: 42161, maxLagSeconds: 120 }
const CALLS: Call[] = [
  { to: `0x${'1'.repeat(40)}`, data: '0x01' },
  { to: `0x${'2'.repeat(40)}`, data: '0x02' },
]
const WAYS = [
  ['Multicall3', encodeMulticall, decodeMulticall],
  ['a deployless bundle', encodeDeployless, decodeDeployless],
] as const

describe.each(WAYS)('%s', (_way, encode, decode) => {
  const reply = (call: Call) => ({ ok: call.data === '0x01', data: call.data })
  const answer = (chain: ChainTarget, on = chain.chainId): Hex =>
    answerBundle(encode(chain, CALLS), {
      chainId: on,
      blockNumber: 77n,
      time: () => 1_800_000_000,
      reply,
    })

  test('gives the replies in order, and the block', () => {
    expect(decode(ETHEREUM, 2, answer(ETHEREUM))).toEqual({
      block: { number: 77n, time: 1_800_000_000 },
      replies: [
        { ok: true, data: '0x01' },
        { ok: false, data: '0x02' },
      ],
    })
  })

  test('asks Arbitrum for its own block number, not that of Ethereum', () => {
    const bundled = decode(ARBITRUM, 2, answer(ARBITRUM))
    expect(bundled).toMatchObject({ block: { number: 77_000n } })
    expect(bundled?.replies.length).toBe(2)
  })

  test.each<[string, Hex]>([
    ['no bytes', '0x'],
    ['bytes of something else', `0x${'00'.repeat(96)}`],
    ['a cut answer', `0x${answer(ETHEREUM).slice(2, -64)}`],
    ['an answer of another chain', answer(ETHEREUM, 10)],
  ])('%s is no answer', (_case, data) => {
    expect(decode(ETHEREUM, 2, data)).toBeNull()
  })

  test('an answer to fewer or more calls is none', () => {
    expect(decode(ETHEREUM, 1, answer(ETHEREUM))).toBeNull()
    expect(decode(ETHEREUM, 3, answer(ETHEREUM))).toBeNull()
  })
})

test('Multicall3 is asked by the function that lets each call fail on its own', () => {
  const { data } = encodeMulticall(ETHEREUM, CALLS)
  expect(data.slice(0, 74)).toBe(`0x399542e9${'0'.repeat(64)}`)
})
