import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WALLET_FLAGS } from '../../contract/wallet-risk.ts'
import { walletPortfolio, walletScanResult } from '../../contract/wallet-scan.ts'
import { known } from '../../domain/reading.ts'
import {
  covered,
  findingOf,
  legOf,
  portfolios,
  priceOf,
  pricesOf,
  scoreOf,
  TODAY,
  tokenAt,
} from '../../testing/wallet/portfolios.ts'
import { reconcilePrices } from '../prices/reconcile.ts'
import type { Finding } from './finding.ts'
import { createPortfolio, type PortfolioInput, pricedTokens } from './portfolio.ts'
import { isSound } from './position.ts'
import type { Screening } from './screening.ts'

const chain = 'Ethereum'
const ONE = { chain, token: tokenAt(1), decimals: 0 }
const CLEAR: Screening = { status: 'clear', sources: [] }

function portfolioOf(findings: Partial<Finding>[], change: Partial<PortfolioInput> = {}) {
  const input: PortfolioInput = {
    findings: findings.map((each) => ({ chain, finding: findingOf(each) })),
    prices: pricesOf([ONE, priceOf(1)]),
    scores: new Map([scoreOf('auk-lend', 2), scoreOf('tern-swap', 6), scoreOf('new', null)]),
    coverage: covered([chain, 'auk-lend', 'tern-swap', 'new']),
    sanctions: CLEAR,
    ...change,
  }
  return walletPortfolio.parse(createPortfolio(input))
}

const PERP = {
  side: 'long',
  sizeUsd: 500,
  leverage: 5,
  entryPrice: 10,
  liquidationPrice: 8,
  pnlUsd: -400,
  pnlInNet: true,
} as const

const holding = (protocol: string, amount: bigint, more: Partial<Finding> = {}) => ({
  protocol,
  legs: [legOf({ amount })],
  ...more,
})
const flagsOf = (portfolio: ReturnType<typeof portfolioOf>) =>
  'flags' in portfolio.riskSummary ? portfolio.riskSummary.flags : []

describe('a portfolio of nothing', () => {
  test('has an empty summary, no score and sums of zero', () => {
    expect(portfolioOf([])).toEqual({
      positions: [],
      holdings: [],
      riskSummary: {},
      flags: [],
      portfolioScore: null,
      positionSource: [],
      totals: {
        suppliedUsd: 0,
        borrowedUsd: 0,
        rewardsUsd: 0,
        netUsd: 0,
        complete: true,
        byChain: [],
        byProtocol: [],
        holdingsUsd: 0,
        netWorthUsd: 0,
        smallHoldings: { count: 0, usd: 0, belowUsd: 1 },
        counts: expect.stringContaining('Not counted: tokens on no list'),
      },
      folded: null,
      sanctions: CLEAR,
      coverage: covered([chain, 'auk-lend', 'new', 'tern-swap']),
      knownGaps: [],
    })
  })

  test.each(['partial', 'timeout', 'unavailable'] as const)(
    'is not complete when a chain is %s',
    (status) => {
      const coverage = [...covered([chain]), { chain: 'Base', status, block: null, protocols: [] }]
      expect(portfolioOf([], { coverage }).totals.complete).toBe(false)
    },
  )

  test('is not complete when no chain was asked', () => {
    expect(portfolioOf([], { coverage: [] }).totals.complete).toBe(false)
  })

  test('is not complete, and has no net worth, while the price of its coins could not be had', () => {
    const held = { token: null, symbol: 'ETH', decimals: 18, amount: 5n, pricedAs: tokenAt(1) }
    const { totals } = portfolioOf([], {
      holdings: [{ chain, held }],
      prices: pricesOf([
        { chain, token: tokenAt(1), decimals: 18 },
        { known: false, reason: 'upstream-failed', source: 'defillama' },
      ]),
    })
    expect(totals).toMatchObject({ complete: false, holdingsUsd: null, netWorthUsd: null })
  })

  test('leaves out a position that holds nothing', () => {
    expect(portfolioOf([holding('auk-lend', 0n), { legs: [] }]).positions).toEqual([])
  })

  test('is absent for an open perpetual whose margin is listed elsewhere', () => {
    const { positions, totals } = portfolioOf([{ product: 'perp', legs: [], perp: PERP }])
    expect(positions).toMatchObject([{ legs: [], netUsd: 0, valuation: 'priced', perp: PERP }])
    expect(totals).toMatchObject({ netUsd: 0, complete: true })
  })
})

