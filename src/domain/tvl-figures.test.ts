import { expect, test } from 'vitest'
import { known, missing } from './reading.ts'
import { recordedMonthChange } from './tvl-figures.ts'

const DAY = '2024-03-11'

test('the recorded change of a month is that of its own day only', () => {
  const figures = known({ change30d: -0.25 }, DAY, 'test')
  expect(recordedMonthChange(figures, DAY)).toBe(-0.25)
  expect(recordedMonthChange(figures, '2024-03-12')).toBeNull()
})

test('a change that was not recorded is unknown, and one of nothing is 0', () => {
  expect(recordedMonthChange(undefined, DAY)).toBeNull()
  expect(recordedMonthChange(missing('not-covered', 'test'), DAY)).toBeNull()
  expect(recordedMonthChange(known({}, DAY, 'test'), DAY)).toBeNull()
  expect(recordedMonthChange(known({ change30d: 0 }, DAY, 'test'), DAY)).toBe(0)
})
