import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { historyChart, PLOT } from './history-chart.ts'
import type { Series } from './step-line.ts'

const SCALE = { snap: 0.5, least: 2, digits: 1, lastDigits: 1 }

/** Readings ten days apart from 1 January 2026. */
const every = (values: (number | null)[], breaks: string[] = []): Series => ({
  days: values.map((_, index) => addDays('2026-01-01', index * 10)),
  values,
  breaks: new Set(breaks),
})
const chartOf = (values: (number | null)[], breaks?: string[]) =>
  historyChart(every(values, breaks), SCALE)

describe(historyChart, () => {
  test('holds a value until the next reading, and draws only where it changes', () => {
    expect(chartOf([4, 4, 5, 5])).toMatchObject({ low: '3.5', high: '5.5' })
    expect(chartOf([4, 4, 5, 5])?.line).toBe('M0 126H667V42H1000')
  })

  test('leaves a gap where there was no score', () => {
    expect(chartOf([4, null, 4, 4])?.line).toBe('M0 84H333M667 84H1000')
    expect(chartOf([4, 4, 4, null])?.last).toBeNull()
  })

  test('holds a value for a month: later readings are not joined to it', () => {
    const days = ['2026-01-01', '2026-02-01', '2026-03-05', '2026-03-11']
    const chart = historyChart({ days, values: [4, 4, 4, 4], breaks: new Set() }, SCALE)
    expect(chart?.line).toBe('M0 84H449M913 84H1000')
    expect(chart?.dots.map(({ x }) => x)).toEqual([0, 44.93, 91.3])
  })

  test('joins no scores of different methods', () => {
    expect(chartOf([4, 4, 5], ['2026-01-11'])?.line).toBe('M0 126H500M500 126H1000V42H1000')
  })

  test('is null without two days or any score', () => {
    expect([chartOf([]), chartOf([4]), chartOf([null, null])]).toEqual([null, null, null])
  })

  test('marks the limits between levels and names each level that is tall enough', () => {
    const chart = chartOf([2, 4, 4])
    expect(chart?.marks).toEqual([84])
    expect(chart?.bands.map(({ level, isCurrent }) => [level, isCurrent])).toEqual([
      ['low', false],
      ['moderate', true],
    ])
  })

  test('draws what the missing inputs allow on the last day, inside the scale', () => {
    const bounds = { low: 3.2, high: 7 }
    const chart = historyChart(every([4, 4]), SCALE, [], [null, bounds])
    expect(chart).toMatchObject({ low: '2.5', high: '7.5' })
    expect(chart?.range).toEqual({ top: 16.8, foot: 144.5 })
    expect(historyChart(every([4, null]), SCALE, [], [null, bounds])?.range).toBeNull()
    expect(historyChart(every([4, 4]), SCALE, [], [bounds, null])?.range).toBeNull()
  })

  test('draws a band along the bounds of each day, and along nothing where they are not known', () => {
    const values = [4, 4, 4, 4, 4]
    const wide = { low: 3, high: 5 }
    const bandOf = (bounds: (typeof wide | null)[], given: Series = every(values)) =>
      historyChart(given, SCALE, [], bounds)?.band
    expect(bandOf(values.map(() => null))).toBe('')
    expect(bandOf([])).toBe('')
    // Nothing is missing: no room between the bounds.
    expect(bandOf(values.map(() => ({ low: 4, high: 4 })))).toBe('')
    expect(bandOf(values.map(() => wide))).toBe('M0 28H1000V140H0Z')
    expect(bandOf([wide, wide, { low: 3.5, high: 5 }, wide, wide])).toBe(
      'M0 28H1000V140H750V112H500V140H0Z',
    )
    // A last day on its own has the bracket only.
    expect(bandOf([null, null, null, null, wide])).toBe('')
    // Not joined over a day without bounds, nor over one without a score.
    expect(bandOf([wide, null, wide, wide, wide])).toBe('M0 28H250V140H0ZM500 28H1000V140H500Z')
    const gap = every([4, null, 4, 4, 4])
    expect(bandOf([wide, wide, wide, wide, wide], gap)).toBe(
      'M0 28H250V140H0ZM500 28H1000V140H500Z',
    )
    const broken = every(values, ['2026-01-21'])
    expect(bandOf([wide, wide, wide, wide, wide], broken)).toBe(
      'M0 28H500V140H0ZM500 28H1000V140H500Z',
    )
  })

  test('hangs events of its days from above, and events that lie close share a label', () => {
    const events = ['2025-12-31', '2026-01-05', '2026-01-06', '2026-01-21'].map((day, index) => ({
      day,
      letter: 'ABCD'[index] ?? '',
    }))
    const chart = historyChart(every([4, 5, 5]), SCALE, events)
    expect(chart?.stems).toEqual([
      { x: 20, y: 126 },
      { x: 25, y: 126 },
      { x: 100, y: 42 },
    ])
    expect(chart?.letters).toEqual([
      { x: 20, text: 'B–C' },
      { x: 100, text: 'D' },
    ])
  })

  test('writes the last value beside the line, never on it', () => {
    const textY = (values: number[]) => chartOf(values)?.last?.textY
    expect(textY([4, 4, 4])).toBe(74)
    // The line comes from above, so the label is below the last value at 126.
    expect(textY([...Array.from({ length: 9 }, () => 4.4), 4])).toBe(146)
    // No room above the highest score.
    expect(textY([9, 10, 10])).toBe(20)
  })

  test('has a dot for each of a few readings, and none for many', () => {
    expect(chartOf([4, 5, 4])?.dots).toHaveLength(2)
    expect(chartOf(Array.from({ length: 13 }, () => 4))?.dots).toEqual([])
  })

  test('keeps every score inside the plot, on a scale of at least two points within 0 to 10', () => {
    const score = fc.option(fc.integer({ min: 0, max: 100 }).map((tenth) => tenth / 10))
    fc.assert(
      fc.property(fc.array(score, { minLength: 2, maxLength: 40 }), (values) => {
        const chart = chartOf(values)
        if (chart === null) return
        const [low, high] = [Number(chart.low), Number(chart.high)]
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(10)
        expect(high - low).toBeGreaterThanOrEqual(2)
        expect(chart.figures.length).toBeLessThanOrEqual(7)
        const heights = [...chart.line.matchAll(/(?:M\d+ |V)([\d.]+)/g)].map(([, y]) => Number(y))
        for (const y of heights) {
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y).toBeLessThanOrEqual(PLOT.height)
        }
      }),
    )
  })
})
