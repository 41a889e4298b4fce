import type { Day } from '../domain/day.ts'
import { runsOf, type Step } from './step-line.ts'
import { along, type TimeAxis } from './time-axis.ts'

/** Pixels. */
export const VALUE_PLOT = { top: 12, height: 64, foot: 76, total: 84 }

/** A longer series is drawn by the least and the greatest value of each of this many stretches. */
const STRETCHES = 75

export interface ValueLine {
  most: number
  line: string
  /** Amounts that no line joins to another, but for the last one. */
  dots: { x: number; y: number }[]
  /** The last value, with its height; null when it is not known. */
  last: { value: number; y: number } | null
}

/**
 * A line of amounts over time, from zero up. Null when fewer than two are known or all are the same, so that there is nothing to
 * see. A gap in the series is a gap in the line.
 */
export function valueLine(
  days: readonly Day[],
  values: readonly (number | null)[],
  axis: TimeAxis,
): ValueLine | null {
  const known = values.filter((value) => value !== null)
  if (new Set(known).size < 2) return null
  const most = Math.max(...known)
  const heightOf = (value: number) => Math.round(VALUE_PLOT.height * (1 - value / most))
  const last = values.at(-1) ?? null
  const runs = runsOf({ days, values, breaks: new Set() })
  return {
    most,
    line: runs.flatMap((run) => pathOf(thinned(run), axis, heightOf)).join(''),
    dots: runs.flatMap(([point, ...others]) =>
      point && others.length === 0 && point.from !== axis.to
        ? { x: axis.at(point.from), y: heightOf(point.value) }
        : [],
    ),
    last: last === null ? null : { value: last, y: heightOf(last) },
  }
}

/** The ends of a run, and the least and the greatest point of each stretch between them. */
function thinned(run: Step[]): Step[] {
  if (run.length <= 2 * STRETCHES) return run
  const size = Math.ceil(run.length / STRETCHES)
  const kept = new Set([run[0], run.at(-1)])
  for (let start = 0; start < run.length; start += size) {
    const stretch = run.slice(start, start + size).toSorted((a, b) => a.value - b.value)
    kept.add(stretch[0])
    kept.add(stretch.at(-1))
  }
  return run.filter((point) => kept.has(point))
}

function pathOf(run: Step[], axis: TimeAxis, heightOf: (value: number) => number): string[] {
  return run.map(
    ({ from, value }, index) => `${index === 0 ? 'M' : 'L'}${along(axis, from)} ${heightOf(value)}`,
  )
}
