import { expect, test } from 'vitest'
import { walletPortfolio } from '../../contract/wallet-scan.ts'
import type { Finding } from './finding.ts'
import { at, leg, owed, staked, walletOf } from './fixtures/own-risk-cases.ts'
import { createPortfolio } from './portfolio.ts'

const lets = (dollars: number) => ({ available: BigInt(dollars) * 1_000_000n })

function portfolioOf(...findings: Finding[]) {
  const { positions, riskSummary } = walletPortfolio.parse(createPortfolio(walletOf(findings)))
  if (!('exit' in riskSummary)) throw new Error('The wallet is empty.')
  const { exit, warnings, own } = riskSummary
  const blocked = warnings.find(({ flag }) => flag === 'exit-blocked')
  return { position: positions[0]?.exit, exit, blocked, own }
}

test('what a loan has blocked is one figure, less its debts, in sums and sentences', () => {
  const { position, exit, blocked, own } = portfolioOf(
    at('aave', [leg('supply', 'USDC', 1_000, lets(200)), owed('USDC', 700)]),
    at('queue', [leg('stake', 'USDC', 300)]),
  )
  expect(position).toEqual({
    ...{ availableUsd: 0, blockedUsd: 300, unlocksAt: null },
    text: '$300 of it, less debts, cannot be withdrawn now: its vault or market lets out no more.',
  })
  expect(exit).toEqual({ availableUsd: 0, blockedUsd: 300, unknownUsd: 300 })
  expect(blocked).toMatchObject({
    figure: 0.5,
    text: '50 % of the value less debts, $300, cannot be withdrawn now; no time is fixed.',
  })
  expect(own?.text).toBe(blocked?.text)
})

test('a loan that owes as much as it has leaves nothing to withdraw, and one with a debt of unknown value no figure', () => {
  const exitWith = (debt: ReturnType<typeof leg>) =>
    portfolioOf(at('aave', [leg('supply', 'USDC', 1_000, lets(200)), debt])).position
  expect(exitWith(owed('USDC', 1_000))).toMatchObject({
    ...{ availableUsd: 0, blockedUsd: 0 },
    text: 'Less its debts, nothing of it is left to withdraw.',
  })
  expect(exitWith(owed('DARK', 1))).toMatchObject({
    ...{ availableUsd: null, blockedUsd: null },
    text: 'A part of it cannot be withdrawn now: its vault or market lets out no more.',
  })
})

test('a part of which it is not known is never available', () => {
  const parts = [
    leg('supply', 'USDC', 100, lets(0)),
    leg('supply', 'USDC', 50, lets(50)),
    leg('supply', 'USDC', 1_000),
  ]
  expect(portfolioOf(at('aave', parts))).toMatchObject({
    position: {
      ...{ availableUsd: null, blockedUsd: 100 },
      text: '$100 of it cannot be withdrawn now: its vault or market lets out no more. Of another part that is not known.',
    },
    exit: { availableUsd: 50, blockedUsd: 100, unknownUsd: 1_000 },
  })
  expect(portfolioOf(at('aave', [...parts, owed('USDC', 200)])).exit).toEqual({
    ...{ availableUsd: 0, blockedUsd: 100, unknownUsd: 850 },
  })
})

test('a time that is fixed for a part is not given for all of it', () => {
  const { blocked } = portfolioOf(
    at('aave', [leg('supply', 'USDC', 1_000, lets(0))]),
    at('queue', [leg('stake', 'USDC', 1_000)], {
      withdrawal: { unlocksAt: 1_900_000_000, isClaimable: false },
    }),
    staked(2_000),
  )
  expect(blocked?.text).toContain('cannot be withdrawn now; for a part no time is fixed.')
})
