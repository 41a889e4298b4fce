import { compareText } from '../domain/text-order.ts'

/** 1: an event. 0: a row that events are compared with. Null: left out. */
export type Label = 0 | 1 | null

/** A figure over rows. `weights[i]` is how often row `i` counts in a bootstrap resample; without weights, each counts once. */
export type Statistic = (weights?: ArrayLike<number>) => number | null

const LAST_OF_TIE = 1
const LAST_OF_STRATUM = 2

/**
 * The chance that an event scores above a non-event of its own stratum, averaged over events; ties count half.
 * With one stratum it is the plain AUC. Events whose stratum has no non-event are left out; null when none is left.
 * Rows without a score are left out.
 */
export function stratifiedAuc(
  scores: readonly (number | null)[],
  labels: readonly Label[],
  strata: readonly string[],
): Statistic {
  const withEvents = new Set(strata.filter((_, row) => labels[row] === 1))
  const rows = scores
    .flatMap((score, row) => {
      const label = labels[row] ?? null
      return score === null || label === null
        ? []
        : [{ row, score, label, stratum: strata[row] ?? '' }]
    })
    // A stratum without an event adds nothing.
    .filter(({ stratum }) => withEvents.has(stratum))
    .sort((a, b) => compareText(a.stratum, b.stratum) || a.score - b.score || a.row - b.row)
  const order = Int32Array.from(rows, ({ row }) => row)
  const isEvent = Uint8Array.from(rows, ({ label }) => label)
  const ends = Uint8Array.from(rows, ({ stratum, score }, index) => {
    const next = rows[index + 1]
    if (next?.stratum !== stratum) return LAST_OF_STRATUM
    return next.score === score ? 0 : LAST_OF_TIE
  })
  return (weights) => sumStrata(order, isEvent, ends, weights)
}

function sumStrata(
  order: Int32Array,
  isEvent: Uint8Array,
  ends: Uint8Array,
  weights: ArrayLike<number> | undefined,
): number | null {
  let won = 0
  let counted = 0
  let below = 0
  let wins = 0
  let events = 0
  let tiedEvents = 0
  let tiedOthers = 0
  for (let index = 0; index < order.length; index += 1) {
    const weight = weights ? (weights[order[index] ?? 0] ?? 0) : 1
    if (isEvent[index] === 1) tiedEvents += weight
    else tiedOthers += weight
    const end = ends[index]
    if (end === 0) continue
    wins += tiedEvents * (below + tiedOthers / 2)
    below += tiedOthers
    events += tiedEvents
    tiedEvents = 0
    tiedOthers = 0
    if (end !== LAST_OF_STRATUM) continue
    if (below > 0) {
      won += wins / below
      counted += events
    }
    below = 0
    wins = 0
    events = 0
  }
  return counted > 0 ? won / counted : null
}

/** For one score: the share of these others that it is above, ties half; null when there are no others. */
export function placement(score: number, others: readonly number[]): number | null {
  if (others.length === 0) return null
  const wins = others.reduce(
    (sum, other) => sum + (other < score ? 1 : other === score ? 0.5 : 0),
    0,
  )
  return wins / others.length
}