describe('the risk of a portfolio', () => {
  const portfolio = portfolioOf([
    holding('auk-lend', 300n),
    holding('tern-swap', 100n),
    holding('new', 100n, { inRange: false }),
  ])

  test('is the mean of the scores by value, with its level and the share it speaks for', () => {
    expect(portfolio.portfolioScore).toBe(3)
    expect(portfolio.riskSummary).toMatchObject({
      weightedScore: 3,
      riskLevel: 'low',
      scoredShare: 0.8,
      concentration: 0.6,
      dimensions: { oracle: 3, credit: null },
    })
  })

  test('is given by protocol, and the contributions add up to it', () => {
    expect(portfolio.riskSummary).toMatchObject({
      protocols: [
        { protocolSlug: 'auk-lend', valueUsd: 300, share: 0.6, score: 2, contribution: 1.5 },
        { protocolSlug: 'new', valueUsd: 100, share: 0.2, score: null, contribution: null },
        { protocolSlug: 'tern-swap', valueUsd: 100, share: 0.2, score: 6, contribution: 1.5 },
      ],
    })
  })

  test('names the weakest positions, riskiest first', () => {
    expect(portfolio.riskSummary).toMatchObject({
      weakestPositions: [
        { id: 'Ethereum:tern-swap', score: 6, riskLevel: 'elevated', valueUsd: 100 },
        { id: 'Ethereum:auk-lend', score: 2, valueUsd: 300 },
      ],
    })
  })

  test('is weighted by what is lost with a protocol: a debt there is lost too, and is never more than the assets', () => {
    const scoreWith = (debt: bigint) => {
      const legs = [legOf({ amount: 100n }), legOf({ role: 'borrow', amount: debt })]
      return portfolioOf([{ protocol: 'tern-swap', legs }, holding('auk-lend', 100n)])
    }
    expect(scoreWith(0n).portfolioScore).toBe(4)
    expect(scoreWith(75n).portfolioScore).toBe(2.8)
    expect(scoreWith(300n).portfolioScore).toBe(2)
    expect(scoreWith(75n).riskSummary).toMatchObject({
      netExposure: { usd: 125, scoredShare: 1, low: 2.8, high: 2.8 },
      protocols: [
        { protocolSlug: 'auk-lend', valueUsd: 100, share: 0.5, netUsd: 100, netShare: 0.8 },
        { protocolSlug: 'tern-swap', valueUsd: 100, share: 0.5, netUsd: 25, netShare: 0.2 },
      ],
    })
  })

  test('is missing where less than three quarters of it have a score, and lies in a band', () => {
    const scored = (some: bigint) =>
      portfolioOf([holding('auk-lend', some), holding('new', 100n - some)])
    expect(scored(75n).portfolioScore).toBe(2)
    const { portfolioScore, riskSummary } = scored(74n)
    expect(portfolioScore).toBeNull()
    expect(riskSummary).toMatchObject({
      weightedScore: null,
      riskLevel: null,
      scoredShare: 0.74,
      netExposure: { usd: 100, scoredShare: 0.74, low: 1.5, high: 4.1 },
      dimensions: { oracle: null },
      protocols: [{ contribution: null }, { contribution: null }],
    })
  })

  test('counts the priced part of a position whose reward has no price', () => {
    const legs = [legOf({ amount: 100n }), legOf({ role: 'reward', token: tokenAt(9) })]
    const partial = portfolioOf([{ protocol: 'tern-swap', legs }, holding('auk-lend', 100n)])
    expect(partial.portfolioScore).toBe(4)
  })

  test('does not say that what has no price is worth nothing', () => {
    const unpriced = { protocol: 'tern-swap', legs: [legOf({ token: tokenAt(9) })] }
    expect(portfolioOf([holding('auk-lend', 100n), unpriced]).riskSummary).toMatchObject({
      weightedScore: 2,
      concentration: 1,
      protocols: [
        { protocolSlug: 'auk-lend', valueUsd: 100, share: 1, contribution: 2 },
        { protocolSlug: 'tern-swap', valueUsd: null, share: null, score: 6, contribution: null },
      ],
      weakestPositions: [
        { protocolSlug: 'tern-swap', valueUsd: null },
        { protocolSlug: 'auk-lend', valueUsd: 100 },
      ],
    })
  })

  test('does not take a priced debt for the value of an unpriced supply', () => {
    const legs = [legOf({ token: tokenAt(9) }), legOf({ role: 'borrow', amount: 50n })]
    const { riskSummary } = portfolioOf([{ legs }])
    expect(riskSummary).toMatchObject({ protocols: [{ valueUsd: null, contribution: null }] })
  })

  test('names no position as weak where nothing lies', () => {
    const perps = Array.from({ length: 3 }, (_, at) => ({
      protocol: 'tern-swap',
      ref: `${at}`,
      legs: [],
      perp: PERP,
    }))
    const portfolio = portfolioOf([...perps, holding('auk-lend', 1n)])
    expect(portfolio.positions).toHaveLength(4)
    expect(portfolio.riskSummary).toMatchObject({
      weakestPositions: [{ protocolSlug: 'auk-lend' }],
      protocols: [{ protocolSlug: 'auk-lend' }, { protocolSlug: 'tern-swap', valueUsd: 0 }],
    })
  })

  test('has no score when nothing of it has both a price and a score', () => {
    const unpriced = portfolioOf([{ legs: [legOf({ token: tokenAt(9) })] }])
    expect(unpriced.portfolioScore).toBeNull()
    expect(unpriced.riskSummary).toMatchObject({ concentration: null, scoredShare: null })
    expect(portfolioOf([holding('new', 5n)]).portfolioScore).toBeNull()
  })
})

