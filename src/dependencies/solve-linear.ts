/** A pivot this small is none: its claims lead nowhere but to each other. */
const NO_EXIT = 1e-9

/** Solves `matrix · x = right` for several right sides by elimination with pivots; null where the matrix has no inverse. */
export function solveLinear(matrix: number[][], right: number[][]): number[][] | null {
  const size = matrix.length
  const rows = matrix.map((line, index) => [...line, ...(right[index] ?? [])])
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++)
      if (Math.abs(at(row, column)) > Math.abs(at(pivot, column))) pivot = row
    if (Math.abs(at(pivot, column)) < NO_EXIT) return null
    const own = rows[pivot] ?? []
    rows[pivot] = rows[column] ?? []
    rows[column] = own
    for (let row = 0; row < size; row++) {
      const factor = row === column ? 0 : at(row, column) / at(column, column)
      if (factor !== 0)
        rows[row] = (rows[row] ?? []).map((value, i) => value - factor * (own[i] ?? 0))
    }
  }
  return rows.map((line, row) => line.slice(size).map((value) => value / at(row, row)))
}
