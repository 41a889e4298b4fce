import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WalletRiskSummary } from '../../contract/wallet-risk.ts'
import { walletPortfolio } from '../../contract/wallet-scan.ts'
import type { Finding } from './finding.ts'
import {
  at,
  CASES,
  leg,
  loanAt,
  owed,
  perpetual,
  pledge,
  staked,
  walletOf,
  withdrawal,
} from './fixtures/own-risk-cases.ts'
import expected from './fixtures/own-risk-expected.json' with { type: 'json' }
import { createPortfolio, type PortfolioInput } from './portfolio.ts'

type Summary = Exclude<WalletRiskSummary, Record<string, never>>

function summaryOf(input: PortfolioInput): Summary {
  const { riskSummary } = walletPortfolio.parse(createPortfolio(input))
  if (!('warnings' in riskSummary)) throw new Error('The wallet is empty.')
  return riskSummary as Summary
}

const summary = (findings: readonly Finding[]) => summaryOf(walletOf(findings))
const raised = ({ warnings }: Summary) => warnings.map(({ flag }) => flag)

describe('the risk of a wallet with', () => {
  test('every case is expected', () => {
    expect(Object.keys(expected).sort()).toEqual(Object.keys(CASES).sort())
  })

  test.each(Object.entries(expected))('%s', (name, { scores, warnings, sentence }) => {
    const { positions, portfolioScore, riskSummary } = walletPortfolio.parse(
      createPortfolio(CASES[name as keyof typeof CASES]),
    )
    if (!('own' in riskSummary)) throw new Error('The wallet is empty.')
    const texts = positions.flatMap(
      ({ liquidation, exit }) => liquidation?.text ?? exit?.text ?? [],
    )
    expect({
      scores: [portfolioScore, riskSummary.own?.score ?? null],
      warnings: riskSummary.warnings.map(({ flag, figure }) => [flag, figure]),
      sentence: texts[0] ?? null,
    }).toEqual({ scores, warnings, sentence })
  })

  test('a band of the score where a part has none', () => {
    expect(summaryOf(CASES['four fifths with a score']).netExposure).toEqual({
      ...{ usd: 100_000, floorUsd: 100, scoredShare: 0.8 },
      ...{ low: 2.7, high: 4.7 },
    })
  })

  test('what can be withdrawn, what cannot, and what that is not known of', () => {
    const exitOf = (name: keyof typeof CASES) => Object.values(summaryOf(CASES[name]).exit)
    expect(exitOf('half of the wallet in locked votes')).toEqual([0, 60_000, 60_000])
    expect(exitOf('a withdrawal that can be claimed')).toEqual([40_000, 0, 60_000])
    expect(exitOf('a market that lets out a tenth of it')).toEqual([4_000, 36_000, 60_000])
    expect(exitOf('a loan whose collateral its market does not let out')).toEqual([
      ...[0, 70_000, 60_000],
    ])
    expect(exitOf('a withdrawal of which it is not known')).toEqual([0, 0, 100_000])
  })

  test('warnings that name the share, the positions and the times', () => {
    expect(summaryOf(CASES['half of the wallet in locked votes']).warnings).toEqual([
      {
        ...{ flag: 'exit-blocked', figure: 0.5, usd: 60_000, share: 0.5 },
        positions: ['Ethereum:queue', 'Ethereum:queue:2'],
        text: '50 % of the value less debts, $60.0k, cannot be withdrawn now; it unlocks from 2027-01-15 12:30 UTC to 2028-06-01 00:00 UTC.',
      },
    ])
    expect(summaryOf(CASES['$10k of margin at 50× beside $90k at Lido']).warnings[1]).toEqual({
      ...{ flag: 'high-leverage', figure: 50, usd: 10_000, share: 0.1 },
      positions: ['Ethereum:perps:ETH-USD'],
      text: 'The perps: leverage 50×, so a move of 2 % takes all of it.',
    })
  })
})

/** A part of a wallet that a property changes, in whole dollars. */
const dollars = fc.integer({ min: 2, max: 1_000_000 })
const limit = fc.integer({ min: 50, max: 95 }).map((percent) => percent / 100)

const loan = ({ assets, debt, limit: most }: { assets: number; debt: number; limit: number }) =>
  loanAt('aave', [pledge('USDC', assets), owed('RISKY', debt / 2)], {
    ltv: debt / assets,
    limit: most,
  })

const others = fc.array(
  fc.oneof(
    dollars.map(staked),
    dollars.map((margin) =>
      perpetual([leg('margin', 'USDC', margin)], { sizeUsd: margin * 4, pnlInNet: true }),
    ),
    dollars.map((amount) =>
      at('queue', [leg('stake', 'USDC', amount)], withdrawal('2028-01-01T00:00:00Z', false)),
    ),
    dollars.map((amount) =>
      at('hydra', [leg('supply', 'USDC', amount, { available: BigInt(amount) * 400_000n })]),
    ),
    dollars.map((amount) => at('hydra', [leg('supply', 'USDC', amount)], { inRange: false })),
    fc
      .record({ assets: dollars, debt: dollars, limit })
      .map((made) => ({ ...loan(made), ref: 'other' })),
  ),
  { maxLength: 4 },
)

/** What must not fall when a wallet becomes riskier. */
function mustNotFall(before: Summary, after: Summary, flags: string[]): void {
  expect(after.own?.score ?? 0).toBeGreaterThanOrEqual(before.own?.score ?? 0)
  for (const flag of flags) if (raised(before).includes(flag)) expect(raised(after)).toContain(flag)
}

const OWN = ['near-liquidation', 'high-leverage', 'exit-blocked']

