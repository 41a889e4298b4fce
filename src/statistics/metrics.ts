import { addTo } from '../domain/groups.ts'
import type { Label, Statistic } from './auc.ts'

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

/** `topFifth` with each row counted once. */
export function topFifthShare(
  scores: readonly number[],
  amounts: readonly number[],
  groups: Groups,
): number | null {
  return topFifth(scores, amounts, groups)()
}

/**
 * The share of the sum of `amounts` that lies in the fifth of the rows with the highest scores, within each group.
 * Rows that tie at the edge count with their average. Null when the amounts sum to zero.
 */
export function topFifth(
  scores: readonly number[],
  amounts: readonly number[],
  groups: Groups,
): Statistic {
  const sorted = [...byGroup(groups).values()].map((rows) =>
    rows.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b),
  )
  return (weights) => {
    const weightOf = (row: number) => (weights ? (weights[row] ?? 0) : 1)
    let all = 0
    let held = 0
    for (const rows of sorted) {
      let room = rows.reduce((sum, row) => sum + weightOf(row), 0) / 5
      for (let start = 0; start < rows.length; ) {
        const score = scores[rows[start] ?? 0]
        let end = start
        let tied = 0
        let amount = 0
        for (; end < rows.length && scores[rows[end] ?? 0] === score; end += 1) {
          const row = rows[end] ?? 0
          tied += weightOf(row)
          amount += weightOf(row) * (amounts[row] ?? 0)
        }
        const taken = Math.min(room, tied)
        if (taken > 0) held += (amount * taken) / tied
        all += amount
        room -= taken
        start = end
      }
    }
    return all > 0 ? held / all : null
  }
}

/** Spearman's rank correlation within each group, -1 to 1, ties sharing their mean rank, averaged by rows over the groups in which both sides vary. */
export function rankCorrelationWithin(
  one: readonly number[],
  other: readonly number[],
  groups: Groups,
): Statistic {
  const pairs = [...byGroup(groups).values()].map((rows) => ({
    a: tiesOf(one, rows),
    b: tiesOf(other, rows),
    rows,
  }))
  const ranks = { a: new Float64Array(one.length), b: new Float64Array(one.length) }
  return (weights) => {
    const weightOf = (row: number) => (weights ? (weights[row] ?? 0) : 1)
    let sum = 0
    let counted = 0
    for (const { a, b, rows } of pairs) {
      const size = writeRanks(a, weightOf, ranks.a)
      writeRanks(b, weightOf, ranks.b)
      let together = 0
      let aSquares = 0
      let bSquares = 0
      for (const row of rows) {
        const weight = weightOf(row)
        const x = (ranks.a[row] ?? 0) - (size + 1) / 2
        const y = (ranks.b[row] ?? 0) - (size + 1) / 2
        together += weight * x * y
        aSquares += weight * x * x
        bSquares += weight * y * y
      }
      if (aSquares <= 0 || bSquares <= 0) continue
      sum += (size * together) / Math.sqrt(aSquares * bSquares)
      counted += size
    }
    return counted > 0 ? sum / counted : null
  }
}

/** The rows of a group in rising order of their values, as lists of equal values. */
function tiesOf(values: readonly number[], rows: readonly number[]): number[][] {
  const ties: number[][] = []
  for (const row of [...rows].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b)) {
    const last = ties.at(-1)
    if (last && values[last[0] ?? 0] === values[row]) last.push(row)
    else ties.push([row])
  }
  return ties
}

/** Writes the mean rank of each row, from 1, as if each were there `weightOf` times; returns the number of rows. */
function writeRanks(
  ties: readonly number[][],
  weightOf: (row: number) => number,
  ranks: Float64Array,
): number {
  let below = 0
  for (const tied of ties) {
    const weight = tied.reduce((sum, row) => sum + weightOf(row), 0)
    for (const row of tied) ranks[row] = below + (weight + 1) / 2
    below += weight
  }
  return below
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
  for (const [row, group] of groups.entries()) addTo(rows, group, row)
  return rows
}
