import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import { PERMIT2_SPENDER } from '../../model/approval.ts'
import { readingOf } from './read-approvals.ts'

const at = (digit: string): Address => `0x${digit.repeat(40)}`
const OWNER = at('a')
const [HELD, OTHER] = [at('1'), at('2')]
const [VAULT, POOL] = [at('5'), at('6')]

const spender = (address: Address) => ({ address, name: '', protocol: null, loss: null })
const token = (address: Address) => ({ address, symbol: 'T', decimals: 18 })
const PLAN = {
  ...{ tokens: [token(HELD), token(OTHER)], always: 0, spenders: [PERMIT2_SPENDER] },
  own: new Map([
    [HELD, [spender(VAULT)]],
    [OTHER, [spender(POOL)]],
  ]),
  ...{ collections: [], operators: [] },
}

/** The lens read both tokens, and found this. */
function answer(...rows: { kind: number; index: number; spender?: number; word: bigint }[]): Reply {
  const hex = (value: number | bigint, digits: number) => value.toString(16).padStart(digits, '0')
  const packed = rows.map(
    ({ kind, index, spender: who = 0, word }) =>
      hex(kind, 2) + hex(index, 4) + hex(who, 4) + hex(word, 64),
  )
  const data = encodeAbiParameters(parseAbiParameters('uint256, bytes'), [
    2n,
    `0x${packed.join('')}`,
  ])
  return { ok: true, data }
}

const asksOf = (calls: Call[], address: Address) =>
  calls.filter(({ data }) => data.includes(address.slice(2))).length

test('a contract that takes one token is asked about where that token is held', () => {
  const reading = readingOf(PLAN)
  const run = reading.read(OWNER)
  const first = run.next()
  if (first.done) throw new Error('It asks nothing.')
  expect([asksOf(first.value, VAULT), asksOf(first.value, POOL)]).toEqual([0, 0])

  const second = run.next([answer({ kind: 0, index: 0, word: 9n })])
  if (second.done) throw new Error('It asks no more.')
  expect([asksOf(second.value, VAULT), asksOf(second.value, POOL)]).toEqual([1, 0])

  expect(run.next([answer({ kind: 1, index: 0, spender: 1, word: 7n })]).done).toBe(true)
  expect(reading.balanceOf(HELD)).toBe(9n)
  expect(reading.balanceOf(OTHER)).toBe(0n)
  expect(reading.result()).toMatchObject({
    status: 'ok',
    tokens: 2,
    found: [{ kind: 'erc20', token: HELD, spender: VAULT, allowance: 7n, balance: 9n }],
  })
})

test('an allowance of a token that is not held brings no question about its own contracts', () => {
  const run = readingOf(PLAN).read(OWNER)
  run.next()
  expect(run.next([answer({ kind: 1, index: 1, word: 7n })]).done).toBe(true)
})
