import type { Label } from './auc.ts'

/** The group of each row, such as its cohort: figures that must not mix two days are computed within each group. */
type Groups = readonly string[]

/** Average precision: the mean over events of the share of events among all rows scored at least as high. */
export function averagePrecision(
  scores: readonly (number | null)[],
  labels: readonly Label[],
): number | null {
  const rows = scores
    .flatMap((score, row) => {
      const label = labels[row] ?? null
      return score === null || label === null ? [] : [{ score, label }]
    })
    .sort((a, b) => b.score - a.score)
  let sum = 0
  let events = 0
  let tied = 0
  for (const [index, { score, label }] of rows.entries()) {
    tied += label
    if (rows[index + 1]?.score === score) continue
    events += tied
    sum += (tied * events) / (index + 1)
    tied = 0
  }
  return events > 0 ? sum / events : null
}

/**
 * The share of the sum of `amounts` that lies in the fifth of the rows with the highest scores, within each group.
 * Rows that tie at the edge count with their average. Null when the amounts sum to zero.
 */
export function topFifthShare(
  scores: readonly number[],
  amounts: readonly number[],
  groups: Groups,
): number | null {
  const all = amounts.reduce((sum, amount) => sum + amount, 0)
  if (all <= 0) return null
  let held = 0
  for (const rows of byGroup(groups).values()) {
    const sorted = rows.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    let room = sorted.length / 5
    for (let start = 0; start < sorted.length && room > 0; ) {
      const score = scores[sorted[start] ?? 0]
      let end = start
      let amount = 0
      while (end < sorted.length && scores[sorted[end] ?? 0] === score) {
        amount += amounts[sorted[end] ?? 0] ?? 0
        end += 1
      }
      const taken = Math.min(room, end - start)
      held += (amount * taken) / (end - start)
      room -= taken
      start = end
    }
  }
  return held / all
}

/** Spearman's rank correlation, -1 to 1; ties share their mean rank. Null when one side does not vary. */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number | null {
  const a = meanRanks(one)
  const b = meanRanks(other)
  const middle = (a.length + 1) / 2
  let together = 0
  let aSquares = 0
  let bSquares = 0
  for (const [index, rank] of a.entries()) {
    const x = rank - middle
    const y = (b[index] ?? middle) - middle
    together += x * y
    aSquares += x * x
    bSquares += y * y
  }
  return aSquares > 0 && bSquares > 0 ? together / Math.sqrt(aSquares * bSquares) : null
}

/** The rank of each value, from 1; equal values share the mean of their ranks. */
export function meanRanks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index)
  order.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b)
  const ranks = new Array<number>(values.length).fill(0)
  for (let start = 0; start < order.length; ) {
    let end = start
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end += 1
    for (const row of order.slice(start, end)) ranks[row] = (start + 1 + end) / 2
    start = end
  }
  return ranks
}

/** The quintile 1-5 of each value within its group, by rank; `ids` breaks ties, so that the fifths have equal sizes. */
export function quintiles(
  values: readonly number[],
  groups: Groups,
  ids: readonly string[],
): number[] {
  const result = new Array<number>(values.length).fill(1)
  for (const rows of byGroup(groups).values()) {
    rows.sort(
      (a, b) => (values[a] ?? 0) - (values[b] ?? 0) || ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1),
    )
    for (const [place, row] of rows.entries()) {
      result[row] = Math.floor((place * 5) / rows.length) + 1
    }
  }
  return result
}

/** Indices of the rows of each group. */
export function byGroup(groups: Groups): Map<string, number[]> {
  const rows = new Map<string, number[]>()
  for (const [row, group] of groups.entries()) {
    const list = rows.get(group)
    if (list) list.push(row)
    else rows.set(group, [row])
  }
  return rows
}
