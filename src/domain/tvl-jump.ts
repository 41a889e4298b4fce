/** TVL that is this many times the last accepted one, or one over it, is a jump and is not taken over at once. */
const JUMP_FACTOR = 5

/** A rise is measured from at least this many US dollars: from a few dollars, TVL grows by any factor in a day. */
const SMALL_USD = 10_000

/** Amounts within this factor of each other are one level. */
const LEVEL_FACTOR = 2

/**
 * Days that a new level lasts until it is taken over, the first and the last included. A fault of an adapter is mostly a single day; to
 * zero is its most common kind, so that takes a day more.
 */
const DAYS_TO_CONFIRM = { rise: 3, fall: 3, zero: 4 }

/** A level that is older than this many days judges nothing. */
export const MAX_LEVEL_DAYS = 30

/** The first TVL of a protocol counts at once below this many US dollars: a thirtieth of all TVL and more is not listed every year. */
export const MAX_FIRST_USD = 5e9

export type Jump = keyof typeof DAYS_TO_CONFIRM

/** TVL of one day number in US dollars; absent TVL is zero here. */
export interface DayTotal {
  day: number
  usd: number
}

/** What becomes of a new total: taken over together with the days that it confirms, or held with those before it. */
export type JumpVerdict =
  | { taken: true; confirmed: DayTotal[] }
  | { taken: false; waiting: [DayTotal, ...DayTotal[]] }

/** How a total differs from the accepted level; null when it does not jump. */
export function jumpOf(level: number, usd: number): Jump | null {
  if (usd === 0) return level > 0 ? 'zero' : null
  if (usd >= Math.max(level, SMALL_USD) * JUMP_FACTOR) return 'rise'
  return usd * JUMP_FACTOR <= level ? 'fall' : null
}

export function isSameLevel(a: number, b: number): boolean {
  return Math.max(a, b) <= Math.min(a, b) * LEVEL_FACTOR
}

/**
 * Judges the total of a day against the last accepted one. `waiting`: the held totals since then, oldest first. A jump is taken over
 * when its level has lasted for the days of its kind; a return to the accepted level drops what was held.
 */
export function judgeTotal(
  level: DayTotal,
  waiting: readonly DayTotal[],
  next: DayTotal,
): JumpVerdict {
  const jump = jumpOf(level.usd, next.usd)
  const [first, ...more] = waiting.filter(({ day }) => day < next.day)
  const isTooOld = first === undefined && next.day - level.day > MAX_LEVEL_DAYS
  if (jump === null || isTooOld) return { taken: true, confirmed: [] }
  if (!first || !continues(level.usd, first.usd, next.usd)) return { taken: false, waiting: [next] }
  const days = next.day - first.day + 1
  return days >= DAYS_TO_CONFIRM[jump]
    ? { taken: true, confirmed: [first, ...more] }
    : { taken: false, waiting: [first, ...more, next] }
}

/** A rise goes on at its level; a fall goes on at its level or below. */
function continues(level: number, first: number, next: number): boolean {
  if (next > level) return isSameLevel(first, next)
  return first < level && next <= first * LEVEL_FACTOR
}

/**
 * The totals of a series that are accepted: without spikes and holes, and without a jump at its end that is too young to judge.
 * `series` is in the order of days, one total a day.
 */
export function acceptedTotals(series: readonly DayTotal[]): DayTotal[] {
  const accepted: DayTotal[] = []
  let waiting: DayTotal[] = []
  for (const next of series) {
    const level = accepted.at(-1)
    const verdict: JumpVerdict = level
      ? judgeTotal(level, waiting, next)
      : { taken: true, confirmed: [] }
    if (verdict.taken) accepted.push(...verdict.confirmed, next)
    waiting = verdict.taken ? [] : verdict.waiting
  }
  return accepted
}

/** Days for which the last of some accepted totals and those before it are of one level; 0 without any. */
export function daysAtLevel(accepted: readonly DayTotal[]): number {
  const last = accepted.at(-1)
  if (!last) return 0
  const before = accepted.findLast(({ usd }) => !isSameLevel(usd, last.usd))
  const first = accepted.find(({ day }) => !before || day > before.day) ?? last
  return last.day - first.day + 1
}
