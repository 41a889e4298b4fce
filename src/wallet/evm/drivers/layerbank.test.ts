import { expect, test } from 'vitest'
import { inRun } from '../../../testing/wallet/evm/recorded-run.ts'
import { always, type Fact, hasMembers, refuses } from './fixtures/fake-chain.ts'

function read(total: bigint, unread: bigint) {
  return inRun('layerbank', hasMembers(null, { total, unread, found: [] })).findings
}

test('a core of LayerBank may have 200 markets, with nothing of an owner', () => {
  expect(read(200n, 0n)).toEqual([])
})

test.each([
  ['no market', 0n, 0n, 'no market'],
  ['one market that does not answer', 2n, 1n, 'do not answer'],
  ['more markets than are asked', 201n, 0n, 'too many'],
])('a core with %s is unreadable', (_, total, unread, message) => {
  expect(() => read(total, unread)).toThrow(message)
})

test('the health is what the core sees, null without a debt and where it cannot price it', () => {
  const healthAt = (liquidity: Fact) => inRun('layerbank', liquidity).findings[0]?.healthFactor
  expect(healthAt(always('accountLiquidityOf', 1_500n, 0n, 600n))).toBe(2.5)
  expect(healthAt(always('accountLiquidityOf', 1_500n, 0n, 0n))).toBeNull()
  expect(healthAt(refuses('accountLiquidityOf'))).toBeNull()
})

test('a supply that is not entered backs no debt', () => {
  const [found] = inRun('layerbank', always('marketListOf', [])).findings
  const supplies = found?.legs.filter(({ role }) => role === 'supply')
  expect(supplies?.map(({ collateral }) => collateral)).toEqual([false, false])
})
