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
import { createPortfolio, type PortfolioInput } from './portfolio.ts'

type Summary = Exclude<WalletRiskSummary, Record<string, never>>

function summaryOf(input: PortfolioInput): Summary {
  const { riskSummary } = walletPortfolio.parse(createPortfolio(input))
  if (!('warnings' in riskSummary)) throw new Error('The wallet is empty.')
  return riskSummary as Summary
}

const summary = (findings: readonly Finding[]) => summaryOf(walletOf(findings))
const raised = ({ warnings }: Summary) => warnings.map(({ flag }) => flag)
const OWING =
  'It owes as much as it has, or more, and can be liquidated now: nothing is left to its owner.'

interface Expected {
  /** `portfolioScore`, and the own risk. */
  scores: [number | null, number | null]
  warnings: [flag: string, figure: number | null][]
  /** The sentence of the first position that has one. */
  sentence: string | null
}

const EXPECTED: Record<keyof typeof CASES, Expected> = {
  '1,000 wstETH at Aave': {
    scores: [4.2, null],
    warnings: [['concentrated', 1]],
    sentence: null,
  },
  'the same with $3.3M of debt at a health factor of 1.03': {
    scores: [4.2, 8.8],
    warnings: [
      ['near-liquidation', 0.029126],
      ['concentrated', 1],
    ],
    sentence: 'Leverage 4.7×: liquidated when wstETH falls 2.9 % against USDC.',
  },
  'the same, $400k under water': {
    scores: [null, 10],
    warnings: [
      ['near-liquidation', 0],
      ['high-leverage', null],
    ],
    sentence: OWING,
  },
  '$10k of margin at 50× beside $90k at Lido': {
    scores: [2.8, 9.3],
    warnings: [
      ['near-liquidation', 0.017],
      ['high-leverage', 50],
      ['concentrated', 0.9],
    ],
    sentence: 'Leverage 50×: liquidated when ETH-USD falls 1.7 %.',
  },
  '$1M at a protocol without a score and $1k at Lido': {
    scores: [null, null],
    warnings: [['concentrated', 1]],
    sentence: null,
  },
  'one wei of a risky token beside $90k at Lido': {
    scores: [2.6, null],
    warnings: [['concentrated', 1]],
    sentence: null,
  },
  'two collaterals, which fall together': {
    scores: [4.2, 3.8],
    warnings: [['concentrated', 1]],
    sentence: 'Leverage 2×: liquidated when WBTC and wstETH together fall 38 % against USDC.',
  },
  'a short of $30k on $6k': {
    scores: [4.6, 5.2],
    warnings: [
      ['high-leverage', 5],
      ['concentrated', 1],
    ],
    sentence: 'Leverage 5×: liquidated when ETH-USD rises 18 %.',
  },
  'a loan whose threshold was not read': {
    scores: [4.2, 4.5],
    warnings: [['concentrated', 1]],
    sentence:
      'Leverage 4×: nothing is left when ETH falls 25 % against USDC; where it is liquidated was not read.',
  },
  'a loan that begins to be sold at a price': {
    scores: [4.2, 5],
    warnings: [['concentrated', 1]],
    sentence: 'Leverage 2.5×: liquidated when ETH falls 20 % against USDC.',
  },
  'a loop of USDC against USDC': {
    scores: [4.2, 8.4],
    warnings: [
      ['near-liquidation', 0.04],
      ['concentrated', 1],
    ],
    sentence:
      'Leverage 3.6×: liquidated when interest takes 4 %; collateral and debt are both USDC.',
  },
  'two perpetuals on the margin of one account': {
    scores: [4.6, 3.6],
    warnings: [['concentrated', 1]],
    sentence: 'Leverage 3×: liquidated when BTC-USD rises 50 %.',
  },
  'a perpetual without a price of liquidation': {
    scores: [4.6, 4.5],
    warnings: [['concentrated', 1]],
    sentence:
      'Leverage 4×: a fall of ETH-USD by 25 % from the price of entry takes its margin; no price of liquidation was read.',
  },
  'half of the wallet in locked votes': {
    scores: [2.8, 3],
    warnings: [['exit-blocked', 0.5]],
    sentence: 'It cannot be withdrawn before 2028-06-01 00:00 UTC.',
  },
  'a withdrawal that can be claimed': {
    scores: [2.8, null],
    warnings: [['concentrated', 0.6]],
    sentence: 'It can be withdrawn now.',
  },
  'a withdrawal of which it is not known': {
    scores: [2.8, null],
    warnings: [['concentrated', 0.6]],
    sentence: null,
  },
  'a market that lets out a tenth of it': {
    scores: [3.2, 2.2],
    warnings: [
      ['exit-blocked', 0.36],
      ['concentrated', 0.6],
    ],
    sentence: '$36.0k of it cannot be withdrawn now: its vault or market lets out no more.',
  },
  'a paused vault': {
    scores: [2.8, 2.4],
    warnings: [
      ['exit-blocked', 0.4],
      ['concentrated', 0.6],
    ],
    sentence: 'It cannot be withdrawn now: its vault is paused. No time is fixed.',
  },
  'a vault that lets all out and keeps a fee': {
    scores: [2.8, null],
    warnings: [['concentrated', 0.6]],
    sentence:
      'Its vault or market lets all of it out now. Redeeming costs 0.5 %, which is already taken off its value.',
  },
  'a loan whose collateral its market does not let out': {
    scores: [3.5, 4.6],
    warnings: [
      ['exit-blocked', 0.5385],
      ['concentrated', 0.5385],
    ],
    sentence: 'Leverage 1.4×: liquidated when WBTC falls 63 % against USDC.',
  },
  'four fifths with a score': { scores: [3.4, null], warnings: [], sentence: null },
  'a debt without a price': {
    scores: [3.8, 4],
    warnings: [['concentrated', 0.7778]],
    sentence: 'Liquidated when ETH falls 33 % against DARK.',
  },
  'a loan at its limit that is a two-hundredth of the wallet': {
    scores: [2.6, null],
    warnings: [['concentrated', 0.9985]],
    sentence: 'It can be liquidated now.',
  },
  'a debt that an exchange reports apart': {
    scores: [4.6, 4.2],
    warnings: [['concentrated', 1]],
    sentence:
      'Leverage 3.3×: nothing is left when its collateral falls 30 % against ETH; where it is liquidated was not read.',
  },
}

describe('the risk of a wallet with', () => {
  test.each(Object.entries(EXPECTED))('%s', (name, { scores, warnings, sentence }) => {
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
