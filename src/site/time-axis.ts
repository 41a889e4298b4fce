import { type Day, dayNumber, daysBetween } from '../domain/day.ts'
import { formatDay, monthName } from '../domain/format.ts'

/** Months between ticks; the first that gives few enough is taken. */
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120]
const MAX_TICKS = 8

/** Ends of the axis, in percent of its length, that the dates of the first and last day need: on a wide page and on a phone. */
const CLEAR = { wide: 15, narrow: 40 }

/** Least distance of two labels on a phone, in percent. */
const NARROW_GAP = 14

/** Units of a path from left to right. A path is stretched to the width of the page; everything else is placed in percent. */
export const WIDTH = 1000

export interface TimeAxis {
  from: Day
  to: Day
  /** Place of a day in percent of the axis, with two decimals. */
  at: (day: Day) => number
  ticks: TimeTick[]
}

export interface TimeTick {
  x: number
  /** Null: a mark only. */
  text: string | null
  /** The first and last day, whose labels stay within the axis. */
  end: 'start' | 'end' | null
  /** There is no room for its label on a phone. */
  wideOnly: boolean
}

/** A time axis from one day to a later one, with both days written out, and months or years between them. */
export function timeAxis(from: Day, to: Day): TimeAxis {
  const [first, length] = [dayNumber(from), daysBetween(from, to)]
  const at = (day: Day) => Math.round(((dayNumber(day) - first) / length) * 10_000) / 100
  return {
    from,
    to,
    at,
    ticks: [
      { x: 0, text: formatDay(from), end: 'start', wideOnly: false },
      ...between(monthStarts(from, to), at),
      { x: 100, text: formatDay(to), end: 'end', wideOnly: false },
    ],
  }
}

/** A place on the axis in units of a path; without a day its start. */
export function along(axis: TimeAxis, day: Day = axis.from): number {
  return Math.round((axis.at(day) / 100) * WIDTH)
}

function between(starts: Day[], at: (day: Day) => number): TimeTick[] {
  let lastNarrow = Number.NEGATIVE_INFINITY
  return starts.map((start) => {
    const x = at(start)
    const isClear = x >= CLEAR.wide && x <= 100 - CLEAR.wide
    const isNarrow = x >= CLEAR.narrow && x <= 100 - CLEAR.narrow && x - lastNarrow >= NARROW_GAP
    if (isNarrow) lastNarrow = x
    return {
      x,
      text: isClear ? formatTick(start) : null,
      end: null,
      wideOnly: isClear && !isNarrow,
    }
  })
}

/** The first days of months between two days, as many months apart as give at most eight. */
function monthStarts(from: Day, to: Day): Day[] {
  const [first, last] = [monthNumber(from), monthNumber(to)]
  const step = MONTH_STEPS.find((months) => (last - first) / months <= MAX_TICKS) ?? 240
  const starts: Day[] = []
  for (let month = Math.ceil((first + 1) / step) * step; month <= last; month += step) {
    const year = String(Math.floor(month / 12)).padStart(4, '0')
    starts.push(`${year}-${String((month % 12) + 1).padStart(2, '0')}-01`)
  }
  return starts.filter((start) => start < to)
}

/** The year for January, otherwise the month. */
function formatTick(start: Day): string {
  return start.slice(5, 7) === '01' ? start.slice(0, 4) : monthName(start)
}

function monthNumber(day: Day): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
}
