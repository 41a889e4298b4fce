import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { WalletRiskSummary } from '../../contract/wallet-risk.ts'
import type { WalletScanResult } from '../../contract/wallet-scan.ts'
import { roundScore } from '../../domain/risk-level.ts'
import { portfolios } from '../../testing/wallet/portfolios.ts'
import { createPortfolio } from '../../wallet/model/portfolio.ts'
import { apportion } from './apportion.ts'
import { sandboxScans } from './fixtures/scans.ts'
import { groupPositions, isShown } from './groups.ts'
import { holdingsOf, isScanAnswer, riskOf } from './scan.ts'
import { tanksOf } from './tanks.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

/** Any portfolio that the service can make, as the page reads it. */
const scans = portfolios.map((input): WalletScanResult => {
  const answer: unknown = { data: { address: '0x01', ...createPortfolio(input) } }
  if (!isScanAnswer(answer)) throw new Error('The scan could not be read.')
  return answer.data
})

test('parts are apportioned to whole numbers that add up, each within one of its exact share', () => {
  const parts = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 1 })
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 5_000 }), (given, total) => {
      const whole = apportion(given, total)
      expect(whole).toHaveLength(given.length)
      const all = sum(given)
      expect(sum(whole)).toBe(all > 0 ? total : 0)
      if (all > 0)
        given.forEach((part, at) => {
          expect(Math.abs((whole[at] ?? 0) - (part / all) * total)).toBeLessThan(1.000_001)
        })
    }),
  )
})

describe('of any portfolio', () => {
  test('the shares add up to the whole', () => {
    fc.assert(
      fc.property(scans, (scan) => {
        const { groups, netUsd } = groupPositions(scan)
        const shares = groups.flatMap(({ shareTenths }) => shareTenths ?? [])
        expect(sum(shares)).toBe(netUsd > 0 ? 1_000 : 0)
        for (const { shareTenths, netShare: given } of groups) {
          // The API gives no share of nothing.
          if (given !== null)
            expect(Math.abs((shareTenths ?? 0) / 1_000 - given)).toBeLessThan(0.0011)
        }
      }),
    )
  })

  test('what the protocols add is the portfolio score', () => {
    fc.assert(
      fc.property(scans, (scan) => {
        const { groups, addsHundredths } = groupPositions(scan)
        const adds = groups.flatMap((group) => group.addsHundredths ?? [])
        expect(sum(adds)).toBe(addsHundredths ?? 0)
        if (scan.portfolioScore === null) return
        // Rounded to hundredths, which may cross the half of a tenth.
        const near = [-1, 0, 1].map((by) => roundScore(((addsHundredths ?? 0) + by) / 100))
        expect(near).toContain(scan.portfolioScore)
      }),
    )
  })

  test('the rows of a protocol add up to its assets, when all have a price', () => {
    fc.assert(
      fc.property(scans, (scan) => {
        const folded = new Set(
          scan.positions.flatMap((each) => (isShown(each) ? [] : each.protocolSlug)),
        )
        for (const { lines, valueUsd, protocolSlug } of groupPositions(scan).groups) {
          if (folded.has(protocolSlug)) continue
          const held = lines.filter(({ role }) => role !== 'Borrowed')
          if (valueUsd === null || held.some(({ usd }) => usd === null)) continue
          // Each row is rounded to a cent.
          const distance = Math.abs(sum(held.map(({ usd }) => usd ?? 0)) - valueUsd)
          expect(distance).toBeLessThan(0.005 * (held.length + 1) + valueUsd * 1e-12)
        }
      }),
    )
  })

  test('every position that is not folded is in the table once', () => {
    fc.assert(
      fc.property(scans, (scan) => {
        const lines = groupPositions(scan).groups.flatMap((group) => group.lines)
        const wanted = scan.positions.filter(isShown).map(({ legs }) => Math.max(1, legs.length))
        expect(lines).toHaveLength(sum(wanted))
      }),
    )
  })

  test('the tanks are as wide as the picture, and their water is the score', () => {
    fc.assert(
      fc.property(scans, (scan) => {
        const tanks = tanksOf(holdingsOf(scan))
        if (tanks.length === 0) return
        expect(sum(tanks.map(({ width }) => width))).toBeCloseTo(1, 9)
        const scored = tanks.filter(({ score }) => score !== null)
        const area = sum(scored.map(({ width, score }) => width * (score ?? 0)))
        if (scan.portfolioScore === null) return
        const mean = area / sum(scored.map(({ width }) => width))
        expect(Math.abs(mean - scan.portfolioScore)).toBeLessThan(0.0501)
      }),
    )
  })
})

