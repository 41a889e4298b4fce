import { expect, test } from 'vitest'
import { alertTable, MAX_ALERT_SNAPSHOTS } from '../contract/alert-table.ts'
import { DIMENSIONS, mapDimensions } from '../domain/dimension.ts'
import type { PastNumbers } from '../domain/past.ts'
import { createAlertTable } from './alert-table.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'

const DAYS = ['01', '02', '03', '04', '05', '06', '07', '08'].map((day) => `2026-11-${day}`)

function numbersOf(composites: (number | null)[]): PastNumbers {
  const column = Float64Array.from(composites, (score) => score ?? Number.NaN)
  const none = Float64Array.from(composites, () => Number.NaN)
  return {
    ...{ listed: Uint8Array.from(composites, () => 1), composite: column, low: none, high: none },
    ...{ dimensions: mapDimensions(() => column), tvlUsd: none, tvlDays: new Map() },
  }
}

function tableOf(composites: (number | null)[], methodologies: string[] = []) {
  const snapshots = DAYS.map((day, at) => ({
    ...{ publicId: `${day}-x`, day, methodology: methodologies[at] ?? '1.0.0' },
  }))
  const past = { snapshots, numbers: new Map([['7', numbersOf(composites)]]), comparisons: [] }
  const slugDays = [{ slug: 'old', protocolId: '7', firstDay: '2026-11-01', lastDay: '2026-11-02' }]
  const entries = [anEntry({ id: '7', slug: 'new' })]
  return alertTable.parse(createAlertTable(aCatalogue(entries, { past, slugDays })))
}

test('the table has the last snapshots by ids of upstream, and the days of former slugs', () => {
  const table = tableOf([1, 2, 3, 4, 5, 6, 7, 8])
  expect(table.snapshots.map(({ day }) => day)).toEqual(DAYS.slice(-MAX_ALERT_SNAPSHOTS))
  expect(table).toMatchObject({ protocolIds: ['7'], ids: ['new'], earlier: [] })
  expect(table.scores.map(({ composite }) => composite)).toEqual([[3], [4], [5], [6], [7], [8]])
  expect(table.slugs).toEqual([
    { slug: 'old', protocolId: '7', first: '2026-11-01', last: '2026-11-02' },
  ])
})

test('a protocol without a score in the first of them keeps its last one of before', () => {
  const table = tableOf([1, 2, null, null, 5, 6, 7, 8])
  const snapshot = { id: '2026-11-02-x', day: '2026-11-02', methodology: '1.0.0' }
  expect(table.earlier).toEqual(
    ['composite', ...DIMENSIONS].map((score) => ({ protocolId: '7', score, value: 2, snapshot })),
  )
})

test('a score of another methodology is not kept', () => {
  expect(tableOf([1, 2, null, 4, 5, 6, 7, 8], ['1.0.0', '0.9.0']).earlier).toEqual([])
})
