import { expect, test } from 'vitest'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at, factFor, isToken, says } from './fixtures/fake-chain.ts'
import {
  answersTo,
  apart,
  may,
  mayBeToken,
  membersOf,
  must,
  Question,
  tokenAt,
} from './questions.ts'

const [FIRST, SECOND] = [at(1), at(2)]
const RATE = 'function rate() view returns (uint256)'
const facts = [...isToken(FIRST, 'ONE', 6), says(FIRST, RATE, [], 7n)]

/** The answers to all questions in a value, and the calls that were made. */
function asked<const Asked>(value: Asked) {
  const reading = answersTo(value)
  const first = reading.next()
  const calls: Call[] = first.done ? [] : first.value
  const replies = calls.map((one): Reply => factFor(one, facts)?.reply ?? { ok: false })
  const last = first.done ? first : reading.next(replies)
  if (!last.done) throw new Error('a second round')
  return { calls, answers: last.value }
}

test('an answer stands where its question stood, and all else stays', () => {
  const { answers } = asked({
    name: 'it',
    none: null,
    list: [must(FIRST, RATE, []), 5n],
    deep: { token: tokenAt(FIRST), twice: must(FIRST, RATE, []).pick((rate) => 2n * rate) },
  })
  expect(answers).toEqual({
    name: 'it',
    none: null,
    list: [7n, 5n],
    deep: { token: { address: FIRST, symbol: 'ONE', decimals: 6 }, twice: 14n },
  })
})

test('a call of several questions is made once, unless it runs code of its own', () => {
  expect(asked([tokenAt(FIRST), tokenAt(FIRST), mayBeToken(FIRST)]).calls).toHaveLength(2)
  const members = () => membersOf({ question: '0x12345678', words: 1, owner: SECOND, max: 1n })
  const plain = new Question(
    members().calls.map(({ to, data }) => ({ to, data })),
    () => null,
  )
  expect(answersTo([members(), members()]).next().value).toHaveLength(2)
  expect(answersTo([plain, members()]).next().value).toHaveLength(2)
})

test('without a question there is no round', () => {
  expect(answersTo({ some: [1n], none: [] }).next()).toEqual({
    done: true,
    value: { some: [1n], none: [] },
  })
})

test('what must be known and is not makes the reading impossible; what may be missing is null', () => {
  expect(asked([may(SECOND, RATE, []), mayBeToken(SECOND)]).answers).toEqual([null, null])
  expect(() => asked(must(SECOND, RATE, []))).toThrow(Unreadable)
  expect(() => asked([{ deep: tokenAt(SECOND) }])).toThrow(Unreadable)
})

test('a question apart has calls that share no request', () => {
  expect(asked(apart(mayBeToken(FIRST))).calls.map(({ untrusted }) => untrusted)).toEqual([
    true,
    true,
  ])
})
