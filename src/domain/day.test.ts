import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayFromNumber, dayNumber, dayOf, daysBetween, isDay, isoInstant } from './day.ts'

describe('a day', () => {
  test.each([['2024-02-29'], ['2023-12-31'], ['1970-01-01'], ['2000-02-29']])(
    '%s is one',
    (text) => {
      expect(isDay(text)).toBe(true)
    },
  )

  test.each([
    ['2023-02-29'],
    ['2024-02-30'],
    ['2024-13-01'],
    ['2024-00-10'],
    ['2024-04-31'],
    ['1900-02-29'],
    ['2024-1-1'],
    ['2024-01-01T00:00:00Z'],
    [' 2024-01-01'],
    ['20240101'],
    [''],
  ])('%j is none', (text) => {
    expect(isDay(text)).toBe(false)
  })

  test('is that of UTC up to its last millisecond', () => {
    expect(dayOf(Date.parse('2024-03-11T23:59:59.999Z'))).toBe('2024-03-11')
    expect(dayOf(Date.parse('2024-03-12T00:00:00.000Z'))).toBe('2024-03-12')
    expect(dayOf(-1)).toBe('1969-12-31')
  })

  test('has a number, counted from 1970', () => {
    expect(dayNumber('1970-01-01')).toBe(0)
    expect(dayNumber('2024-03-11')).toBe(19_793)
    expect(dayFromNumber(19_793)).toBe('2024-03-11')
    expect(dayNumber('1969-12-31')).toBe(-1)
  })

  test('begins at an instant in UTC', () => {
    expect(isoInstant('2024-03-11')).toBe('2024-03-11T00:00:00.000Z')
  })
})

describe('counting days', () => {
  test('leaps over the ends of months and years', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2023-02-28', 1)).toBe('2023-03-01')
    expect(addDays('2024-01-01', -1)).toBe('2023-12-31')
    expect(addDays('2024-01-01', 0)).toBe('2024-01-01')
  })

  test('is negative when the second day is the earlier one', () => {
    expect(daysBetween('2023-03-11', '2024-03-11')).toBe(366)
    expect(daysBetween('2024-03-11', '2023-03-11')).toBe(-366)
  })

  test('forth and back leads to the same day, and days sort as text', () => {
    const numbers = fc.integer({ min: -25_000, max: 100_000 })
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const [first, second] = [dayFromNumber(a), dayFromNumber(b)]
        expect(isDay(first)).toBe(true)
        expect(dayNumber(first)).toBe(a)
        expect(addDays(first, daysBetween(first, second))).toBe(second)
        expect(first < second).toBe(a < b)
      }),
    )
  })
})
