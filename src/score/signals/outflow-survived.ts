import { mapReading } from '../../domain/reading.ts'
import { always, type Signal } from '../signal.ts'
import { recentTotals } from './daily-totals.ts'

const WINDOW_DAYS = 365
const WEEK = 7

/** A protocol that is still measured so long after an outflow has survived it. */
const AFTERMATH_DAYS = 30

/** The largest fall of TVL over seven days within a year that was followed by another month: exits that are proven to work. */
export const outflowSurvived: Signal = {
  id: 'outflowSurvived',
  question: 'How much has left within a week, and could?',
  applies: always,
  read: (subject) =>
    mapReading(recentTotals(subject, WINDOW_DAYS), ({ days, usd }) => {
      const byDay = new Map(days.map((day, index) => [day, usd[index] ?? 0]))
      const last = days.at(-1) ?? 0
      let value = 0
      for (const [day, before] of byDay) {
        const after = byDay.get(day + WEEK)
        if (after === undefined || day + WEEK + AFTERMATH_DAYS > last) continue
        value = Math.max(value, 1 - after / before)
      }
      return {
        value,
        sentence: `The largest outflow within a week that it survived in a year was ${Math.round(value * 100)} % of TVL.`,
      }
    }),
}
