import { expect, test } from 'vitest'
import { median } from './median.ts'

test.each([
  [[], undefined],
  [[7], 7],
  [[9, 1], 5],
  [[10, 9, 2], 9],
  [[4, 1, 100, 2], 3],
])('the median of %j is %s', (numbers, middle) => {
  expect(median(numbers)).toBe(middle)
})
