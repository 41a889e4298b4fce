import { paint, type View } from './terminal.ts'
import { cut, pad, widthOf } from './width.ts'

type Format = Parameters<typeof paint>[1]

export interface TextCell {
  text: string
  format?: Format | undefined
}

export interface TextColumn<Row> {
  head: string
  cell: (row: Row) => string | TextCell
  align?: 'left' | 'right'
  /** The least columns that it may be cut to while others can leave. Without one it is never cut. */
  least?: number
  /** Order in which columns are left out where they do not fit, from 1. Without one it stays. */
  leaves?: number
}

const GAP = '  '
/** Columns that the rest of a text can still be known by. */
const LAST = 6

/** Lines of a table that fits the view: wide columns are cut, and then columns are left out. */
export function table<Row>(rows: Row[], columns: TextColumn<Row>[], view: View): string[] {
  const drawn = columns.map((column) => drawColumn(column, rows))
  const shown = fitted(drawn, view.columns)
  const head = line(
    shown.map((column) => ({ text: column.head, format: 'dim' })),
    shown,
    view,
  )
  const body = rows.map((_, at) =>
    line(
      shown.map(({ cells }) => cells[at] ?? { text: '' }),
      shown,
      view,
    ),
  )
  return [head, ...body]
}

interface Drawn {
  head: string
  cells: TextCell[]
  align: 'left' | 'right'
  width: number
  least: number
  /** The least columns where nothing else can leave. */
  last: number
  leaves: number
}

function drawColumn<Row>(column: TextColumn<Row>, rows: Row[]): Drawn {
  const cells = rows.map((row) => {
    const cell = column.cell(row)
    return typeof cell === 'string' ? { text: cell } : cell
  })
  const width = cells.reduce(
    (most, { text }) => Math.max(most, widthOf(text)),
    widthOf(column.head),
  )
  return {
    ...{ head: column.head, cells, width, align: column.align ?? 'left' },
    least: Math.min(width, column.least ?? width),
    last: column.least === undefined ? width : Math.min(width, LAST),
    leaves: column.leaves ?? Number.POSITIVE_INFINITY,
  }
}

/** The columns that fit, with their widths. */
function fitted(columns: Drawn[], limit: number): Drawn[] {
  let shown = columns
  while (total(shown, 'least') > limit) {
    const first = Math.min(...shown.map(({ leaves }) => leaves))
    if (first === Number.POSITIVE_INFINITY) break
    shown = shown.filter(({ leaves }) => leaves !== first)
  }
  const isTight = total(shown, 'least') > limit
  const least = shown.map((column) => (isTight ? column.last : column.least))
  return shrink(shown, least, total(shown, 'width') - limit)
}

/** Takes what is too much from the column that can give most, again and again. */
function shrink(columns: Drawn[], least: number[], excess: number): Drawn[] {
  const widths = columns.map(({ width }) => width)
  for (let left = excess; left > 0; left -= 1) {
    const spare = widths.map((width, at) => width - (least[at] ?? width))
    const most = Math.max(...spare)
    if (most <= 0) break
    const at = spare.indexOf(most)
    widths[at] = (widths[at] ?? 0) - 1
  }
  return columns.map((column, at) => ({ ...column, width: widths[at] ?? column.width }))
}

function total(columns: Drawn[], key: 'least' | 'width'): number {
  const gaps = GAP.length * Math.max(0, columns.length - 1)
  return columns.reduce((sum, column) => sum + column[key], gaps)
}

/** One line. In a view narrower than every column, what does not fit is cut off. */
function line(cells: TextCell[], columns: Drawn[], view: View): string {
  let left = view.columns
  let text = ''
  cells.forEach((cell, at) => {
    const { width = 0, align = 'left' } = columns[at] ?? {}
    const gap = at === 0 ? '' : GAP
    if (left <= gap.length) return
    const isLast = at === cells.length - 1 && align === 'left'
    const short = cut(cell.text, Math.min(width, left - gap.length))
    const padded = isLast ? short : cut(pad(short, width, align), left - gap.length)
    text += gap + painted(view, cell.format, padded)
    left -= gap.length + widthOf(padded)
  })
  return text.trimEnd()
}

/** Spaces around a text stay without colour, so that lines can be trimmed. */
function painted(view: View, format: Format | undefined, text: string): string {
  const bare = text.trim()
  const start = text.indexOf(bare)
  return text.slice(0, start) + paint(view, format ?? null, bare) + text.slice(start + bare.length)
}
