import fc from 'fast-check'
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { parseHex } from '../../testing/wallet/evm/artifacts.ts'
import type { Hex } from '../address.ts'
import { decodeAggregate, encodeAggregate, encodeTargets } from './aggregate.ts'

const ABI = parseAbi([
  'function tryBlockAndAggregate(bool requireSuccess, (address target, bytes callData)[] calls) payable',
])
const ANSWER = parseAbiParameters('uint256, bytes32, (bool success, bytes returnData)[]')
const HASH: Hex = `0x${'7'.repeat(64)}`

const hexOf = (constraints: { minLength: number; maxLength: number }) =>
  fc.uint8Array(constraints).map((all): Hex => parseHex(`0x${Buffer.from(all).toString('hex')}`))
const bytes = hexOf({ minLength: 0, maxLength: 100 })
const address = hexOf({ minLength: 20, maxLength: 20 })
const answerOf = (block: bigint, replies: readonly { ok: boolean; data: Hex }[]): Hex =>
  encodeAbiParameters(ANSWER, [
    block,
    HASH,
    replies.map(({ ok, data }) => ({ success: ok, returnData: data })),
  ])

describe('a call of Multicall3', () => {
  test('is written as viem writes it', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ to: address, data: bytes })), (calls) => {
        const targets = calls.map(({ to, data }) => ({ target: to, callData: data }))
        const expected = encodeFunctionData({ abi: ABI, args: [false, targets] })
        expect(encodeAggregate(calls)).toBe(expected)
      }),
    )
  })
})

test('targets with more bytes are written as viem writes them', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(address, bytes, bytes)), (targets) => {
      const rows = targets.map(([to, data, code]) => ({ to, data, code }))
      const [type] = parseAbiParameters('(address to, bytes data, bytes code)[]')
      const expected = encodeAbiParameters([type], [rows])
      expect(encodeTargets(targets)).toBe(expected.slice(2 + 64))
    }),
  )
})

describe('an answer of Multicall3', () => {
  const replies = fc.array(fc.record({ ok: fc.boolean(), data: bytes }))
  const block = fc.bigInt({ min: 0n, max: 2n ** 64n })

  test('is read back, in either case of its hex', () => {
    fc.assert(
      fc.property(block, replies, fc.boolean(), (blockNumber, said, isUpper) => {
        const data = answerOf(blockNumber, said)
        const read = decodeAggregate(isUpper ? parseHex(`0x${data.slice(2).toUpperCase()}`) : data)
        expect(read).toEqual({ blockNumber, replies: said })
      }),
    )
  })

  test('that is changed in any byte is refused or is the answer that reads so', () => {
    const said = [
      { ok: true, data: HASH },
      { ok: false, data: '0x08c379a0' },
      { ok: true, data: '0x' },
    ] as const
    const data = answerOf(7n, said)
    const places = fc.integer({ min: 2, max: data.length - 1 })
    fc.assert(
      fc.property(places, fc.constantFrom(...'0123456789abcdef'), (at, digit) => {
        const changed = parseHex(`${data.slice(0, at)}${digit}${data.slice(at + 1)}`)
        const read = decodeAggregate(changed)
        // The block's hash is not read.
        const isHash = at >= 66 && at < 130
        if (read && !isHash) expect(answerOf(read.blockNumber, read.replies)).toBe(changed)
      }),
      { numRuns: 1_000 },
    )
  })

  test('that is cut, longer, or no answer at all is refused', () => {
    const data = answerOf(7n, [{ ok: true, data: HASH }])
    for (let end = 2; end < data.length; end += 2) {
      expect(decodeAggregate(parseHex(data.slice(0, end)))).toBeNull()
    }
    expect(decodeAggregate(`${data}${'0'.repeat(64)}`)).toBeNull()
    expect(decodeAggregate(`0x${'zz'.repeat(160)}`)).toBeNull()
    expect(decodeAggregate(`0x${'0'.repeat(128)}${'f'.repeat(128)}`)).toBeNull()
  })
})
