/** The cells of one line. */
export type Row = readonly string[]

const GAP = '  '

/** Lines with aligned columns: figures to the right, the first column and text to the left. */
export function padded(head: Row, rows: readonly Row[]): string[] {
  if (rows.length === 0) return []
  const columns = head.map((_, column) => {
    const cells = rows.map((row) => row[column] ?? '')
    return {
      width: Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
      isFigure: column > 0 && cells.every((cell) => cell === '' || /^[-–$\d]|^unknown$/.test(cell)),
    }
  })
  return [head, ...rows].map((row) =>
    columns
      .map(({ width, isFigure }, column) => {
        const cell = row[column] ?? ''
        return isFigure ? cell.padStart(width) : cell.padEnd(width)
      })
      .join(GAP)
      .trimEnd(),
  )
}
