import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plausibleShare, plausibleWait, priceOf, shareOf, usdOf, utilisationOf } from './draft.ts'

const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const WAD = 10n ** 18n

describe('figures of a market', () => {
  test('a share is between 0 and 1, or null: without supply there is none', () => {
    fc.assert(
      fc.property(amount, amount, (part, whole) => {
        const share = shareOf(part, whole)
        if (whole === 0n) expect(share).toBeNull()
        else expect(share).toBeGreaterThanOrEqual(0)
        expect(share ?? 0).toBeLessThanOrEqual(1)
      }),
    )
    expect([shareOf(null, 1n), shareOf(1n, null), shareOf(1n, 4n)]).toEqual([null, null, 0.25])
  })

  test('more debt than supply is accepted up to 1.05', () => {
    expect(utilisationOf(950n, 1_000n)).toBe(0.95)
    expect(utilisationOf(1_050n, 1_000n)).toBe(1.05)
    expect(utilisationOf(1_051n, 1_000n)).toBeNull()
    expect([utilisationOf(0n, 0n), utilisationOf(null, 1n)]).toEqual([null, null])
  })

  test('a share in parts of a unit is not known above the unit', () => {
    fc.assert(
      fc.property(amount, (parts) => {
        const share = plausibleShare(parts, WAD)
        if (parts > WAD) expect(share).toBeNull()
        else expect(share).toBeCloseTo(Number(parts) / 1e18, 12)
      }),
    )
    expect(plausibleShare(null, WAD)).toBeNull()
  })

  test('US dollars are finite and below a trillion, or null', () => {
    fc.assert(
      fc.property(amount, fc.nat({ max: 36 }), fc.double({ min: 0 }), (each, decimals, price) => {
        const usd = usdOf(each, decimals, price)
        if (usd !== null) expect(usd >= 0 && usd <= 1e12).toBe(true)
      }),
    )
    expect(usdOf(2_500_000n, 6, 2)).toBe(5)
    expect(usdOf(2_500_000n, 6, null)).toBeNull()
    expect(usdOf(10n ** 30n, 6, 1)).toBeNull()
  })

  test('a price of zero is no price', () => {
    expect([priceOf(0n, WAD), priceOf(null, WAD), priceOf(1n, 0n), priceOf(WAD / 2n, WAD)]).toEqual(
      [null, null, null, 0.5],
    )
  })

  test('a wait is accepted up to a year', () => {
    expect([-1n, 0n, 604_800n, 10n ** 12n, null].map(plausibleWait)).toEqual([
      null,
      0,
      604_800,
      null,
      null,
    ])
  })
})