describe('tanks', () => {
  const holding = (protocolSlug: string, valueUsd: number | null, score: number | null) => ({
    protocolSlug,
    protocol: protocolSlug,
    valueUsd,
    share: null,
    netUsd: valueUsd,
    netShare: null,
    score,
    riskLevel: null,
    contribution: null,
  })

  test('of the smallest protocols are one, at their mean', () => {
    const many = Array.from({ length: 20 }, (_, at) => holding(`p${at}`, 20 - at, at % 2 ? 2 : 4))
    const tanks = tanksOf([...many, holding('new', 5, null), holding('odd', 5, null)])
    expect(tanks).toHaveLength(9)
    expect(tanks[7]).toMatchObject({ name: null, count: 13 })
    expect(tanks[7]?.score).toBeCloseTo(2.92, 2)
    expect(tanks[8]).toEqual({ name: null, count: 2, width: 10 / 220, score: null })
  })

  test('have no width without a price', () => {
    const tanks = tanksOf([holding('a', 30, 1), holding('b', null, 9), holding('c', 10, 5)])
    expect(tanks.map(({ name, width, score }) => [name, width, score])).toEqual([
      ['a', 0.75, 1],
      ['c', 0.25, 5],
    ])
    expect(tanksOf([holding('b', null, 9)])).toEqual([])
  })
})

describe('the wallet of the sandbox', () => {
  let scan: (address: string) => Promise<WalletScanResult>
  beforeAll(async () => {
    scan = await sandboxScans()
  })

  test('has rows with negative debts, warnings, and what is left out', async () => {
    const { groups, assetsUsd, netUsd, addsHundredths } = groupPositions(
      await scan('guillemot.eth'),
    )
    expect(assetsUsd).toBe(72_254.43)
    expect(netUsd).toBe(55_604.43)
    expect(addsHundredths).toBe(397)
    const [lend] = groups
    expect(lend).toMatchObject({ shareTenths: 472, addsHundredths: 221, score: 4.6 })
    expect(lend?.lines).toMatchObject([
      {
        role: 'Supplied',
        name: 'wrETH',
        detail: '12.5',
        usd: 41_250,
        notes: [
          'Health factor 2.20.',
          'Leverage 1.6×: liquidated when wrETH falls 55 % against SUSD. Worked out as 1 − 1 / health factor 2.2.',
          'Loan: LTV 36\u00a0% of 80\u00a0%, liquidated at 1,500 \u2068SUSD\u2069.',
          'Also needs \u2068Circle\u2069 63\u00a0%, \u2068Lido\u2069 55\u00a0% and \u2068Coinbase\u2069 16\u00a0%; in what 15\u00a0% of it ends is not known.',
        ],
      },
      { role: 'Borrowed', name: 'SUSD', detail: '15,000', usd: -15_000, notes: [] },
    ])
    const of = (slug: string) => groups.find((group) => group.protocolSlug === `sandbox-${slug}`)
    expect(of('kittiwake-lend')?.lines[0]).toMatchObject({
      notes: [
        'Health factor 1.03: close to liquidation.',
        'Leverage 5.7×: liquidated when SUSD falls 2.9 % against wrETH. Worked out as 1 − 1 / health factor 1.03.',
        'Also needs \u2068Circle\u2069 100\u00a0%.',
      ],
      isWarning: true,
    })
    expect(of('gannet-swap-v3')?.lines[0]?.notes[0]).toBe('Out of range: it earns no fees.')
    expect(of('driftwood')).toMatchObject({ score: null, shareTenths: 15, addsHundredths: null })
    expect(of('tideline-yield')).toMatchObject({
      valueUsd: null,
      shareTenths: null,
      addsHundredths: null,
    })
    expect(of('tideline-yield')?.lines[0]).toMatchObject({
      usd: null,
      notes: ['No source has a price.'],
    })
    expect(of('petrel-perps')?.lines[1]).toMatchObject({ hasValue: false, usd: null })
  })

  test('keeps a protocol that the summary leaves out, with everything unknown', async () => {
    const whole = await scan('guillemot.eth')
    const { groups } = groupPositions({
      ...whole,
      riskSummary: { ...riskOf(whole), protocols: holdingsOf(whole).slice(1) } as WalletRiskSummary,
    })
    expect(groups.at(-1)).toMatchObject({
      protocolSlug: 'sandbox-guillemot-lend-v2',
      valueUsd: null,
      shareTenths: null,
    })
    expect(groups.at(-1)?.lines).toHaveLength(2)
  })
})
