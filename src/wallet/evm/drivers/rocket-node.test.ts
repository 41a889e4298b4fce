import { expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { inRun } from '../../../testing/wallet/evm/recorded-run.ts'
import { always, refuses } from './fixtures/fake-chain.ts'

const PARTS = ['getNodeETHBonded', 'getNodeStakedRPL', 'getNodeUnstakingRPL', 'getUint']

test.each(PARTS)('node staking that does not answer %s is unreadable, not nothing', (part) => {
  expect(() => inRun('rocket-node', refuses(part))).toThrow(Unreadable)
})

test('who runs no node has nothing, and ETH for the next validators is found without one', () => {
  const none = PARTS.map((part) => always(part, 0n))
  expect(inRun('rocket-node', ...none)).toMatchObject({ findings: [], rounds: { length: 1 } })
  expect(inRun('rocket-node', always('getUint', 2n), ...none).findings).toMatchObject([
    { ref: 'balance', legs: [{ role: 'supply', symbol: 'WETH', amount: 4n }] },
  ])
})
