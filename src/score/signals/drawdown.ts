import { mapReading } from '../../domain/reading.ts'
import { always, type Signal } from '../signal.ts'
import { recentTotals } from './daily-totals.ts'

/** Largest fall of TVL from an earlier peak within `drawdownDays`, as a share of the peak. */
export const drawdown: Signal = {
  id: 'drawdown',
  question: 'How deep was the worst fall?',
  applies: always,
  read: (subject, method) => {
    const { drawdownDays: days } = method.parameters.history
    return mapReading(recentTotals(subject, days, method), ({ usd }) => {
      const value = worstFall(usd)
      const percent = Math.round(value * 100)
      return { value, sentence: `The worst fall in ${days} days was ${percent} % from a peak.` }
    })
  },
}

function worstFall(usd: number[]): number {
  let peak = 0
  let value = 0
  for (const amount of usd) {
    peak = Math.max(peak, amount)
    value = Math.max(value, 1 - amount / peak)
  }
  return value
}
