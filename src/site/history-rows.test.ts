import { expect, test } from 'vitest'
import type { HistoryColumns } from '../contract/history.ts'
import { addDays } from '../domain/day.ts'
import { boundsOf, MAX_DAYS, rowsOf } from './history-rows.ts'

const FIRST = '2026-03-01'
const on = (at: number) => addDays(FIRST, at)

/** Days of which the score changes on the sixth only, and the method on the eleventh only. */
function history(days: number): HistoryColumns {
  const all = Array.from({ length: days }, (_, at) => at)
  const nothing = all.map(() => null)
  const [credit, counterparty, liquidity] = [nothing, nothing, nothing]
  const [oracle, smartContract, liquidityTrap] = [nothing, nothing, nothing]
  return {
    ...{ id: 'harbour', name: 'Harbour', retired: null },
    days: all.map(on),
    dimensions: { credit, counterparty, liquidity, oracle, smartContract, liquidityTrap },
    composite: all.map((at) => (at < 5 ? 4 : 5)),
    range: { low: nothing, high: nothing },
    tvlUsd: nothing,
    methodologies: [
      { from: FIRST, version: '0.9' },
      { from: on(10), version: '1.0' },
    ],
  }
}

test('few days are all rows, newest first', () => {
  const rows = rowsOf(history(MAX_DAYS))
  expect(rows.map(({ day }) => day)).toEqual(history(MAX_DAYS).days.toReversed())
})

test('of more days those are rows on which the score or the method changed', () => {
  expect(rowsOf(history(MAX_DAYS + 1))).toMatchObject([
    { day: on(10), composite: 5, methodology: '1.0' },
    { day: on(5), composite: 5, methodology: '0.9' },
    { day: on(0), composite: 4, methodology: '0.9' },
  ])
})

test('a day has a range only with both of its ends', () => {
  const range = { low: [1, null, 1], high: [3, 3, null] }
  expect(boundsOf({ ...history(3), range })).toEqual([{ low: 1, high: 3 }, null, null])
})
