/** Moves the matching rows among the first `count` to the front, in their order. Returns the number of matching rows. */
export type Filter = (rows: Uint32Array, count: number) => number

/** Rows whose value is at most `maximum`; null never matches. */
export function keepAtMost(values: Float64Array, maximum: number): Filter {
  return (rows, count) => {
    let kept = 0
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] ?? 0
      if ((values[row] ?? Number.NaN) <= maximum) rows[kept++] = row
    }
    return kept
  }
}

/** Rows whose value is at least `minimum`; null never matches. */
export function keepAtLeast(values: Float64Array, minimum: number): Filter {
  return (rows, count) => {
    let kept = 0
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] ?? 0
      if ((values[row] ?? Number.NaN) >= minimum) rows[kept++] = row
    }
    return kept
  }
}

/** The rows with each name, by the name in lower case. */
export interface NamedRows {
  count: number
  rowsOf: ReadonlyMap<string, readonly number[]>
}

/**
 * Turns the names of each row, as indexes into `names`, into the rows of each name. Names that differ only in case are one;
 * an alias, in lower case, has the rows of all names whose indexes it lists.
 */
export function namedRows(
  names: readonly string[],
  sets: readonly (readonly number[])[],
  aliases: Readonly<Record<string, readonly number[]>> = {},
): NamedRows {
  const lower = names.map((name) => name.toLowerCase())
  const rowsOf = new Map<string, number[]>(lower.map((name) => [name, []]))
  sets.forEach((set, row) => {
    for (const place of set) rowsOf.get(lower[place] ?? '')?.push(row)
  })
  const rowsOfAlias = Object.entries(aliases).map(([alias, places]): [string, number[]] => [
    alias,
    places.flatMap((place) => rowsOf.get(lower[place] ?? '') ?? []),
  ])
  return { count: sets.length, rowsOf: new Map([...rowsOf, ...rowsOfAlias]) }
}

/** Rows with at least one of the wanted names (lower case). No row has an unknown name. */
export function keepNamed({ count, rowsOf }: NamedRows, wanted: readonly string[]): Filter {
  return (rows, length) => {
    const hasName = new Uint8Array(count)
    for (const name of wanted) for (const row of rowsOf.get(name) ?? []) hasName[row] = 1
    let kept = 0
    for (let at = 0; at < length; at += 1) {
      const row = rows[at] ?? 0
      if (hasName[row] === 1) rows[kept++] = row
    }
    return kept
  }
}
