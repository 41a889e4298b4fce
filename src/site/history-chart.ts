import type { Day } from '../domain/day.ts'
import { type RiskLevel, riskLevel } from '../domain/risk-level.ts'
import { tenth } from './figures.ts'
import { levelRanges } from './levels.ts'
import { bandPath, runsOf, type Series, type Step, stepPath } from './step-line.ts'
import { along, type TimeAxis, timeAxis } from './time-axis.ts'

/** Pixels from the top to the plot, which leaves room for letters, and the height of the plot. */
export const PLOT = { top: 30, height: 168, foot: 198, total: 222 }

/** A line with few readings has a dot at each; the last one is larger. */
const MAX_DOTS = 12

/** Bands that are lower get no word, in pixels. */
const LEAST_BAND = 15

/** Events nearer than this to the first of a group share its label, in percent: letters need the room on a phone. */
const GROUP = 9

/** Room for the label of the last value on a phone, in percent. */
const LABEL = 16

const MAX_FIGURES = 6

export interface Scale {
  /** The ends of the scale are multiples of this, in points. */
  snap: number
  /** Least length of the scale, so that noise looks flat. */
  least: number
  /** Decimals of the figures at the axis, and of the last value. */
  digits: number
  lastDigits: number
}

export interface HistoryChart {
  axis: TimeAxis
  low: string
  high: string
  figures: { y: number; text: string }[]
  /** Limits between levels, and the words of the levels. */
  marks: number[]
  bands: { level: RiskLevel; y: number; isCurrent: boolean }[]
  line: string
  area: string
  /** What the missing inputs allow on each day where that is known; empty where it is not. */
  band: string
  dots: { x: number; y: number }[]
  last: { y: number; text: string; textY: number } | null
  /** What the missing inputs allow on the last day. */
  range: { top: number; foot: number } | null
  stems: { x: number; y: number }[]
  letters: { x: number; text: string }[]
}

/** The bounds of a value. */
export interface Bounds {
  low: number
  high: number
}

interface Marked {
  day: Day
  letter: string
}

/**
 * A score over time as steps: a value holds until the next reading. Heights are pixels, places from left to right percent. Null
 * without two days, or without any value. `bounds`: one for each day; null where there are none on record.
 */
export function historyChart(
  series: Series,
  scale: Scale,
  events: readonly Marked[] = [],
  bounds: readonly (Bounds | null)[] = [],
): HistoryChart | null {
  const { days, values } = series
  const [from, to] = [days[0], days.at(-1)]
  const known = values.filter((value) => value !== null)
  if (from === undefined || to === undefined || from === to || known.length === 0) return null
  const axis = timeAxis(from, to)
  const last = values.at(-1) ?? null
  const drawn = values.map((value, index) => openBounds(value, bounds[index] ?? null))
  const shown = drawn.at(-1) ?? null
  const ends = drawn.flatMap((bound) => (bound === null ? [] : [bound.low, bound.high]))
  const { low, high } = domainOf([...known, ...ends], scale)
  const heightOf = (value: number) =>
    tenth(PLOT.height - ((value - low) / (high - low)) * PLOT.height)
  const runs = runsOf(series)
  const inside = events.filter(({ day }) => day >= from && day <= to)
  return {
    axis,
    low: low.toFixed(scale.digits),
    high: high.toFixed(scale.digits),
    figures: figuresOf(low, high, scale).map((value) => ({
      y: heightOf(value),
      text: value.toFixed(scale.digits),
    })),
    ...levelsOf(low, high, heightOf, last),
    line: runs.map((run) => stepPath(run, axis, heightOf)).join(''),
    area: runs
      .map((run) => `${stepPath(run, axis, heightOf)}V${PLOT.height}H${along(axis, run[0]?.from)}Z`)
      .join(''),
    band: runsOf({ ...series, values: drawn })
      .filter((run) => run[0]?.from !== run.at(-1)?.to)
      .map((run) => bandPath(run, axis, heightOf))
      .join(''),
    dots: known.length > MAX_DOTS ? [] : dotsOf(series, axis, heightOf),
    last: last === null ? null : lastOf(last, runs.flat(), axis, heightOf, scale),
    range: shown && { top: heightOf(shown.high), foot: heightOf(shown.low) },
    stems: inside.map(({ day }) => {
      const value = values[days.findLastIndex((other) => other <= day)] ?? null
      return { x: axis.at(day), y: value === null ? PLOT.height : heightOf(value) }
    }),
    letters: groupLetters(inside, axis),
  }
}

