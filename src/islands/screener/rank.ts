/** Position of each row by score within its category, the lowest risk first; 0: no rank. Equal scores share a position. */
export interface CategoryRanks {
  position: Uint16Array
  /** Scored rows of its category. */
  of: Uint16Array
}

/** The same rank as `scoreMetadata.rank` of a protocol's document. Takes indexes of categories and scores in tenths; negative: none. */
export function rankInCategory(
  category: readonly number[],
  composite: readonly number[],
): CategoryRanks {
  const counts = new Map<number, Uint16Array>()
  category.forEach((place, row) => {
    const score = composite[row] ?? -1
    if (place < 0 || score < 0) return
    const perScore = counts.get(place) ?? new Uint16Array(101)
    perScore[score] = (perScore[score] ?? 0) + 1
    counts.set(place, perScore)
  })
  // Below each score: the number of rows with a lower one. The last entry is the number of all.
  const below = new Map([...counts].map(([place, perScore]) => [place, runningSums(perScore)]))
  const position = new Uint16Array(category.length)
  const of = new Uint16Array(category.length)
  category.forEach((place, row) => {
    const score = composite[row] ?? -1
    const sums = below.get(place)
    if (score < 0 || !sums) return
    position[row] = (sums[score] ?? 0) + 1
    of[row] = sums[101] ?? 0
  })
  return { position, of }
}

function runningSums(counts: Uint16Array): Uint16Array {
  const sums = new Uint16Array(counts.length + 1)
  counts.forEach((count, at) => {
    sums[at + 1] = (sums[at] ?? 0) + count
  })
  return sums
}
