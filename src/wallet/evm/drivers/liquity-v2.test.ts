import { expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { inRun, readRecordedRun } from '../../../testing/wallet/evm/recorded-run.ts'
import { always, at, holds, refuses } from './fixtures/fake-chain.ts'

// What a recorded run lacks.
const ETHER = 10n ** 18n
const { owner } = readRecordedRun('liquity-v2')
const NONE = ['getCompoundedBoldDeposit', 'getDepositorYieldGainWithPending', 'stashedColl'].map(
  (name) => always(name, 0n),
)
const nothing = [...NONE, always('getDepositorCollGain', 0n), always('getCollateral', 0n)]
/** Troves that the NFT contract counts. */
const counted = (count: bigint) => [{ troveNft: at(1) }, holds(at(1), owner, count)]
const others = always('ownerOf', at(2))

test('a trove has its health and its liquidation price, and a reserve that is no collateral', () => {
  const [found] = inRun(
    'liquity-v2',
    always('getLatestTroveData', [8_000n * ETHER, 10n * ETHER, ...Array(8).fill(0n)]),
    always('MCR', (11n * ETHER) / 10n),
    always('lastGoodPrice', 2_000n * ETHER),
  ).findings
  expect(found?.legs).toMatchObject([
    { role: 'collateral', symbol: 'WETH', amount: 10n * ETHER },
    { role: 'borrow', symbol: 'BOLD', amount: 8_000n * ETHER },
    { role: 'supply', amount: (ETHER * 375n) / 10_000n, collateral: false },
  ])
  expect(found?.healthFactor).toBeCloseTo(20_000 / 8_000 / 1.1, 10)
  expect(found?.loan?.liquidationPrice).toBeCloseTo(880, 10)
  expect(found?.loan?.ltv).toBeCloseTo(0.4, 10)
})

test('without its least ratio and price a trove stays', () => {
  const { findings } = inRun('liquity-v2', refuses('MCR'), refuses('lastGoodPrice'))
  expect(findings).toHaveLength(4)
  expect(findings[0]).toMatchObject({
    healthFactor: null,
    loan: { ltv: null, liquidationLtv: null, liquidationPrice: null },
  })
})

test('a trove that someone else opened is counted, and one that was given away is not reported', () => {
  const { findings } = inRun('liquity-v2', ...nothing, ...counted(1n), others)
  expect(findings).toMatchObject([{ legs: [{ amount: 1n, isUnread: true }] }])
  expect(inRun('liquity-v2', ...nothing, ...counted(0n))).toMatchObject({
    findings: [],
    rounds: { length: 1 },
  })
})

test('what a liquidated trove left over, and a deposit with its gains, are found without a trove', () => {
  const { findings } = inRun('liquity-v2', ...counted(0n))
  expect(findings.map(({ market }) => market)).toEqual(['Left over WETH', 'Stability Pool WETH'])
})

test('a stability pool that cannot be read makes the branch unreadable', () => {
  expect(() => inRun('liquity-v2', refuses('getCompoundedBoldDeposit'))).toThrow(Unreadable)
})
