import { addDays, type Day } from '../../domain/day.ts'

export const FIRST_DAY = '2024-03-11'
export const DAYS = 120
export const PROTOCOLS = 120

/** Places in the list of protocols, by what happens to them. */
export const PLACE = {
  /** Has the one review, which names its first slug; a stranger takes that slug later. */
  reviewed: 1,
  drained: 3,
  grown: 5,
  lateLoss: 7,
  /** Its loss is listed with an amount that no protocol can have held, and corrected three days later. */
  absurdLoss: 9,
  /** Its loss leaves the list for three days and comes back. */
  flickeringLoss: 11,
  /** Its loss is listed on one day only. */
  falseLoss: 13,
  renamed: 20,
  relisted: 22,
  dropped: 24,
  deadForADay: 26,
} as const

/** Number of the day on which each thing happens; both ends included. */
export const ON = {
  renamed: 12,
  reviewedRenamed: 14,
  pagesFail: [12, 16],
  chainsAway: [20, 21],
  /** Twelve single rows, each wrong by another factor, for one or two days. */
  spikes: [26, 27],
  drained: 30,
  drainListed: 33,
  grown: 31,
  sixthZero: 40,
  lateLossHappened: 25,
  lateLossListed: 45,
  slugTaken: 46,
  absurdLoss: [50, 52],
  allTimesHundred: 58,
  thirdDivided: 62,
  registryAway: [65, 66],
  relisted: 70,
  sixthNull: 75,
  flickeringLoss: 35,
  flickerGone: [80, 82],
  falseLoss: 83,
  dropped: [85, 86],
  deadForADay: 88,
  /** The list has the field of forks in one row only. */
  forksLost: 92,
  hacksAway: [96, 106],
} as const

/** Days on which the list itself is wrong: a run may be refused on these and on no other. */
export const BAD_LISTS: readonly number[] = [ON.allTimesHundred, ON.thirdDivided, ON.forksLost]

/** Days after an event on which its consequences may still move scores. */
const SETTLES_IN = 6

const EVENTS: readonly number[] = Object.entries(ON).flatMap(([name, on]) =>
  // Scores rest on the stored list of losses while it is away.
  name === 'hacksAway' ? [] : typeof on === 'number' ? [on] : [...on],
)

/** Nothing happens on the day, and nothing has for some days, but that amounts move a little. */
export function isQuiet(number: number): boolean {
  return (
    number > SETTLES_IN && EVENTS.every((event) => number < event || number > event + SETTLES_IN)
  )
}

export function isWithin(number: number, [first, last]: readonly [number, number]): boolean {
  return number >= first && number <= last
}

export function dayAt(number: number): Day {
  return addDays(FIRST_DAY, number - 1)
}

/** What the list reports of a row, as a multiple of what is there; null for no amount. */
export function faultOf(place: number, number: number): number | null {
  if (number === ON.allTimesHundred) return 100
  if (number === ON.thirdDivided && place % 3 === 0) return 0.1
  if (number === ON.sixthZero && place % 6 === 4) return 0
  if (number === ON.sixthNull && place % 6 === 2) return null
  const spike = SPIKES.get(place)
  if (spike && isWithin(number, [ON.spikes[0], ON.spikes[0] + spike.days - 1])) return spike.factor
  return 1
}

export const SPIKES: ReadonlyMap<number, { factor: number; days: 1 | 2 }> = new Map([
  [30, { factor: 100, days: 1 }],
  [31, { factor: 1_000, days: 2 }],
  [32, { factor: 7, days: 2 }],
  [33, { factor: 0.02, days: 1 }],
  [34, { factor: 0, days: 2 }],
  [35, { factor: 1e6, days: 1 }],
  [0, { factor: 100, days: 1 }],
  [2, { factor: 0.01, days: 2 }],
])