describe('the flags of a portfolio', () => {
  test('are none when there is nothing to warn of', () => {
    expect(flagsOf(portfolioOf([holding('auk-lend', 1n, { healthFactor: 1.1 })]))).toEqual([])
  })

  test.each([
    ['sanctioned-address', {}, { sanctions: { status: 'listed', sources: [] } }],
    ['sanctions-unknown', {}, { sanctions: { status: 'unknown', sources: [] } }],
    ['low-health-factor', { healthFactor: 1.09 }, {}],
    ['high-risk-protocol', {}, { scores: new Map([scoreOf('auk-lend', 6.1)]) }],
    ['unscored-protocol', { protocol: 'new' }, {}],
    ['unpriced-position', {}, { prices: new Map() }],
    [
      'incomplete-coverage',
      {},
      { coverage: [{ chain, status: 'timeout', block: null, protocols: [] }] },
    ],
    ['out-of-range', { inRange: false }, {}],
  ] satisfies [string, Partial<Finding>, Partial<PortfolioInput>][])(
    'hold %s',
    (flag, finding, change) => {
      expect(flagsOf(portfolioOf([finding], change))).toEqual([flag])
    },
  )

  test('distinguish a disputed price from an unknown one, and its value is null', () => {
    const prices = pricesOf([
      ONE,
      reconcilePrices(known(100, TODAY, 'defillama'), known(105.01, TODAY, 'oracle')),
    ])
    const portfolio = portfolioOf([{}], { prices })
    expect(flagsOf(portfolio)).toEqual(['unpriced-position', 'price-disagreement'])
    expect(portfolio.positions[0]?.legs[0]).toMatchObject({
      usd: null,
      price: null,
      missing: 'disagreement',
    })
    expect(portfolio.totals).toMatchObject({ suppliedUsd: 0, complete: false })
  })

  test('say nothing of two prices within 5 % of each other', () => {
    const prices = pricesOf([
      ONE,
      reconcilePrices(known(100, TODAY, 'defillama'), known(105, TODAY, 'oracle')),
    ])
    const portfolio = portfolioOf([{}], { prices })
    expect(flagsOf(portfolio)).toEqual([])
    expect(portfolio.totals).toMatchObject({ suppliedUsd: 100, complete: true })
  })

  test('warn of prices that one source alone knows, where more than a tenth hangs on them', () => {
    const other = { ...ONE, token: tokenAt(2) }
    const prices = pricesOf([ONE, priceOf(1)], [other, priceOf(1, true)])
    const portfolio = (alone: bigint, role: 'supply' | 'borrow') => {
      const legs = [legOf({ amount: 90n }), legOf({ token: tokenAt(2), amount: alone, role })]
      return portfolioOf([{ legs }], { prices })
    }
    for (const role of ['supply', 'borrow'] as const) {
      expect(flagsOf(portfolio(10n, role))).toEqual([])
      expect(portfolio(10n, role).riskSummary).toMatchObject({ singleSourceShare: 0.1 })
      expect(flagsOf(portfolio(11n, role))).toEqual(['single-source-price'])
      expect(portfolio(11n, role).totals.complete).toBe(true)
    }
  })

  test('lead with the sanctions and go on in one order', () => {
    const all = portfolioOf([{ healthFactor: 0.5, inRange: false }, { protocol: 'new' }], {
      sanctions: { status: 'listed', sources: [{ id: 'ofac', asOf: '2026-11-01', hit: true }] },
      prices: new Map(),
      coverage: [{ chain, status: 'unavailable', block: null, protocols: [] }],
    })
    expect(flagsOf(all)).toEqual([
      'sanctioned-address',
      'low-health-factor',
      'unscored-protocol',
      'unpriced-position',
      'incomplete-coverage',
      'out-of-range',
    ])
    expect(all.positions).toHaveLength(2)
  })
})

