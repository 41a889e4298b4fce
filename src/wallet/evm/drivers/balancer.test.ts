import { describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { balancer } from './balancer.ts'
import { at, entryOf, holds, isToken, runDriver, says } from './fixtures/fake-chain.ts'

const OWNER = at(0xa11ce)
const VAULT = at(1)
const POOL = at(2)
const POOL_ID = `0x${'ab'.repeat(32)}` as const
const ONE = { address: at(0x11), symbol: 'ONE', decimals: 18 }
const TWO = { address: at(0x22), symbol: 'TWO', decimals: 6 }
const ENTRY = entryOf(balancer, {
  market: 'ONE-TWO',
  vault: VAULT,
  poolId: POOL_ID,
  pool: POOL,
  tokens: [ONE, TWO],
})

const listing = (tokens: Address[], balances: bigint[]) =>
  says(VAULT, 'getPoolTokens', [POOL_ID], tokens, balances, 1n)
const supply = says(POOL, 'totalSupply', [], 1000n)
const actual = says(POOL, 'getActualSupply', [], 100n)
const held = holds(POOL, OWNER, 10n)
const amounts = (facts: Parameters<typeof runDriver>[3]) =>
  runDriver(balancer, ENTRY, OWNER, facts).findings[0]?.legs.map(
    ({ symbol, amount }) => `${amount} ${symbol}`,
  )

describe('a share of a Balancer pool', () => {
  test('leaves out the pool its own token, and the supply that is not real', () => {
    const tokens = listing([ONE.address, POOL, TWO.address], [500n, 999_999n, 70n])
    expect(amounts([tokens, supply, actual, held])).toEqual(['50 ONE', '7 TWO'])
  })

  test('of an old pool goes by its only supply', () => {
    const tokens = listing([ONE.address, TWO.address], [500n, 700n])
    expect(amounts([tokens, supply, held])).toEqual(['5 ONE', '7 TWO'])
  })

  test('of a composable pool without its actual supply is unreadable', () => {
    const tokens = listing([ONE.address, POOL], [500n, 1n])
    expect(() => amounts([tokens, supply, held])).toThrow(Unreadable)
  })

  test('with a token that its entry does not know has it named by its contract', () => {
    const tokens = listing([ONE.address, at(0x33)], [500n, 200n])
    const facts = [tokens, supply, held]
    expect(amounts([...facts, ...isToken(at(0x33), 'NEW', 4)])).toEqual(['5 ONE', '2 NEW'])
    expect(() => amounts(facts)).toThrow(Unreadable)
  })
})
