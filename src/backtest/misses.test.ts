import { expect, test } from 'vitest'
import { aJudgedRow } from './fixtures/judged-row.ts'
import { missesOf } from './misses.ts'

const event = {
  day: '2023-07-01',
  lossUsd: 5,
  cause: 'contract',
  names: [],
  incidents: [],
} as const

/** Twenty-five rows, five of each size; the smallest are four with composites 1-4 and one that was hit. */
function rowsWithEventAt(composite: number) {
  const others = Array.from({ length: 24 }, (_, index) => {
    const size = Math.floor((index + 1) / 5) + 1
    return aJudgedRow({
      id: `other-${index}`,
      size,
      composite: size === 1 ? index + 1 : 9,
      event: null,
    })
  })
  const hit = { ...event, names: [], incidents: [] }
  return [...others, aJudgedRow({ id: 'hit', name: 'Hit', size: 1, composite, event: hit })]
}

test.each([
  [0, 0],
  [2, 0.375],
  [2.4, 0.5],
  [3, 0.625],
])('an event at %d is above %d of its like, and a miss below half', (composite, above) => {
  const expected = above < 0.5 ? [{ name: 'Hit', day: '2023-07-01', composite, above }] : []
  expect(missesOf(rowsWithEventAt(composite), [])).toMatchObject(expected)
})

test('protocols without a score come last, in the order of cohort, day and name, with their reason', () => {
  const lost = { cohort: '2023-06-01', lossUsd: null, reason: 'no-size', detail: '' } as const
  const misses = missesOf(rowsWithEventAt(0), [
    { ...lost, name: 'B', day: '2023-08-02' },
    { ...lost, name: 'C', day: '2023-08-01', reason: 'not-scored', detail: 'too young' },
    { ...lost, name: 'A', day: '2023-08-02' },
  ])
  expect(misses.map(({ name, reason }) => [name, reason])).toEqual([
    ['Hit', 'scored below half of its like'],
    ['C', 'not scored: too young'],
    ['A', 'no TVL is known'],
    ['B', 'no TVL is known'],
  ])
  expect(misses.slice(1).map(({ severe }) => severe)).toEqual([false, false, false])
})
