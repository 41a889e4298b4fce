import { expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { isSound } from '../../model/position.ts'
import { at, entryOf, holds, runDriver } from './fixtures/fake-chain.ts'
import { uniswapV4 } from './uniswap-v4.ts'

const OWNER = at(0xa11ce)
const MANAGER = at(1)
const ENTRY = entryOf(uniswapV4, {
  product: 'lp',
  manager: MANAGER,
  native: { address: at(2), symbol: 'WETH', decimals: 18 },
})

test('positions that no node and no index names are counted, and what they hold is said to be unknown', () => {
  const { findings } = runDriver(uniswapV4, ENTRY, OWNER, [holds(MANAGER, OWNER, 3n)])
  expect(findings).toMatchObject([
    {
      market: '3 positions, contents not readable',
      legs: [{ role: 'lp', token: MANAGER, decimals: 0, amount: 3n }],
    },
    // Makes the protocol one that could not be read.
    {},
  ])
  expect(findings.map(isSound)).toEqual([true, false])
})

test('an owner of none has no finding', () => {
  expect(runDriver(uniswapV4, ENTRY, OWNER, [holds(MANAGER, OWNER, 0n)]).findings).toEqual([])
})

test('a manager that does not answer is unreadable', () => {
  expect(() => runDriver(uniswapV4, ENTRY, OWNER, [])).toThrow(Unreadable)
})
