import { describe, expect, test } from 'vitest'
import { walletPosition } from '../../contract/wallet-position.ts'
import {
  findingOf,
  legOf,
  priceOf,
  pricesOf,
  scoreOf,
  TODAY,
  tokenAt,
} from '../../testing/wallet/portfolios.ts'
import { type Finding, PRODUCTS, ROLES } from './finding.ts'
import { createPosition, isSound } from './position.ts'
import type { Price } from './price.ts'

const chain = 'Ethereum'
const ONE = { chain, token: tokenAt(1), decimals: 0 }
const TWO = { chain, token: tokenAt(2), decimals: 6 }
const PRICES = pricesOf([ONE, priceOf(2)], [TWO, priceOf(0.5)])
const SCORES = new Map([scoreOf('auk-lend', 3.1)])

const PERP = {
  side: 'long',
  sizeUsd: 1000,
  leverage: 5,
  entryPrice: 10,
  liquidationPrice: 8,
  pnlUsd: 4,
  pnlInNet: false,
} as const

function positionOf(change: Partial<Finding> = {}, prices = PRICES) {
  const { position } = createPosition({ chain, finding: findingOf(change) }, prices, SCORES)
  return walletPosition.parse(position)
}

describe('a position', () => {
  test('adds up what is supplied, borrowed and earned, and the net of them', () => {
    const position = positionOf({
      legs: [
        legOf({ role: 'supply', amount: 100n, collateral: true }),
        legOf({ role: 'collateral', amount: 10n }),
        legOf({ role: 'borrow', token: tokenAt(2), decimals: 6, amount: 60_000_000n }),
        legOf({ role: 'reward', amount: 3n }),
      ],
      healthFactor: 1.7,
    })
    expect(position).toMatchObject({
      suppliedUsd: 220,
      borrowedUsd: 30,
      rewardsUsd: 6,
      netUsd: 196,
      healthFactor: 1.7,
      valuation: 'priced',
    })
    expect(position.legs[0]).toEqual({
      role: 'supply',
      token: tokenAt(1),
      symbol: 'ONE',
      amount: '100',
      usd: 200,
      price: { usd: 2, source: 'defillama', asOf: TODAY, confirmedBy: 'aave-oracle' },
      missing: null,
      collateral: true,
    })
    expect(position.legs[2]).toMatchObject({ amount: '60', usd: 30, collateral: null })
  })

  test('marks a price that one source alone knows', () => {
    const [leg] = positionOf({}, pricesOf([ONE, priceOf(2, true)])).legs
    expect(leg?.price).toEqual({ usd: 2, source: 'defillama', asOf: TODAY, confirmedBy: null })
  })

  test('counts every role on its side', () => {
    const sides = ROLES.map((role) => {
      const { suppliedUsd, borrowedUsd, rewardsUsd } = positionOf({ legs: [legOf({ role })] })
      return [role, suppliedUsd, borrowedUsd, rewardsUsd]
    })
    expect(sides).toEqual([
      ['supply', 2, 0, 0],
      ['borrow', 0, 2, 0],
      ['stake', 2, 0, 0],
      ['lp', 2, 0, 0],
      ['reward', 0, 0, 2],
      ['collateral', 2, 0, 0],
      ['margin', 2, 0, 0],
    ])
  })

  test('may be worth less than nothing', () => {
    expect(positionOf({ legs: [legOf({ role: 'borrow', amount: 5n })] }).netUsd).toBe(-10)
  })

  test('with a leg of unknown price has no sum that the leg is part of', () => {
    const position = positionOf({
      legs: [
        legOf(),
        legOf({ role: 'reward', token: tokenAt(9), amount: 5n }),
        legOf({ role: 'borrow' }),
      ],
    })
    expect(position).toMatchObject({
      suppliedUsd: 2,
      borrowedUsd: 2,
      rewardsUsd: null,
      netUsd: null,
      valuation: 'partial',
    })
    expect(position.legs[1]).toMatchObject({ usd: null, price: null, missing: 'not-covered' })
  })

  test.each(['not-covered', 'stale', 'refused', 'upstream-failed', 'disagreement'] as const)(
    'says that its price is missing for being %s, and is worth null rather than zero',
    (reason) => {
      const price: Price = { known: false, reason, source: 'defillama' }
      const position = positionOf({}, pricesOf([ONE, price]))
      expect(position).toMatchObject({ suppliedUsd: null, netUsd: null, valuation: 'unpriced' })
      expect(position.legs[0]).toMatchObject({ usd: null, price: null, missing: reason })
    },
  )

  test('is priced for the decimals that it claims and for no others', () => {
    const position = positionOf({ legs: [legOf({ decimals: 3 })] })
    expect(position.legs[0]).toMatchObject({ usd: null, missing: 'not-covered' })
  })

  test('with an empty leg knows that nothing is worth nothing', () => {
    const position = positionOf({ legs: [legOf(), legOf({ token: tokenAt(9), amount: 0n })] })
    expect(position.legs[1]).toMatchObject({ amount: '0', usd: 0, price: null, missing: null })
    expect(position).toMatchObject({ netUsd: 2, valuation: 'priced' })
  })

  test('worth more than any wallet holds is not accepted', () => {
    const position = positionOf({ legs: [legOf({ amount: 50_000_000_001n })] })
    expect(position.legs[0]).toMatchObject({ usd: null, price: null, missing: 'refused' })
    expect(positionOf({ legs: [legOf({ amount: 50_000_000_000n })] }).netUsd).toBe(1e11)
  })

  test('carries the score, level, day and dimensions of its protocol', () => {
    expect(positionOf()).toMatchObject({
      protocol: 'The auk-lend',
      protocolSlug: 'auk-lend',
      risk: { score: 3.1, riskLevel: 'moderate', dimensions: { oracle: 3.1, credit: null } },
    })
  })

  test('at a protocol without a score has no risk, and keeps its slug for a name', () => {
    const position = positionOf({ protocol: 'elsewhere' })
    expect(position).toMatchObject({ protocol: 'elsewhere', protocolSlug: 'elsewhere', risk: null })
  })

  test('is named by its chain, protocol, market and reference, or its receipt token', () => {
    const receiptToken = tokenAt(7)
    expect(positionOf({ market: 'core', ref: '48', receiptToken }).id).toBe(
      'Ethereum:auk-lend:core:48',
    )
    expect(positionOf({ market: '', receiptToken }).id).toBe(`Ethereum:auk-lend:${receiptToken}`)
  })

  test('shows its range and its perpetual, without numbers that are none', () => {
    const perp = {
      side: 'short',
      sizeUsd: 1000,
      leverage: Number.POSITIVE_INFINITY,
      entryPrice: -1,
      liquidationPrice: null,
      pnlUsd: -12.5,
      pnlInNet: true,
    } as const
    expect(positionOf({ perp, inRange: false, product: 'perp' })).toMatchObject({
      inRange: false,
      perp: { side: 'short', sizeUsd: 1000, leverage: null, entryPrice: null, pnlUsd: -12.5 },
    })
    expect(positionOf({ perp: { ...perp, pnlUsd: Number.NaN } }).perp?.pnlUsd).toBeNull()
  })

  test('of a perpetual may have no legs, and then holds nothing of its own', () => {
    const perp = { ...PERP, pnlUsd: -1e6 }
    expect(positionOf({ legs: [], perp, product: 'perp' })).toMatchObject({
      legs: [],
      suppliedUsd: 0,
      borrowedUsd: 0,
      rewardsUsd: 0,
      netUsd: 0,
      valuation: 'priced',
    })
    const { position } = createPosition({ chain, finding: findingOf({ legs: [] }) }, PRICES, SCORES)
    expect(walletPosition.safeParse(position).error?.issues).toMatchObject([{ path: ['legs'] }])
  })

  test('adds no profit or loss to what its margin is worth', () => {
    const perp = { ...PERP, pnlUsd: -1e6 }
    const position = positionOf({ legs: [legOf({ role: 'margin' })], perp, product: 'perp' })
    expect(position).toMatchObject({ suppliedUsd: 2, netUsd: 2, perp: { pnlUsd: -1e6 } })
  })

  test('writes a profit of -0, which a text with a sign may be read as, as 0', () => {
    const { perp } = positionOf({ perp: { ...PERP, leverage: -0, pnlUsd: -0 } })
    expect(perp?.leverage).toBe(0)
    expect(perp?.pnlUsd).toBe(0)
  })

  test.each([true, false, null])(
    'says of its profit what its reader says of it: %s',
    (pnlInNet) => {
      expect(positionOf({ perp: { ...PERP, pnlInNet } }).perp?.pnlInNet).toBe(pnlInNet)
    },
  )

  test.each([Number.POSITIVE_INFINITY, Number.NaN, -1])(
    'has no health factor when it is said to be %f',
    (healthFactor) => {
      expect(positionOf({ healthFactor }).healthFactor).toBeNull()
    },
  )

  test.each([
    ['', 'unknown'],
    ['\u202eHTE\u0000', 'HTE'],
    ['x'.repeat(1_000), 'x'.repeat(32)],
    ['\ud800', 'unknown'],
    ['USD₮0', 'USD₮0'],
  ])('of a token called %j shows "%s"', (symbol, shown) => {
    expect(positionOf({ legs: [legOf({ symbol })] }).legs[0]?.symbol).toBe(shown)
  })

  test('has no invisible characters in the names of its market and of itself', () => {
    const { id, market, ref } = positionOf({ market: '\u202eevil\u0000-USD', ref: 'a\u0007b' })
    expect([market, ref]).toEqual(['evil-USD', 'ab'])
    expect(id).not.toMatch(/\p{C}/u)
    expect(positionOf({ market: '\u200b' }).market).toBeNull()
  })

  test.each(PRODUCTS)('may be of the product %s', (product) => {
    expect(positionOf({ product }).product).toBe(product)
  })
})

describe('a finding is sound', () => {
  test.each([
    ['with an amount below zero', { amount: -1n }],
    ['with decimals below zero', { decimals: -1 }],
    ['with half a decimal', { decimals: 0.5 }],
    ['with more decimals than a byte holds', { decimals: 256 }],
    ['of a token without a name', { token: '' }],
  ])('but not %s', (_, change) => {
    expect(isSound(findingOf())).toBe(true)
    expect(isSound(findingOf({ legs: [legOf(), legOf(change)] }))).toBe(false)
  })
})
