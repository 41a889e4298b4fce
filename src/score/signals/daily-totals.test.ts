import { describe, expect, test } from 'vitest'
import { dayNumber } from '../../domain/day.ts'
import { missing } from '../../domain/reading.ts'
import { aHistory, aRecord, DAY } from '../fixtures/record.ts'
import { aSubject } from '../fixtures/universe.ts'
import { recentTotals } from './daily-totals.ts'

function recent(usd: number[], days: number) {
  const reading = recentTotals(aSubject(aRecord({ history: aHistory(usd) })), days)
  return reading.known ? reading.value.usd : reading
}

const NONE = missing('not-covered', 'test')

describe('recent totals', () => {
  test('are those of the last days, today included, with the day and the source of the TVL', () => {
    const history = aHistory([1, 2, 3, 4, 5, 6, 7])
    const today = dayNumber(DAY)
    expect(recentTotals(aSubject(aRecord({ history })), 5)).toEqual({
      known: true,
      value: { days: [today - 4, today - 3, today - 2, today - 1, today], usd: [3, 4, 5, 6, 7] },
      asOf: DAY,
      source: 'test',
    })
  })

  test('four fifths of the days are enough, fewer are missing', () => {
    expect(recent([1, 1, 1, 1], 5)).toEqual([1, 1, 1, 1])
    expect(recent([1, 1, 1], 5)).toEqual(NONE)
    expect(recent([], 5)).toEqual(NONE)
  })

  test('a day of zero is a hole and not a fall', () => {
    expect(recent([5, 0, 5, 5, 5], 5)).toEqual([5, 5, 5, 5])
    expect(recent([5, 0, 5, 0, 5], 5)).toEqual(NONE)
    expect(recent([5, 5, 5, 0, 0, 5, 5, 5, 5, 5], 10)).toEqual(Array<number>(8).fill(5))
  })

  test('a day after the snapshot is not known yet', () => {
    const history = aHistory([1, 1, 1, 1, 1])
    const later = { ...history, days: history.days.map((day) => day + 1) }
    const reading = recentTotals(aSubject(aRecord({ history: later })), 5)
    expect(reading).toMatchObject({ value: { usd: [1, 1, 1, 1] } })
  })

  test.each([
    ['a collapse of one day is left out', [9, 9, 1, 9, 9], [9, 9, 9, 9]],
    ['a peak of one day is left out', [4, 4, 9, 4, 4], [4, 4, 4, 4]],
    ['half of the neighbours is still believed', [8, 8, 4, 8, 8], [8, 8, 4, 8, 8]],
    ['twice the neighbours is still believed', [4, 4, 8, 4, 4], [4, 4, 8, 4, 4]],
    ['a fall that lasts two days is believed', [9, 9, 9, 1, 1], [9, 9, 9, 1, 1]],
    ['a rise that lasts two days is believed', [1, 1, 1, 9, 9], [1, 1, 1, 9, 9]],
    ['a fall in steps is believed', [90, 40, 18, 8, 8], [90, 40, 18, 8, 8]],
    ['a jump on the last day waits for the next', [9, 9, 9, 9, 1], [9, 9, 9, 9]],
    ['the first day stands', [9, 1, 1, 1, 1], [9, 1, 1, 1, 1]],
  ])('%s', (_, usd, expected) => {
    expect(recent(usd, 5)).toEqual(expected)
  })
})
