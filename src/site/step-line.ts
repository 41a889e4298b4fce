import { type Day, daysBetween } from '../domain/day.ts'
import { along, type TimeAxis } from './time-axis.ts'

export interface Series<Value = number> {
  days: readonly Day[]
  /** One for each day; null: none. */
  values: readonly (Value | null)[]
  /** Days from which on values are made in another way: the line is broken there. */
  breaks: ReadonlySet<Day>
}

/** A value and the time it holds. */
export interface Step<Value = number> {
  from: Day
  value: Value
  /** The day of the next reading; its own for the last one before a gap. */
  to: Day
}

/** Days that a value holds without another reading: what is older is not current. */
const HOLD_DAYS = 31

/** Whether the next reading is too late to be joined to this one. */
export function isGap(from: Day, to: Day): boolean {
  return daysBetween(from, to) > HOLD_DAYS
}

/** Stretches without a gap or a break. */
export function runsOf<Value>({ days, values, breaks }: Series<Value>): Step<Value>[][] {
  const runs: Step<Value>[][] = []
  let run: Step<Value>[] | null = null
  for (const [index, from] of days.entries()) {
    const value = values[index] ?? null
    if (value === null || breaks.has(from)) run = null
    if (value === null) continue
    if (run === null) {
      run = []
      runs.push(run)
    }
    const to = days[index + 1] ?? from
    const ends = isGap(from, to)
    run.push({ from, value, to: ends ? from : to })
    if (ends) run = null
  }
  return runs
}

/** Draws only where the value changes. */
export function stepPath(run: Step[], axis: TimeAxis, heightOf: (value: number) => number): string {
  let path = ''
  let at: number | null = null
  for (const { from, value } of run) {
    if (value === at) continue
    const x = along(axis, from)
    path += at === null ? `M${x} ${heightOf(value)}` : `H${x}V${heightOf(value)}`
    at = value
  }
  return `${path}H${along(axis, run.at(-1)?.to)}`
}

/** Outlines the room between two lines: along the upper one, and back along the lower one. Draws only where they change. */
export function bandPath(
  run: Step<{ low: number; high: number }>[],
  axis: TimeAxis,
  heightOf: (value: number) => number,
): string {
  const lineOf = (end: 'low' | 'high') => run.map((step) => ({ ...step, value: step.value[end] }))
  const back = lineOf('low')
    .filter(({ value }, at, all) => value !== all[at - 1]?.value)
    .toReversed()
    .map(({ from, value }) => `V${heightOf(value)}H${along(axis, from)}`)
  return `${stepPath(lineOf('high'), axis, heightOf)}${back.join('')}Z`
}
