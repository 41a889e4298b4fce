import type { HistoryColumns } from '../contract/history.ts'
import { DIMENSION_TEXT, DIMENSIONS } from '../domain/dimension.ts'
import { riskLevel } from '../domain/risk-level.ts'
import { isRedistributable, SOURCE_OF_READING } from '../domain/sources.ts'
import { type BulkCell, type BulkTable, columnsOf, portable, snakeCase } from './table.ts'

const COLUMNS = [
  ...columnsOf('history'),
  ...DIMENSIONS.flatMap((key) =>
    columnsOf('history_dimension').map((column) => ({
      ...column,
      name: snakeCase(key),
      about: column.about.replace('LABEL', DIMENSION_TEXT[key].label),
    })),
  ),
  ...columnsOf('history_end'),
]

/** Past numbers of protocols that are gone and have no document any more, in the order of their ids. */
export interface DepartedHistories {
  histories: HistoryColumns[]
  /** Further ones that have no rows: another protocol has their id now. */
  leftOut: number
}

/** One row for each protocol and snapshot that had it, with the numbers of its published history: no day is filled in. */
export function historyTable(
  histories: Iterable<HistoryColumns>,
  departed: DepartedHistories = { histories: [], leftOut: 0 },
): BulkTable {
  const rows: BulkCell[][] = []
  for (const history of histories) addRows(rows, history, history.retired === null)
  for (const history of departed.histories) addRows(rows, history, false)
  const { leftOut } = departed
  const about = [
    'One row for each protocol in each snapshot that had it, oldest first, also of protocols that are gone.',
    leftOut === 0
      ? []
      : `Left out: ${leftOut} that are gone and whose id another protocol has now.`,
  ]
  return { name: 'history', about: about.flat().join(' '), columns: COLUMNS, rows }
}

function addRows(rows: BulkCell[][], history: HistoryColumns, isListed: boolean): void {
  const { id, days, composite, range, dimensions, tvlUsd, publishedFrom = '' } = history
  const versions = [...history.methodologies]
  const hasTvl = isRedistributable(SOURCE_OF_READING.tvl)
  let version = ''
  for (const [at, day] of days.entries()) {
    while (versions[0] && versions[0].from <= day) version = versions.shift()?.version ?? version
    const score = composite[at] ?? null
    rows.push([
      ...[portable(id), day, version],
      score === null ? null : riskLevel(score),
      ...[score, range.low[at] ?? null, range.high[at] ?? null],
      ...DIMENSIONS.map((key) => dimensions[key][at] ?? null),
      hasTvl ? (tvlUsd[at] ?? null) : null,
      isListed,
      day < publishedFrom ? 'back-tested' : 'published',
    ])
  }
}
