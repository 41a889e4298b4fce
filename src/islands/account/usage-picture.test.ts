import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DayView } from './account-view.ts'
import { HEIGHT, scaleTop, usagePicture } from './usage-picture.ts'
import { totalOf } from './words.ts'

const day = (date: string | null, protocols: number, refused = 0, wallet = 0): DayView => ({
  day: date,
  refused,
  counts: { protocols, wallet, screener: 0, other: 0 },
})

test('bars stand on the foot, and the highest reaches no further than the top', () => {
  const { bars, top } = usagePicture('2026-11', [
    day('2026-11-01', 30, 0, 10),
    day('2026-11-30', 5),
  ])
  expect(top).toBe(40)
  const [first, last] = bars
  expect(first?.parts).toEqual([
    { group: 'protocols', y: HEIGHT.plot * 0.25, height: HEIGHT.plot * 0.75 },
    { group: 'wallet', y: 0, height: HEIGHT.plot * 0.25 },
  ])
  expect(first?.x).toBeGreaterThan(0)
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThan(100)
  expect(last?.x).toBeGreaterThan(96)
})

test('a day without a date, without requests, or of another month has no bar', () => {
  const days = [day(null, 900), day('2026-11-02', 0, 4), day('2026-10-31', 7)]
  const { bars, refusals, top } = usagePicture('2026-11', days)
  expect(bars).toEqual([])
  expect(refusals).toEqual([5])
  expect(top).toBe(2)
})

test.each([
  ['2026-02', '28'],
  ['2028-02', '29'],
  ['2026-11', '30'],
  ['2026-12', '31'],
])('%s ends with %s', (month, last) => {
  expect(usagePicture(month, []).dates.at(-1)?.text).toBe(last)
})

test('the scale ends at a round even number that is not below the largest day, nor far above it', () => {
  fc.assert(
    fc.property(fc.nat({ max: 3_000_000 }), (largest) => {
      const top = scaleTop(largest)
      expect(top).toBeGreaterThanOrEqual(largest)
      expect(top % 2).toBe(0)
      if (largest > 10) expect(top).toBeLessThanOrEqual(largest * 1.6)
    }),
  )
})

test('the parts of a bar are as high as its requests, and stay within the plot', () => {
  const count = fc.nat({ max: 100_000 })
  fc.assert(
    fc.property(fc.array(fc.tuple(count, count), { minLength: 1, maxLength: 30 }), (rows) => {
      const days = rows.map(([one, two], at) =>
        day(`2026-11-${String(at + 1).padStart(2, '0')}`, one, 0, two),
      )
      const { bars, top } = usagePicture('2026-11', days)
      expect(bars).toHaveLength(days.filter(({ counts }) => totalOf(counts) > 0).length)
      for (const bar of bars) {
        const total = totalOf(days[Number(bar.day.slice(8)) - 1]?.counts ?? day('', 0).counts)
        const height = bar.parts.reduce((sum, part) => sum + part.height, 0)
        // A part with few requests is drawn two pixels high.
        expect(Math.abs(height - (total / top) * HEIGHT.plot)).toBeLessThan(4)
        expect(bar.parts.at(-1)?.y).toBeGreaterThan(-4)
      }
    }),
  )
})
