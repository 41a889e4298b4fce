import { describe, expect, test } from 'vitest'
import { type Hex, ZERO_ADDRESS } from '../chains/address.ts'
import {
  addressAnswer,
  booleanAnswer,
  holdersOf,
  numberAnswer,
  plausibleSeconds,
} from './answers.ts'
import { at, nodeOf, word } from './fixtures/memory-chain.ts'

describe('an answer of one word', () => {
  test.each([
    [word(2 ** 35), 2 ** 35],
    [word(2 ** 35 + 1), null],
    [word(0), 0],
    ['0x', null],
    [`${word(1)}00`, null],
    [null, null],
    [undefined, null],
  ] as [Hex | null | undefined, number | null][])('%s is the number %s', (answer, number) => {
    expect(numberAnswer(answer)).toBe(number)
  })

  test.each([
    [word(0), false],
    [word(1), true],
    [word(2), null],
    ['0x', null],
  ] as [Hex, boolean | null][])('%s is the boolean %s', (answer, boolean) => {
    expect(booleanAnswer(answer)).toBe(boolean)
  })

  test('is an address when it is not a small number', () => {
    expect(addressAnswer(word(at(1)))).toBe(at(1))
    expect(addressAnswer(word(0))).toBe(ZERO_ADDRESS)
    expect(addressAnswer(word(2n ** 64n - 1n))).toBeNull()
    expect(addressAnswer(`${word(at(1))}00`)).toBeNull()
    expect(addressAnswer(word(2n ** 160n))).toBeNull()
  })
})

test.each([
  [100_000_000, 100_000_000],
  [100_000_001, null],
  [null, null],
])('a delay of %s seconds counts as %s', (seconds, counted) => {
  expect(plausibleSeconds(seconds)).toBe(counted)
})

test('a contract is no holder of its own powers', () => {
  const node = nodeOf({}, at(1))
  node.answers
    .set('owner()', word(at(2)))
    .set('admin()', word(at(1)))
    .set('gov()', null)
  expect([...holdersOf(node)]).toEqual([['owner()', at(2)]])
})