describe('the totals of a portfolio', () => {
  test('sum what is known, and are not complete without the rest', () => {
    const legs = [legOf({ amount: 10n }), legOf({ token: tokenAt(9) })]
    expect(portfolioOf([{ legs }]).totals).toMatchObject({
      suppliedUsd: 10,
      borrowedUsd: 0,
      rewardsUsd: 0,
      netUsd: 10,
      complete: false,
      byChain: [{ chain, suppliedUsd: 10, borrowedUsd: 0, rewardsUsd: 0, netUsd: 10 }],
    })
  })

  test('have no net when a debt has no price, since what is left would overstate', () => {
    const legs = [legOf({ amount: 10n }), legOf({ role: 'borrow', token: tokenAt(9) })]
    expect(portfolioOf([{ legs }]).totals).toMatchObject({ suppliedUsd: 10, netUsd: null })
  })

  test('are not complete when a protocol could not be read', () => {
    const coverage = covered([chain, 'auk-lend'])
    coverage[0]?.protocols.push({ id: 'tern-swap', status: 'failed', reason: 'contract' })
    const portfolio = portfolioOf([{}], { coverage })
    expect(portfolio.totals.complete).toBe(false)
    expect(flagsOf(portfolio)).toEqual(['incomplete-coverage'])
  })
})

describe('the coverage of a portfolio', () => {
  const statusesOf = ({ coverage }: ReturnType<typeof portfolioOf>) => coverage[0]?.protocols

  test('names the protocol that could not be priced', () => {
    const portfolio = portfolioOf([{ legs: [legOf({ token: tokenAt(9) })] }, { protocol: 'new' }])
    expect(statusesOf(portfolio)).toEqual([
      { id: 'auk-lend', status: 'failed', reason: 'price' },
      { id: 'new', status: 'ok' },
      { id: 'tern-swap', status: 'ok' },
    ])
  })

  test('says of a protocol that was not read to its end that it failed, beside what was found', () => {
    const found = holding('auk-lend', 1n)
    const { positions, coverage, totals } = portfolioOf([found, { legs: [], isUnread: true }])
    expect(positions).toHaveLength(1)
    expect(coverage[0]?.protocols).toContainEqual({
      id: 'auk-lend',
      status: 'failed',
      reason: 'contract',
    })
    expect(totals.complete).toBe(false)
  })

  test('reports a finding that cannot be added up, which is left out', () => {
    const portfolio = portfolioOf([{ legs: [legOf({ amount: -1n })] }, holding('tern-swap', 1n)])
    expect(portfolio.positions.map(({ protocolSlug }) => protocolSlug)).toEqual(['tern-swap'])
    expect(statusesOf(portfolio)?.[0]).toEqual({
      id: 'auk-lend',
      status: 'failed',
      reason: 'contract',
    })
    expect(portfolio.totals.complete).toBe(false)
    const elsewhere = portfolioOf([{ legs: [legOf({ amount: -1n })] }], {
      coverage: covered([chain]),
    })
    expect(elsewhere.totals.complete).toBe(false)
  })

  test('calls no chain whole of which something could not be read', () => {
    const { coverage, totals } = portfolioOf([{ legs: [legOf({ amount: -1n })] }])
    expect(coverage[0]?.status).toBe('partial')
    expect(totals.complete).toBe(false)
    const failing = covered([chain])
    failing[0]?.protocols.push({ id: 'new', status: 'failed', reason: 'rpc' })
    expect(portfolioOf([{}], { coverage: failing }).coverage[0]?.status).toBe('partial')
  })

  test('stays whole where everything was read and something has no price', () => {
    const { coverage, totals } = portfolioOf([{}], { prices: new Map() })
    expect(coverage[0]).toMatchObject({ status: 'ok', protocols: [{ reason: 'price' }, {}, {}] })
    expect(totals.complete).toBe(false)
  })

  test('names every protocol of a position, also one that was not expected', () => {
    const { coverage } = portfolioOf([holding('tern-swap', 1n)], { coverage: covered([chain]) })
    expect(coverage).toEqual(covered([chain, 'tern-swap']))
    const { coverage: elsewhere, totals } = portfolioOf([{}], { coverage: covered(['Base']) })
    expect(elsewhere.map((row) => [row.chain, row.status])).toEqual([
      ['Base', 'ok'],
      [chain, 'partial'],
    ])
    expect(totals.complete).toBe(false)
  })

  test('keeps what was said of a protocol before', () => {
    const coverage = covered([chain])
    coverage[0]?.protocols.push({ id: 'auk-lend', status: 'failed', reason: 'rpc' })
    expect(statusesOf(portfolioOf([{}], { coverage, prices: new Map() }))).toEqual([
      { id: 'auk-lend', status: 'failed', reason: 'rpc' },
    ])
  })

  test('names a protocol by its current slug, as its positions do', () => {
    const [, score] = scoreOf('auk-lend', 2)
    const portfolio = portfolioOf([{ protocol: 'old-auk' }], {
      scores: new Map([['old-auk', score]]),
      coverage: covered([chain, 'old-auk']),
    })
    expect(portfolio.positions[0]?.protocolSlug).toBe('auk-lend')
    expect(statusesOf(portfolio)).toEqual([{ id: 'auk-lend', status: 'ok' }])
  })
})

