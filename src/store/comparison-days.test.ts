import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '../domain/day.ts'
import { chooseComparisons } from './comparison-days.ts'

/** A Thursday: weeks begin on it, counted from 1970-01-01. */
const NEWEST = '2026-08-20'

const daily = (count: number, methodology = '1') =>
  Array.from({ length: count }, (_, index) => ({
    day: addDays(NEWEST, index - count),
    methodology,
  }))

const agesOf = (chosen: { day: string }[]) => chosen.map(({ day }) => daysBetween(day, NEWEST))

describe(chooseComparisons, () => {
  test('takes every snapshot of ten days, one of each week and of every four weeks before, and the first of all', () => {
    const ages = agesOf(chooseComparisons(daily(500), NEWEST))
    expect(ages.slice(-10)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(ages.filter((age) => age > 10 && age <= 45)).toEqual([42, 35, 28, 21, 14])
    const older = ages.filter((age) => age > 45)
    expect(older.slice(-2)).toEqual([77, 49])
    expect(Math.max(...older)).toBeLessThanOrEqual(400)
    expect(ages.length).toBeLessThanOrEqual(31)
  })

  test('takes the first snapshot by each methodology', () => {
    const old = daily(40, '1').slice(0, 17)
    const current = daily(23, '2')
    expect(agesOf(chooseComparisons([...old, ...current], NEWEST))).toContain(23)
    expect(agesOf(chooseComparisons(daily(40), NEWEST))).not.toContain(23)
  })

  test('leaves out the newest day and what is later', () => {
    expect(chooseComparisons([{ day: NEWEST, methodology: '1' }], NEWEST)).toEqual([])
    expect(chooseComparisons([{ day: addDays(NEWEST, 1), methodology: '1' }], NEWEST)).toEqual([])
  })

  test('never chooses later what was once left out', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { minLength: 2, maxLength: 80 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.constantFrom('1', '2')),
        (ages, steps, methods) => {
          let known = ages
            .toSorted((a, b) => b - a)
            .map((age) => ({ day: addDays(NEWEST, -age - 1), methodology: methods.next().value }))
          let day = NEWEST
          let dropped = new Set<string>()
          for (const step of steps) {
            const kept = new Set(chooseComparisons(known, day).map((snapshot) => snapshot.day))
            for (const old of dropped) expect(kept.has(old)).toBe(false)
            dropped = new Set(
              known.flatMap((snapshot) => (kept.has(snapshot.day) ? [] : snapshot.day)),
            )
            known = [...known, { day, methodology: '2' }]
            day = addDays(day, step)
          }
        },
      ),
    )
  })
})
