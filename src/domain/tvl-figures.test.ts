import { expect, test } from 'vitest'
import { known, missing } from './reading.ts'
import { recordedMonthChange } from './tvl-figures.ts'

const DAY = '2024-03-11'

test('the recorded change of a month is that of its own day only', () => {
  const tvlFigures = known({ change30d: -0.25 }, DAY, 'test')
  expect(recordedMonthChange({ tvlFigures }, DAY)).toBe(-0.25)
  expect(recordedMonthChange({ tvlFigures }, '2024-03-12')).toBeNull()
})

test('a change that was not recorded is unknown, and one of nothing is 0', () => {
  expect(recordedMonthChange({}, DAY)).toBeNull()
  expect(recordedMonthChange({ tvlFigures: missing('not-covered', 'test') }, DAY)).toBeNull()
  expect(recordedMonthChange({ tvlFigures: known({}, DAY, 'test') }, DAY)).toBeNull()
  expect(recordedMonthChange({ tvlFigures: known({ change30d: 0 }, DAY, 'test') }, DAY)).toBe(0)
})