describe('the positions of a portfolio', () => {
  test('stand by value, and each has an id of its own', () => {
    const { positions, positionSource } = portfolioOf([
      holding('auk-lend', 1n),
      holding('auk-lend', 3n, { source: 'provider:jupiter' }),
      holding('tern-swap', 2n),
    ])
    expect(positions.map(({ id, netUsd }) => [id, netUsd])).toEqual([
      ['Ethereum:auk-lend', 3],
      ['Ethereum:tern-swap', 2],
      ['Ethereum:auk-lend#2', 1],
    ])
    expect(positionSource).toEqual(['onchain', 'provider:jupiter'])
  })

  test('need the price of every token of which there is some', () => {
    const finding = findingOf({ legs: [legOf(), legOf({ token: tokenAt(2), amount: 0n })] })
    expect(pricedTokens([{ chain, finding }])).toEqual([ONE])
  })
})

/** Whole cents, so that the sums of a test are exact too. */
const cents = (usd: number | null) => Math.round((usd ?? 0) * 100)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Checks what becomes of any wallet. */
function always(
  check: (portfolio: ReturnType<typeof createPortfolio>, input: PortfolioInput) => void,
): void {
  fc.assert(fc.property(portfolios, (input) => check(createPortfolio(input), input)))
}

describe('whatever a wallet holds', () => {
  test('the answer keeps its contract, and every number of it can be written as JSON', () => {
    always((portfolio) => {
      const answer = { address: tokenAt(1), ...portfolio }
      expect(walletScanResult.parse(answer)).toEqual(answer)
      expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
    })
  })

  test('every open perpetual is there, and no position that holds nothing', () => {
    always((portfolio, input) => {
      const sound = input.findings.map(({ finding }) => finding).filter(isSound)
      const { positions } = portfolio
      expect(positions.filter(({ perp }) => perp !== null)).toHaveLength(
        sound.filter(({ perp }) => perp !== null).length,
      )
      for (const { legs, perp } of positions) {
        expect(perp !== null || legs.some(({ amount }) => amount !== '0')).toBe(true)
      }
    })
  })

  test('no sum but a net is below zero, and a net only where something is borrowed', () => {
    always(({ positions, totals }) => {
      for (const { suppliedUsd, borrowedUsd, rewardsUsd, netUsd } of [...positions, totals]) {
        for (const usd of [suppliedUsd, borrowedUsd, rewardsUsd])
          expect(usd ?? 0).not.toBeLessThan(0)
        if ((netUsd ?? 0) < 0) expect(borrowedUsd).toBeGreaterThan(0)
      }
    })
  })

  test('a value of null has its reason, and a disputed one has its flag, if it is not folded', () => {
    always(({ positions, riskSummary }) => {
      const legs = positions.flatMap((position) => position.legs)
      for (const { usd, missing } of legs) expect(usd === null).toBe(missing !== null)
      const shown = positions.filter(({ folded }) => folded === undefined)
      const isDisputed = shown
        .flatMap((position) => position.legs)
        .some(({ missing }) => missing === 'disagreement')
      const flags = 'flags' in riskSummary ? riskSummary.flags : []
      expect(flags.includes('price-disagreement')).toBe(isDisputed)
    })
  })

  test('a protocol is worth what its positions are, and null only when none of it has a price', () => {
    always(({ positions, riskSummary }) => {
      if (!('protocols' in riskSummary)) return
      for (const { protocolSlug, valueUsd } of riskSummary.protocols) {
        const held = positions
          .filter((position) => position.protocolSlug === protocolSlug)
          .flatMap(({ legs }) => legs.filter(({ role }) => role !== 'borrow'))
        const isUnknown = held.length > 0 && held.every(({ usd }) => usd === null)
        if (valueUsd === null) expect(held.some(({ usd }) => usd === null)).toBe(true)
        else expect(cents(valueUsd)).toBe(sum(held.map(({ usd }) => cents(usd))))
        if (isUnknown && positions.length === 1) expect(valueUsd).toBeNull()
      }
    })
  })

  test('the net of a position is the sum of its legs with their sign, to the cent', () => {
    always((portfolio) => {
      for (const { legs, netUsd } of portfolio.positions) {
        const signed = legs.map(({ role, usd }) => (role === 'borrow' ? -1 : 1) * cents(usd))
        if (netUsd === null) expect(legs.some(({ usd }) => usd === null)).toBe(true)
        else expect(cents(netUsd)).toBe(sum(signed))
      }
    })
  })

  test('the totals are the sums of all legs that have a value, to the cent', () => {
    always(({ positions, totals }) => {
      const legs = positions.flatMap((position) => position.legs)
      const of = (test: (role: string) => boolean) =>
        sum(legs.filter(({ role }) => test(role)).map(({ usd }) => cents(usd)))
      const borrowed = of((role) => role === 'borrow')
      const rewards = of((role) => role === 'reward')
      const supplied = of((role) => role !== 'borrow' && role !== 'reward')
      expect(cents(totals.suppliedUsd)).toBe(supplied)
      expect(cents(totals.borrowedUsd)).toBe(borrowed)
      expect(cents(totals.rewardsUsd)).toBe(rewards)
      if (totals.netUsd !== null) expect(cents(totals.netUsd)).toBe(supplied - borrowed + rewards)
      const isDebtKnown = legs.every(({ role, usd }) => role !== 'borrow' || usd !== null)
      expect(totals.netUsd !== null).toBe(isDebtKnown)
    })
  })

  test('it is complete exactly when every chain answered and every leg has a value, or is folded', () => {
    always(({ positions, totals, coverage }) => {
      const isPriced = positions.every(
        ({ legs, folded }) => folded || legs.every(({ usd }) => usd !== null),
      )
      const isRead = coverage.every(({ status }) => status === 'ok')
      expect(totals.complete).toBe(isPriced && isRead)
    })
  })

  test('the order of the findings changes nothing', () => {
    const shuffled = portfolios.chain((input) =>
      fc.tuple(
        fc.constant(input),
        fc.shuffledSubarray([...input.findings], { minLength: input.findings.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([input, findings]) => {
        expect(createPortfolio({ ...input, findings })).toEqual(createPortfolio(input))
      }),
    )
  })

  test('the contributions of the protocols add up to the weighted score', () => {
    always(({ riskSummary }) => {
      if (!('protocols' in riskSummary) || riskSummary.weightedScore === null) return
      const whole = sum(riskSummary.protocols.map(({ contribution }) => contribution ?? 0))
      expect(Math.abs(whole - riskSummary.weightedScore)).toBeLessThanOrEqual(0.05 + 4 * 5e-5)
      expect(sum(riskSummary.protocols.map((each) => each.share ?? 0))).toBeCloseTo(1, 3)
    })
  })

  test('the score lies between those of its protocols, and every id is its own', () => {
    always(({ positions, portfolioScore }) => {
      expect(new Set(positions.map(({ id }) => id)).size).toBe(positions.length)
      if (portfolioScore === null) return
      const scores = positions.flatMap(({ risk }) => risk?.score ?? [])
      expect(portfolioScore).toBeGreaterThanOrEqual(Math.min(...scores))
      expect(portfolioScore).toBeLessThanOrEqual(Math.max(...scores))
    })
  })

  test('the flags stand in their order, with the sanctions first', () => {
    always(({ riskSummary }, input) => {
      if (!('flags' in riskSummary)) return
      const places = riskSummary.flags.map((flag) => WALLET_FLAGS.indexOf(flag))
      expect(places).toEqual([...places].sort((a, b) => a - b))
      const { status } = input.sanctions
      expect(riskSummary.flags.includes('sanctioned-address')).toBe(status === 'listed')
    })
  })
})

describe('sums by chain', () => {
  test('add up to the whole, largest chain first, and a debt without a price stays on its chain', () => {
    const base = { ...ONE, chain: 'Base' }
    const priced = new Map([...pricesOf([ONE, priceOf(1)]), ...pricesOf([base, priceOf(1)])])
    const findings = [
      { chain, finding: findingOf(holding('auk-lend', 5n)) },
      { chain: 'Base', finding: findingOf(holding('auk-lend', 7n)) },
      {
        chain,
        finding: findingOf({
          protocol: 'auk-lend',
          ref: 'debt',
          legs: [legOf({ role: 'borrow', token: tokenAt(2), amount: 1n })],
        }),
      },
    ]
    const { totals } = portfolioOf([], { findings, prices: priced })
    expect(totals.byChain).toEqual([
      { chain: 'Base', suppliedUsd: 7, borrowedUsd: 0, rewardsUsd: 0, netUsd: 7 },
      { chain, suppliedUsd: 5, borrowedUsd: 0, rewardsUsd: 0, netUsd: null },
    ])
    expect(totals.suppliedUsd).toBe(12)
  })

  test('a protocol that failed for its price alone leaves the scan incomplete', () => {
    const [row] = covered([chain, 'auk-lend'])
    if (!row) throw new Error('no row')
    const failed = { id: 'auk-lend', status: 'failed', reason: 'price' } as const
    const { totals, coverage } = portfolioOf([], { coverage: [{ ...row, protocols: [failed] }] })
    expect(coverage[0]?.status).toBe('ok')
    expect(totals.complete).toBe(false)
  })
})

describe('what a position says beside its sums', () => {
  test('is published only where the reader found it', () => {
    const unlocksAt = Date.UTC(2026, 11, 1) / 1000
    const { positions } = portfolioOf([
      holding('auk-lend', 1n, {
        account: tokenAt(9),
        isUnlisted: true,
        withdrawal: { unlocksAt, isClaimable: false },
        loan: { ltv: 0.5, liquidationLtv: Number.POSITIVE_INFINITY, liquidationPrice: -1 },
      }),
    ])
    expect(positions[0]).toMatchObject({
      account: tokenAt(9),
      unlisted: true,
      withdrawal: { unlocksAt: '2026-12-01T00:00:00.000Z', isClaimable: false },
      loan: { ltv: 0.5, liquidationLtv: null, liquidationPrice: null },
    })
    const [plain] = portfolioOf([holding('auk-lend', 1n)]).positions
    expect(positions[0]?.id).toBe(`${plain?.id}:${tokenAt(9)}`)
    for (const name of ['account', 'unlisted', 'withdrawal', 'loan']) {
      expect(plain).not.toHaveProperty(name)
    }
  })

  test.each([2 ** 60, Number.MAX_VALUE, Number.NaN])(
    'names no time that no calendar has: %d',
    (unlocksAt) => {
      const withdrawal = { unlocksAt, isClaimable: null }
      const { positions } = portfolioOf([holding('auk-lend', 1n, { withdrawal })])
      expect(positions[0]?.withdrawal).toEqual({ unlocksAt: null, isClaimable: null })
    },
  )

  test('the name of a protocol without a score is its published one, not its slug', () => {
    const names = ['kelp', 'rocket-pool', 'new'].map(
      (protocol) =>
        portfolioOf([holding(protocol, 1n)], { scores: new Map() }).positions[0]?.protocol,
    )
    expect(names).toEqual(['Kelp DAO', 'Rocket Pool', 'new'])
  })
})