/** Bounds that differ, of a value that is known: others have no room between them. */
function openBounds(value: number | null, bounds: Bounds | null): Bounds | null {
  return value !== null && bounds !== null && bounds.low < bounds.high ? bounds : null
}

/** One label for events that lie close together, at the first of them. */
export function groupLetters(
  events: readonly Marked[],
  axis: TimeAxis,
): { x: number; text: string }[] {
  const groups: { x: number; letters: string[] }[] = []
  for (const { day, letter } of events) {
    const x = axis.at(day)
    const group = groups.at(-1)
    if (group && x - group.x < GROUP) group.letters.push(letter)
    else groups.push({ x, letters: [letter] })
  }
  return groups.map(({ x, letters }) => ({
    x,
    text: letters.length === 1 ? `${letters[0]}` : `${letters[0]}–${letters.at(-1)}`,
  }))
}

function dotsOf({ days, values }: Series, axis: TimeAxis, heightOf: (value: number) => number) {
  return days.slice(0, -1).flatMap((day, index) => {
    const value = values[index] ?? null
    return value === null ? [] : { x: axis.at(day), y: heightOf(value) }
  })
}

/** Ends of the scale: multiples of `snap` around the values, at least `least` apart, within 0 to 10. */
function domainOf(values: number[], { snap, least }: Scale): { low: number; high: number } {
  const steps = { most: Math.round(10 / snap), least: Math.round(least / snap) }
  let low = Math.max(0, Math.floor(Math.min(...values) / snap - 0.5))
  let high = Math.min(steps.most, Math.ceil(Math.max(...values) / snap + 0.5))
  while (high - low < steps.least) {
    if (high < steps.most) high += 1
    if (high - low < steps.least && low > 0) low -= 1
  }
  return { low: low * snap, high: high * snap }
}

function figuresOf(low: number, high: number, { snap }: Scale): number[] {
  const steps = Math.round((high - low) / snap)
  const every = [1, 2, 4].find((size) => steps / size < MAX_FIGURES) ?? 10
  return Array.from({ length: Math.floor(steps / every) + 1 }, (_, at) => low + at * every * snap)
}

function levelsOf(
  low: number,
  high: number,
  heightOf: (value: number) => number,
  last: number | null,
): Pick<HistoryChart, 'marks' | 'bands'> {
  const current = last === null ? null : riskLevel(last)
  let foot = 0
  const bands = levelRanges().map(({ level, to }) => {
    const band = { level, from: Math.max(foot, low), to: Math.min(to, high), limit: to }
    foot = to
    return band
  })
  return {
    marks: bands
      .filter(({ limit }) => limit > low && limit < high)
      .map(({ limit }) => heightOf(limit)),
    bands: bands.flatMap(({ level, from, to }) =>
      heightOf(from) - heightOf(to) < LEAST_BAND
        ? []
        : { level, y: tenth((heightOf(from) + heightOf(to)) / 2), isCurrent: level === current },
    ),
  }
}

/** The label is above or below all of the line that it is beside, whichever is nearer to the last value and within the plot. */
function lastOf(
  value: number,
  steps: Step[],
  axis: TimeAxis,
  heightOf: (value: number) => number,
  { lastDigits }: Scale,
): NonNullable<HistoryChart['last']> {
  const y = heightOf(value)
  const beside = steps
    .filter(({ to }) => axis.at(to) > 100 - LABEL)
    .map((step) => heightOf(step.value))
  const [above, below] = [Math.min(y, ...beside) - 10, Math.max(y, ...beside) + 20]
  const isBelow = (below - y < y - above + 10 && below < PLOT.height - 6) || above < 10
  return { y, text: value.toFixed(lastDigits), textY: tenth(isBelow ? below : above) }
}
