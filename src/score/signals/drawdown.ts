import { mapReading } from '../../domain/reading.ts'
import { always, type Signal } from '../signal.ts'
import { recentTotals } from './daily-totals.ts'

const WINDOW_DAYS = 180

/** Largest fall of TVL from an earlier peak within 180 days, as a share of the peak. */
export const drawdown: Signal = {
  id: 'drawdown',
  question: 'How deep was the worst fall?',
  applies: always,
  read: (subject) =>
    mapReading(recentTotals(subject, WINDOW_DAYS), ({ usd }) => {
      let peak = 0
      let value = 0
      for (const amount of usd) {
        peak = Math.max(peak, amount)
        value = Math.max(value, 1 - amount / peak)
      }
      return {
        value,
        sentence: `The worst fall in 180 days was ${Math.round(value * 100)} % from a peak.`,
      }
    }),
}
