import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalAmount, ratio, smallestUnits, toUsd, valueInCents } from './amounts.ts'

describe('the value of an amount', () => {
  test.each([
    [10n ** 18n, 18, 2000.5, 200_050n],
    [1n, 0, 0.005, 1n],
    [1n, 0, 0.004, 0n],
    [123_456_789n, 6, 1, 12_346n],
    [10n ** 30n, 18, 1e-15, 0n],
    [10n ** 33n, 18, 1e-15, 100n],
    [1n, 255, 1e7, 0n],
  ])('of %d with %d decimals at %f dollars is %d cents', (amount, decimals, price, cents) => {
    expect(valueInCents(amount, decimals, price)).toBe(cents)
  })

  test('is exact where numbers are not: a billion dollars to the cent', () => {
    expect(valueInCents(1_000_000_000_000_000_010_000n, 12, 1)).toBe(100_000_000_000n)
    expect(toUsd(99_999_999_999_99n)).toBe(99_999_999_999.99)
  })
})

describe('an amount as text', () => {
  test.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_500_000n, 6, '1.5'],
    [100n, 0, '100'],
    [100n, 2, '1'],
    [105n, 1, '10.5'],
  ])('of %d with %d decimals is %s', (amount, decimals, text) => {
    expect(decimalAmount(amount, decimals)).toBe(text)
  })

  test('leads back to the amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n }), fc.integer({ min: 0, max: 77 }), (amount, decimals) => {
        const [whole = '', fraction = ''] = decimalAmount(amount, decimals).split('.')
        expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(amount)
        expect(fraction.endsWith('0')).toBe(false)
      }),
    )
  })
})

describe('an amount from text', () => {
  test.each([
    ['1', 8, 100_000_000n],
    ['-0.5', 6, -500_000n],
    ['0.000000019', 8, 1n],
    ['-0.0', 8, 0n],
    ['7', 0, 7n],
  ])('%s with %i places is %s', (text, decimals, units) => {
    expect(smallestUnits(text, decimals)).toBe(units)
  })

  test('is read back from what it is written as', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n }), fc.integer({ min: 0, max: 77 }), (units, decimals) => {
        expect(smallestUnits(decimalAmount(units, decimals), decimals)).toBe(units)
      }),
    )
  })
})

test('a ratio is rounded half up, and there is none of nothing', () => {
  expect(ratio(1n, 3n, 4)).toBe(0.3333)
  expect(ratio(5n, 10_000n * 10n, 4)).toBe(0.0001)
  expect(ratio(1n, 0n, 4)).toBeNull()
})
