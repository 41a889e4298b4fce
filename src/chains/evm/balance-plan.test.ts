import { expect, test } from 'vitest'
import { balanceCall } from '../../testing/wallet/evm/readers.ts'
import type { Address } from '../address.ts'
import { planBalances } from './balance-plan.ts'
import { type Call, call } from './call.ts'

const OWNER: Address = `0x${'aa'.repeat(20)}`
const OTHER: Address = `0x${'bb'.repeat(20)}`

const token = (at: number): Address => `0x${(at + 1).toString(16).padStart(40, '0')}`
const balances = (count: number, owner = OWNER, rest: Partial<Call> = {}): Call[] =>
  Array.from({ length: count }, (_, at) => balanceCall(token(at), owner, rest))
const symbol = call(OTHER, 'function symbol() view returns (string)', [])

const sizes = (calls: readonly Call[]) =>
  planBalances(calls).map(({ owner, places }) => [owner, places.length])

test('balances of one owner are read together, at most 600 in a request', () => {
  expect(sizes(balances(1300))).toEqual([
    [OWNER, 600],
    [OWNER, 600],
    [OWNER, 100],
  ])
})

test('places are those of the balances among the calls', () => {
  const [group] = planBalances([symbol, ...balances(120), symbol])
  expect(group?.places).toEqual(Array.from({ length: 120 }, (_, at) => at + 1))
})

test('a few balances are not taken out of a bundle', () => {
  expect(sizes(balances(15))).toEqual([])
  expect(sizes([...balances(99), symbol])).toEqual([])
  expect(sizes(balances(16))).toEqual([[OWNER, 16]])
})

test('another owner, and unreviewed contracts, have requests of their own', () => {
  const untrusted = balances(120, OWNER, { untrusted: true })
  expect(sizes([...balances(120), ...balances(110, OTHER), ...untrusted])).toEqual([
    [OWNER, 120],
    [OTHER, 110],
    [OWNER, 120],
  ])
})

test('calls with a sender or with code of their own are left alone', () => {
  expect(sizes(balances(120, OWNER, { from: OTHER }))).toEqual([])
  expect(sizes(balances(120, OWNER, { code: '0x00' }))).toEqual([])
})
