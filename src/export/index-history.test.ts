import { expect, test } from 'vitest'
import { indexHistory } from '../contract/index-history.ts'
import { aPast, numbersOf } from './fixtures/past.ts'
import { createIndexHistory } from './index-history.ts'

test('the index of a day is the mean of its scores, of listed and of retired protocols', () => {
  const past = aPast(
    [
      ['2026-01-01', '1'],
      ['2026-01-05', '1'],
      ['2026-01-09', '2'],
      ['2026-01-13', '2'],
    ],
    {
      7: numbersOf([2, null, 3, 0]),
      8: numbersOf([5, null, 3.336, 1]),
      gone: numbersOf([3, undefined, undefined, undefined]),
    },
  )
  expect(indexHistory.parse(createIndexHistory(past))).toEqual({
    days: ['2026-01-01', '2026-01-05', '2026-01-09', '2026-01-13'],
    methodologies: [
      { version: '1', from: '2026-01-01' },
      { version: '2', from: '2026-01-09' },
    ],
    index: [3.33, null, 3.17, 0.5],
    scored: [3, 0, 2, 2],
  })
})

test('of no snapshot is empty', () => {
  expect(createIndexHistory(aPast([], {}))).toEqual({
    days: [],
    methodologies: [],
    index: [],
    scored: [],
  })
})
