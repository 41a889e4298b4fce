import { describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { timeAxis } from './time-axis.ts'
import { valueLine } from './value-line.ts'

const lineOf = (values: (number | null)[]) => {
  const days = values.map((_, index) => addDays('2026-01-01', index))
  return valueLine(days, values, timeAxis(days[0] ?? '', days.at(-1) ?? ''))
}

describe(valueLine, () => {
  test('runs from zero up to the largest amount', () => {
    expect(lineOf([50, 100, 0])).toEqual({
      most: 100,
      line: 'M0 32L500 0L1000 64',
      dots: [],
      last: { value: 0, y: 64 },
    })
  })

  test('leaves a gap where the amount is not known', () => {
    expect(lineOf([50, null, 100])).toMatchObject({ line: 'M0 32M1000 0' })
    expect(lineOf([50, 100, null])?.last).toBeNull()
  })

  test('joins no amounts that are years apart: the earlier one is a dot', () => {
    const days = ['2024-03-11', '2026-10-04']
    const line = valueLine(days, [50, 100], timeAxis('2024-03-11', '2026-10-04'))
    expect(line).toMatchObject({ line: 'M0 32M1000 0', dots: [{ x: 0, y: 32 }] })
  })

  test('is null when there is nothing to see', () => {
    expect([lineOf([5, 5, 5]), lineOf([5, null]), lineOf([null, null])]).toEqual([null, null, null])
  })

  test('of years of days keeps the extremes in a few hundred points', () => {
    const values = Array.from({ length: 1000 }, (_, index) =>
      index === 500 ? 1000 : 400 + (index % 7),
    )
    const line = lineOf(values)?.line ?? ''
    expect(line.match(/[ML]/g)?.length).toBeLessThan(160)
    expect(line).toContain('L500 0')
  })
})
