import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { timeAxis } from './time-axis.ts'

const labels = (from: string, to: string) => timeAxis(from, to).ticks.map(({ text }) => text)

describe(timeAxis, () => {
  test('writes both ends out and names months and years between them', () => {
    expect(labels('2026-01-10', '2027-01-10')).toEqual([
      '10 Jan 2026',
      null,
      'May',
      'Jul',
      'Sep',
      'Nov',
      null,
      '10 Jan 2027',
    ])
    expect(labels('2020-03-01', '2026-11-20').filter((text) => text !== null)).toEqual([
      '1 Mar 2020',
      '2022',
      '2023',
      '2024',
      '2025',
      '20 Nov 2026',
    ])
  })

  test('on a phone no month or year is beside the first or last date', () => {
    // At 390 px an axis is 242 px long, a date 69 px, a year 26 px.
    const room = (100 * (69 + 26 / 2 + 8)) / 242
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 9000 }), (length) => {
        const { ticks } = timeAxis('2019-06-03', addDays('2019-06-03', length))
        for (const { x, text, end, wideOnly } of ticks) {
          if (end !== null || text === null || wideOnly) continue
          expect(Math.min(x, 100 - x)).toBeGreaterThan(room)
        }
      }),
    )
  })

  test('places days in percent of the time between its ends', () => {
    const { at } = timeAxis('2026-01-01', '2026-01-05')
    expect(['2026-01-01', '2026-01-02', '2026-01-05'].map(at)).toEqual([0, 25, 100])
  })

  test('has few ticks, in order, whose labels do not touch on a phone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 1, max: 9000 }),
        (start, length) => {
          const from = addDays('1990-01-01', start)
          const { ticks } = timeAxis(from, addDays(from, length))
          expect(ticks.length).toBeLessThan(13)
          const places = ticks.map(({ x }) => x)
          expect(places).toEqual(places.toSorted((a, b) => a - b))
          const narrow = ticks.filter(({ text, wideOnly }) => text !== null && !wideOnly)
          for (const [index, { x }] of narrow.entries()) {
            if (index > 0) expect(x - (narrow[index - 1]?.x ?? 0)).toBeGreaterThanOrEqual(14)
          }
        },
      ),
    )
  })
})
