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
 * Rows are dealt into one pile for each distinct value: published scores have about a hundred.
 */
export function orderByNumber(values: Float64Array, sign: 1 | -1, ties: Uint32Array): Uint32Array {
  const piles = new Map<number, number[]>()
  for (const row of ties) {
    const value = values[row] ?? Number.NaN
    const pile = piles.get(value)
    if (pile) pile.push(row)
    else piles.set(value, [row])
  }
  const sorted = [...piles].sort(([a], [b]) => compareNumbers(a, b, sign))
  return Uint32Array.from(sorted.flatMap(([, pile]) => pile))
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
