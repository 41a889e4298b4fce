import { expect, test } from 'vitest'
import { yearsSince } from './age.ts'

test.each([
  ['2024-03-01', '2024-03-31', 0],
  ['2024-02-29', '2024-03-01', 1 / 12],
  ['2023-12-31', '2024-01-01', 1 / 12],
  ['2023-03-31', '2024-03-01', 1],
  ['2020-01-15', '2024-07-15', 4.5],
  ['2024-05-01', '2024-03-11', 0],
])('from %s to %s it is %d years', (day, asOf, years) => {
  expect(yearsSince(day, asOf)).toBe(years)
})
