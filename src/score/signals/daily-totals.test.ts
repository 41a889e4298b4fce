import { describe, expect, test } from 'vitest'
import { addDays, dayNumber } from '../../domain/day.ts'
import { known, missing } from '../../domain/reading.ts'
import { aHistory, aRecord, DAY } from '../fixtures/record.ts'
import { aSubject } from '../fixtures/universe.ts'
import { METHODOLOGY } from '../methodology.ts'
import { recentTotals } from './daily-totals.ts'

function recent(usd: number[], days: number) {
  const reading = recentTotals(aSubject(aRecord({ history: aHistory(usd) })), days, METHODOLOGY)
  return reading.known ? reading.value.usd : reading
}

const NONE = missing('not-covered', 'test')

describe('recent totals', () => {
  test('are those of the last days before today, with the day and the source of the TVL', () => {
    const history = aHistory([1, 2, 3, 4, 5, 6, 7])
    const today = dayNumber(DAY)
    expect(recentTotals(aSubject(aRecord({ history })), 5, METHODOLOGY)).toEqual({
      known: true,
      value: { days: [today - 4, today - 3, today - 2, today - 1], usd: [3, 4, 5, 6] },
      asOf: DAY,
      source: 'test',
    })
  })

  test('four fifths of the days are enough, fewer are missing', () => {
    expect(recent([1, 1, 1, 1], 5)).toEqual([1, 1, 1])
    expect(recent([1, 1, 1], 5)).toEqual(NONE)
    expect(recent([], 5)).toEqual(NONE)
  })

  test('a day of zero is a hole and not a fall', () => {
    expect(recent([5, 0, 5, 5, 5], 5)).toEqual([5, 5, 5])
    expect(recent([5, 0, 5, 0, 5], 5)).toEqual(NONE)
    expect(recent([5, 5, 5, 0, 0, 5, 5, 5, 5, 5], 10)).toEqual(Array<number>(7).fill(5))
  })

  test('a day after the snapshot is not known yet', () => {
    const history = aHistory([1, 1, 1, 1, 1])
    const later = { ...history, days: history.days.map((day) => day + 1) }
    const reading = recentTotals(aSubject(aRecord({ history: later })), 5, METHODOLOGY)
    expect(reading).toMatchObject({ value: { usd: [1, 1, 1] } })
  })

  test('end at the day of the TVL, so that they do not change until it is read anew', () => {
    const history = aHistory([1, 2, 3, 4, 5, 6, 7])
    const tvl = known([], addDays(DAY, -2), 'test')
    const at = (asOf: string) =>
      recentTotals(aSubject(aRecord({ history, tvl }), { asOf }), 4, METHODOLOGY)
    expect(at(DAY)).toMatchObject({ value: { usd: [2, 3, 4] } })
    expect(at(addDays(DAY, 20))).toMatchObject({ value: { usd: [2, 3, 4] } })
  })

  test.each([
    ['a collapse of one day is no fall', [9, 9, 1, 9, 9], [9, 9, 9, 9]],
    ['a peak of one day is no rise', [4, 4, 9, 4, 4], [4, 4, 4, 4]],
    ['a fall that lasts two days is one', [9, 9, 1, 1, 9], [9, 9, 1, 1]],
    ['a rise that lasts two days is one', [1, 1, 9, 9, 1], [1, 1, 9, 9]],
    ['a fall in steps keeps its steps', [90, 40, 18, 8, 8], [90, 40, 18, 8]],
    ['the last day only confirms the one before', [9, 9, 9, 1, 1], [9, 9, 9, 1]],
    ['a jump on the last day is not judged yet', [9, 9, 9, 9, 1], [9, 9, 9, 9]],
    ['the first day stands', [9, 1, 1, 1, 1], [9, 1, 1, 1]],
  ])('%s', (_, usd, expected) => {
    expect(recent(usd, 5)).toEqual(expected)
  })
})
