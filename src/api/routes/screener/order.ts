/** Numbers of one column; a null is NaN, which no comparison accepts. */
export function numericColumn(cells: readonly (number | null)[]): Float64Array {
  return Float64Array.from(cells, (cell) => cell ?? Number.NaN)
}

/** Row numbers by TVL, largest first, nulls last; rows are numbered by id, so the number breaks ties. */
export function orderByTvl(tvlUsd: Float64Array): Uint32Array {
  const rows = Uint32Array.from(tvlUsd.keys())
  return rows.sort((a, b) => compareNumbers(tvlUsd[a], tvlUsd[b], -1) || a - b)
}

/**
 * Row numbers by value, nulls last in both directions. Equal values keep the order of `ties`.
 * Groups rows by value before sorting: published scores have only about a hundred distinct values.
 */
export function orderByNumber(values: Float64Array, sign: 1 | -1, ties: Uint32Array): Uint32Array {
  const groups = new Map<number, number[]>()
  for (const row of ties) {
    const value = values[row] ?? Number.NaN
    const group = groups.get(value)
    if (group) group.push(row)
    else groups.set(value, [row])
  }
  const sorted = [...groups].sort(([a], [b]) => compareNumbers(a, b, sign))
  return Uint32Array.from(sorted.flatMap(([, group]) => group))
}

/** The values that rank rows: a protocol that is not active has none, so nothing is ranked below it. */
export function rankedOnly(values: Float64Array, isActive: (row: number) => boolean): Float64Array {
  return values.map((value, row) => (isActive(row) ? value : Number.NaN))
}

/** Row numbers by name without regard to case, by code unit. Equal names keep the order of `ties`. */
export function orderByName(
  names: readonly string[],
  sign: 1 | -1,
  ties: Uint32Array,
): Uint32Array {
  const folded = names.map((name) => name.toLowerCase())
  return ties.slice().sort((a, b) => sign * compareText(folded[a] ?? '', folded[b] ?? ''))
}

function compareNumbers(a = Number.NaN, b = Number.NaN, sign: 1 | -1): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b))
  return sign * (a - b)
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
