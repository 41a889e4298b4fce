import { expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { depositPool } from './deposit-pool.ts'
import { at, entryOf, runDriver, says } from './fixtures/fake-chain.ts'

const OWNER = at(0xa11ce)
const POOL = at(1)
const tokens = [2, 3].map((n) => ({ address: at(n), symbol: `T${n}`, decimals: 18 }))
const ENTRY = entryOf(depositPool, { pool: POOL, tokens })
const deposit = (n: number, amount: bigint) => says(POOL, 'balance', [at(n), OWNER], amount)

test('each token that was deposited is a position, after one round', () => {
  const { findings, rounds } = runDriver(depositPool, ENTRY, OWNER, [
    deposit(2, 0n),
    deposit(3, 8n),
  ])
  expect(findings).toMatchObject([{ market: 'T3', legs: [{ role: 'stake', amount: 8n }] }])
  expect(rounds).toHaveLength(1)
})

test('a token that cannot be asked for makes the pool unreadable', () => {
  expect(() => runDriver(depositPool, ENTRY, OWNER, [deposit(2, 1n)])).toThrow(Unreadable)
})
