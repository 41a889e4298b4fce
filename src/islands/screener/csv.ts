import { LEVEL_CHOICES } from '../../contract/query.ts'
import { NOT_APPLICABLE, UNKNOWN } from '../../contract/screener-rows.ts'
import { DIMENSIONS, dimensionColumn } from '../../domain/dimension.ts'
import { levelOf, type Table } from './table.ts'

/** A cell that begins like this is run as a formula by spreadsheets (OWASP, "CSV Injection"), also in its full-width form. */
const FORMULA = /^[\s]*[=+\-@\t\r＝＋－＠]/

const HEAD = [
  'id',
  'name',
  'category',
  'chains',
  'compositeScore',
  'riskLevel',
  ...DIMENSIONS.map(dimensionColumn),
  'tvlUsd',
  'coverageScore',
  'rankInCategory',
  'scoredInCategory',
  'snapshotDay',
  'tvlAsOf',
  'status',
  'assumedDimensions',
]

/**
 * The rows as CSV (RFC 4180). An empty cell is a value that is not known or held back; a dimension that does not apply says
 * `not-applicable`, and the last column names those whose number is an assumption. Text that a spreadsheet would run as a formula gets an apostrophe in front.
 * `chainTvlUsd`: the TVL on the chosen chains, which has a column of its own then.
 */
export function csvOf(
  table: Table,
  rows: Iterable<number>,
  chainTvlUsd: Float64Array | null = null,
): string {
  const at = HEAD.indexOf('tvlUsd') + 1
  const line = (cells: string[], onChains: string) =>
    `${(chainTvlUsd ? cells.toSpliced(at, 0, onChains) : cells).map(quote).join(',')}\r\n`
  const lines = Array.from(rows, (row) => {
    const usd = chainTvlUsd?.[row] ?? Number.NaN
    return line(cellsOf(table, row), Number.isNaN(usd) ? '' : String(usd))
  })
  return [line(HEAD, 'chainTvlUsd'), ...lines].join('')
}

function cellsOf(table: Table, row: number): string[] {
  const { rows, ids, ranks } = table
  const { [levelOf(rows.composite[row] ?? UNKNOWN)]: level = '' } = ['', ...LEVEL_CHOICES]
  const category = rows.category[row] ?? UNKNOWN
  return [
    text(ids[row] ?? ''),
    text(rows.name[row] ?? ''),
    text(rows.categories[category] ?? ''),
    text((rows.chain[row] ?? []).map((chain) => rows.chains[chain] ?? '').join('; ')),
    points(rows.composite[row]),
    level,
    ...DIMENSIONS.map((key) => points(rows.dimensions[dimensionColumn(key)][row])),
    String(rows.tvlUsd[row] ?? ''),
    points(rows.coverage[row]),
    String(ranks.position[row] || ''),
    String(ranks.of[row] || ''),
    rows.asOf,
    rows.tvlUsd[row] == null ? '' : (rows.tvlDay[row] ?? rows.asOf),
    rows.inactive[row] ?? 'active',
    (rows.assumed[row] ?? []).join('; '),
  ]
}

function points(tenths = UNKNOWN): string {
  if (tenths === NOT_APPLICABLE) return 'not-applicable'
  return tenths === UNKNOWN ? '' : (tenths / 10).toFixed(1)
}

function text(value: string): string {
  return FORMULA.test(value) ? `'${value}` : value
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
