import { breakText, type MeasureText } from '../../domain/break-text.ts'

/** A cell as it is drawn: its words, and the bar of a score. */
export interface PictureCell {
  text: string
  /** From 0 to 1, and its colour. */
  bar: { share: number; colour: string } | null
  isHead: boolean
}

/** Where a cell is drawn: lines of text below each other, all in pixels. */
export interface PlacedCell {
  x: number
  y: number
  width: number
  lines: string[]
  bar: PictureCell['bar']
  isHead: boolean
}

/** Line height, and the room around the words of a cell. */
export const LINE = 20
const GAP = 18
const PAD = 7
const BAR = 8

/** A text that is wider is broken into lines. */
const MAX_COLUMN = 260

/** Lines of a cell; what is left is an ellipsis. */
const MAX_LINES = 6

/** Places the cells of a table from a point on. `measure`: the width of a text in pixels. */
export function layoutTable(
  rows: readonly (readonly PictureCell[])[],
  measure: MeasureText,
  from: { x: number; y: number },
) {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.min(MAX_COLUMN, Math.max(0, ...rows.map((row) => measure(row[column]?.text ?? '')))),
  )
  const cells: PlacedCell[] = []
  const rules: number[] = []
  let y = from.y
  for (const row of rows) {
    let [x, height] = [from.x, LINE]
    row.forEach(({ text, bar, isHead }, column) => {
      const width = widths[column] ?? 0
      const lines = breakText(text, { width, most: MAX_LINES, measure })
      cells.push({ x, y: y + PAD, width, lines, bar, isHead })
      height = Math.max(height, lines.length * LINE + (bar ? BAR : 0))
      x += width + GAP
    })
    y += height + 2 * PAD
    rules.push(y)
  }
  const width = widths.reduce((sum, each) => sum + each + GAP, -GAP)
  return { width, height: y - from.y, cells, rules }
}
