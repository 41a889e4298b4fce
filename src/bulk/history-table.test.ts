import { expect, test } from 'vitest'
import type { HistoryColumns } from '../contract/history.ts'
import { mapDimensions } from '../domain/dimension.ts'
import { historyTable } from './history-table.ts'

const harbour: HistoryColumns = {
  ...{ id: 'harbour', name: 'Harbour', retired: null },
  days: ['2026-01-01', '2026-01-02', '2026-01-09'],
  methodologies: [
    { version: '1.0.0', from: '2026-01-01' },
    { version: '1.1.0', from: '2026-01-09' },
  ],
  composite: [4.5, null, 4.6],
  range: { low: [null, null, 4.1], high: [null, null, 5.2] },
  dimensions: mapDimensions((key) => [4, null, key === 'credit' ? null : 5.5]),
  tvlUsd: [7_340_123, 7_340_123, null],
}
const { columns, rows } = historyTable([harbour])
const cells = rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])))

test('has a row for each snapshot alone: a day between two of them is not filled in', () => {
  expect(cells.map((row) => [row.protocol_id, row.snapshot_day, row.methodology])).toEqual([
    ['harbour', '2026-01-01', '1.0.0'],
    ['harbour', '2026-01-02', '1.0.0'],
    ['harbour', '2026-01-09', '1.1.0'],
  ])
})

test('a level is that of its score, and null where there is none', () => {
  expect(cells.map(({ composite, level }) => [composite, level])).toEqual([
    [4.5, 'moderate'],
    [null, null],
    [4.6, 'elevated'],
  ])
  expect(cells.map((row) => [row.range_low, row.smart_contract, row.credit])).toEqual([
    [null, 4, 4],
    [null, null, null],
    [4.1, 5.5, null],
  ])
})

test('has no TVL while its source does not allow it, and keeps a protocol that is gone', () => {
  expect(cells.map((row) => [row.tvl_usd, row.listed])).toEqual(Array(3).fill([null, true]))
  const retired = { day: '2026-02-01', reason: 'gone', lastDay: '2026-01-09' } as never
  expect(historyTable([{ ...harbour, retired }]).rows.map((row) => row.at(-2))).toEqual([
    false,
    false,
    false,
  ])
})

test('has those that are gone without a document too, and says how many it lacks', () => {
  const departed = { histories: [{ ...harbour, id: 'old' }], leftOut: 2 }
  const { rows, about } = historyTable([harbour], departed)
  expect(rows.map((row) => [row[0], row.at(-2)])).toEqual([
    ...Array(3).fill(['harbour', true]),
    ...Array(3).fill(['old', false]),
  ])
  expect(about).toMatch(/Left out: 2 that are gone and whose id another protocol has now\.$/)
})

test('says which scores were computed after their day', () => {
  const sample = { ...harbour, publishedFrom: '2026-01-09' }
  const basesOf = (history: HistoryColumns) => historyTable([history]).rows.map((row) => row.at(-1))
  expect(basesOf(sample)).toEqual(['back-tested', 'back-tested', 'published'])
  expect(basesOf(harbour)).toEqual(['published', 'published', 'published'])
})
