import { expect, test } from 'vitest'
import { dayNumber } from '../domain/day.ts'
import { known, missing } from '../domain/reading.ts'
import { tvlAfter } from './tvl-after.ts'

const LOST_ON = '2024-01-10'
const history = (...usd: number[]) => ({
  days: usd.map((_, index) => dayNumber(LOST_ON) - 1 + index),
  usd,
})
const NONE = missing('not-covered', 'test')

test('the TVL after a day is the larger of the newest reading and the median of the last days', () => {
  const days = history(900, 900, 10, 30, 20)
  expect(tvlAfter(LOST_ON, days, NONE, 3)).toBe(20)
  expect(tvlAfter(LOST_ON, days, NONE, 1)).toBe(20)
  expect(tvlAfter(LOST_ON, days, known(25, '2024-01-11', 'test'), 3)).toBe(25)
  expect(tvlAfter(LOST_ON, days, known(15, '2024-01-11', 'test'), 3)).toBe(20)
})

test('nothing of the day itself or before it counts', () => {
  expect(tvlAfter(LOST_ON, history(900, 900), known(25, LOST_ON, 'test'), 3)).toBeNull()
})
