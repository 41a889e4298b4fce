import { mapReading } from '../../domain/reading.ts'
import type { DailyTotals } from '../../domain/record.ts'
import type { Parameters } from '../methodology.ts'
import { always, type Signal } from '../signal.ts'
import { recentTotals } from './daily-totals.ts'

/** The largest fall of TVL over seven days within a year that the protocol survived, which is to have TVL long after it: proof that users could exit. */
export const outflowSurvived: Signal = {
  id: 'outflowSurvived',
  question: 'How large an outflow has it survived?',
  applies: always,
  read: (subject, method) => {
    const { history } = method.parameters
    return mapReading(recentTotals(subject, history.outflowDays, method), (totals) => {
      const value = largestOutflow(totals, history)
      const percent = Math.round(value * 100)
      return {
        value,
        sentence: `The largest weekly outflow it survived in the last year was ${percent} % of TVL.`,
      }
    })
  },
}

function largestOutflow(
  { days, usd }: DailyTotals,
  { outflowWithinDays, outflowSurvivedDays }: Parameters['history'],
): number {
  const byDay = new Map(days.map((day, index) => [day, usd[index] ?? 0]))
  const last = days.at(-1) ?? 0
  let value = 0
  for (const [day, before] of byDay) {
    const after = byDay.get(day + outflowWithinDays)
    if (after === undefined || day + outflowWithinDays + outflowSurvivedDays > last) continue
    value = Math.max(value, 1 - after / before)
  }
  return value
}