describe('whatever else is in the wallet', () => {
  test('more debt never lowers the own risk, and no loan is farther from liquidation or less levered', () => {
    fc.assert(
      fc.property(dollars, dollars, dollars, limit, others, (assets, debt, more, limit, rest) => {
        const before = loan({ assets, debt, limit })
        const after = loan({ assets, debt: debt + more, limit })
        mustNotFall(summary([before, ...rest]), summary([after, ...rest]), OWN)
        const factsOf = (finding: Finding) =>
          createPortfolio(walletOf([finding])).positions[0]?.liquidation
        const [one, two] = [factsOf(before), factsOf(after)]
        expect(two?.distance).toBeLessThanOrEqual(one?.distance ?? -1)
        expect(two?.leverage ?? 1e99).toBeGreaterThanOrEqual(one?.leverage ?? 1e99)
      }),
    )
  })

  test('less distance to liquidation never lowers it', () => {
    const price = fc.integer({ min: 1, max: 4_000 })
    fc.assert(
      fc.property(dollars, price, price, fc.boolean(), others, (margin, a, b, isLong, rest) => {
        const [far, near] = [Math.min(a, b), Math.max(a, b)]
        const of = (liquidationPrice: number) =>
          perpetual([leg('margin', 'USDC', margin)], {
            ...{ side: isLong ? 'long' : 'short', sizeUsd: margin * 3, markPrice: 3_500 },
            liquidationPrice: isLong ? liquidationPrice : 7_000 - liquidationPrice,
          })
        mustNotFall(summary([of(far), ...rest]), summary([of(near), ...rest]), OWN)
      }),
    )
  })

  test('a blocked exit never lowers it', () => {
    const known = fc.constantFrom(true, null, undefined)
    fc.assert(
      fc.property(dollars, known, others, (amount, isClaimable, rest) => {
        const of = (state: boolean | null | undefined) =>
          at(
            'queue',
            [leg('stake', 'USDC', amount)],
            state === undefined ? {} : withdrawal(null, state),
          )
        mustNotFall(summary([of(isClaimable), ...rest]), summary([of(false), ...rest]), OWN)
      }),
    )
  })

  test('neither does less that a market or a vault lets out, nor more debt beside it', () => {
    const units = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(dollars, units, units, units, units, others, (amount, a, b, c, d, rest) => {
        const of = (available: number, debt: number) =>
          at('aave', [
            leg('supply', 'USDC', amount, { available: BigInt(available) * 1_000_000n }),
            owed('RISKY', debt / 2),
          ])
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        const [owing, deeper] = [Math.min(c, d), Math.max(c, d)]
        const [before, after] = [of(more, owing), of(less, deeper)]
        mustNotFall(summary([before, ...rest]), summary([after, ...rest]), ['near-liquidation'])
      }),
    )
  })

  test('a position in two halves is the same risk', () => {
    fc.assert(
      fc.property(
        others.filter((rest) => rest.length > 0),
        (findings) => {
          const whole = findings.map((finding) => timesTwo(finding))
          const halves = findings.flatMap((finding) => [
            finding,
            { ...finding, ref: `${finding.ref} again` },
          ])
          expect(comparable(summary(halves))).toEqual(comparable(summary(whole)))
        },
      ),
    )
  })

  test('what a stranger sends to protocols that are not used changes no score, flag or warning', () => {
    const sent = fc.array(
      fc.record({
        protocol: fc.constantFrom('hydra' as const, 'raft' as const),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        change: fc.constantFrom<Partial<Finding>>(
          {},
          { inRange: false },
          { healthFactor: 0.5 },
          withdrawal(null, false),
        ),
      }),
      { maxLength: 4 },
    )
    const own = others.map((rest) => rest.filter(({ protocol }) => protocol !== 'hydra'))
    fc.assert(
      fc.property(own, sent, (findings, transfers) => {
        const before = findings.length === 0 ? null : summary(findings)
        const most = before?.netExposure.floorUsd ?? 1
        // Less than the floor at each of the two protocols, debts and specks without a price included.
        const dust = transfers.flatMap(({ protocol, share, change }, n): Finding[] => {
          const amount = (share * most * 0.999) / 4
          const legs = [
            leg('supply', 'USDC', amount),
            leg('borrow', 'USDC', amount / 2),
            leg('reward', 'DARK', 0, { decimals: 18, amount: 1n }),
          ]
          return [at(protocol, legs, { ...change, ref: `sent ${n}` })]
        })
        if (dust.length === 0) return
        const after = createPortfolio(walletOf([...findings, ...dust]))
        const { riskSummary } = after
        if (!('own' in riskSummary)) return
        expect(after.portfolioScore).toBe(before?.weightedScore ?? null)
        expect(riskSummary.flags).toEqual(before?.flags ?? [])
        expect(riskSummary.warnings).toEqual(before?.warnings ?? [])
        expect(riskSummary.own).toEqual(before?.own ?? null)
        if (before) expect(riskSummary.netExposure).toEqual(before.netExposure)
      }),
    )
  })
})

function timesTwo(finding: Finding): Finding {
  const legs = finding.legs.map(({ available, ...each }) => ({
    ...each,
    amount: each.amount * 2n,
    ...(available !== undefined && { available: available * 2n }),
  }))
  const { perp } = finding
  return { ...finding, legs, perp: perp && { ...perp, sizeUsd: (perp.sizeUsd ?? 0) * 2 } }
}

/** All but what names positions or is defined by the largest one. */
function comparable(of: Summary): object {
  const { concentration: _, weakestPositions: __, warnings, ...rest } = of
  return { ...rest, warnings: warnings.map(({ positions: _, ...each }) => each) }
}
