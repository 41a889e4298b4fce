import { mapReading } from '../../domain/reading.ts'
import type { DailyTotals } from '../../domain/record.ts'
import type { TvlWindow } from '../../domain/tvl-figures.ts'
import { always, type Signal } from '../signal.ts'
import { recentTotals } from './daily-totals.ts'
import { orRecorded } from './recorded-figure.ts'

/** The largest fall of TVL over seven days within a year that the protocol survived, which is to have TVL long after it: proof that users could exit. */
export const outflowSurvived: Signal = {
  id: 'outflowSurvived',
  question: 'How large an outflow has it survived?',
  applies: always,
  read: (subject, method) => {
    const { outflowDays, outflowWithinDays, outflowSurvivedDays } = method.parameters.history
    const window = {
      days: outflowDays,
      withinDays: outflowWithinDays,
      survivedDays: outflowSurvivedDays,
    }
    const value = mapReading(recentTotals(subject, outflowDays, method), (totals) =>
      largestOutflow(totals, window),
    )
    return mapReading(orRecorded(value, subject, 'outflowSurvived', window), (value) => ({
      value,
      sentence: `The largest weekly outflow it survived in the last year was ${Math.round(value * 100)} % of TVL.`,
    }))
  },
}

function largestOutflow(
  { days, usd }: DailyTotals,
  { withinDays, survivedDays }: Required<TvlWindow>,
): number {
  const byDay = new Map(days.map((day, index) => [day, usd[index] ?? 0]))
  const last = days.at(-1) ?? 0
  let value = 0
  for (const [day, before] of byDay) {
    const after = byDay.get(day + withinDays)
    if (after === undefined || day + withinDays + survivedDays > last) continue
    value = Math.max(value, 1 - after / before)
  }
  return value
}
