import { ENDPOINT_GROUPS, type EndpointGroup } from '../../contract/endpoint-groups.ts'
import type { DayView } from './account-view.ts'
import { totalOf } from './words.ts'

/** Pixels: the plot, and with the row of refusals and the dates below it. */
export const HEIGHT = { plot: 160, refusals: 172, dates: 192, total: 200 }

/** Share of a day’s room that its bar takes. */
const FILLED = 0.72
/** A day with few requests is still seen, in pixels. */
const LEAST = 2

export interface UsagePicture {
  /** Value at the top of the scale. */
  top: number
  /** Heights in pixels from the top, with their values. */
  figures: { y: number; value: number }[]
  bars: Bar[]
  /** Middles of days on which a limit refused requests, in percent. */
  refusals: number[]
  /** Dates below, in percent. */
  dates: { x: number; text: string }[]
}

/** The requests of a day. Places from left to right are percent of the width, heights are pixels from the top. */
export interface Bar {
  day: string
  x: number
  width: number
  parts: { group: EndpointGroup; y: number; height: number }[]
}

/** Requests by day of a month, `YYYY-MM`, stacked by endpoint group. Days of other months are left out. */
export function usagePicture(month: string, days: readonly DayView[]): UsagePicture {
  const length = daysOf(month)
  const dated = days.flatMap((each) =>
    each.day?.startsWith(month) ? [{ ...each, day: each.day }] : [],
  )
  const top = scaleTop(Math.max(0, ...dated.map(({ counts }) => totalOf(counts))))
  const room = 100 / length
  const placeOf = (day: string) => (Number(day.slice(8)) - 1) * room
  return {
    top,
    figures: [0, top / 2, top].map((value) => ({ value, y: heightOf(value, top) })),
    bars: dated
      .filter(({ counts }) => totalOf(counts) > 0)
      .map(({ day, counts }) => ({
        day,
        x: placeOf(day) + (room * (1 - FILLED)) / 2,
        width: room * FILLED,
        parts: stack(counts, top),
      })),
    refusals: dated.filter(({ refused }) => refused > 0).map(({ day }) => placeOf(day) + room / 2),
    dates: datesOf(length).map((date) => ({ x: (date - 0.5) * room, text: String(date) })),
  }
}

/** The parts of a bar from its foot; groups without requests have none. */
function stack(counts: DayView['counts'], top: number): Bar['parts'] {
  const parts: Bar['parts'] = []
  let below = HEIGHT.plot
  for (const group of ENDPOINT_GROUPS) {
    if (counts[group] <= 0) continue
    const height = Math.max(LEAST, (counts[group] / top) * HEIGHT.plot)
    below -= height
    parts.push({ group, y: below, height })
  }
  return parts
}

function heightOf(value: number, top: number): number {
  return HEIGHT.plot - (value / top) * HEIGHT.plot
}

/** Round numbers for the top of the scale; their halves are whole. */
const TOPS = [12, 16, 20, 30, 40, 60, 80, 100]

/** The least round number that is not below the largest day. */
export function scaleTop(largest: number): number {
  if (largest <= 10) return [2, 4, 6].find((top) => top >= largest) ?? 10
  for (let unit = 1; ; unit *= 10) {
    const top = TOPS.find((each) => each * unit >= largest)
    if (top !== undefined) return top * unit
  }
}

function daysOf(month: string): number {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).getUTCDate()
}

/** The first, each fifth and the last; not two beside each other. */
function datesOf(length: number): number[] {
  return [1, 5, 10, 15, 20, 25, length]
}
