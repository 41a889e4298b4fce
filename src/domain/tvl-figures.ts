import type { Day } from './day.ts'
import type { Reading } from './reading.ts'

/** The days that a figure is taken over. A figure over other days answers another question. */
export interface TvlWindow {
  days: number
  /** Of an outflow: the days within which TVL fell, and those that the protocol had to live on. */
  withinDays?: number
  survivedDays?: number
}

/** One figure of a series of daily TVL, as a fraction. */
interface TvlFigure extends TvlWindow {
  value: number
}

/**
 * Figures of a recorded series of daily TVL, for where the series itself may not be kept. They are calculated as the signals of
 * these names calculate them from daily TVL, up to the day of the reading.
 */
export interface TvlFigures {
  volatility?: TvlFigure | undefined
  drawdown?: TvlFigure | undefined
  outflowSurvived?: TvlFigure | undefined
  /** Change of TVL over 30 days: 0.05 is +5 %. */
  change30d?: number | undefined
}

/** The recorded change of TVL over the 30 days up to `day`; null when there is none or it is of another day. */
export function recordedMonthChange(
  figures: Reading<TvlFigures> | undefined,
  day: Day,
): number | null {
  if (!figures?.known || figures.asOf !== day) return null
  return figures.value.change30d ?? null
}
