import { mapReading } from '../../domain/reading.ts'
import { always, type Signal } from '../signal.ts'
import { recentTotals } from './daily-totals.ts'

/** Standard deviation of the daily change of log TVL over `volatilityDays`. */
export const volatility: Signal = {
  id: 'volatility',
  question: 'How much does TVL swing from day to day?',
  applies: always,
  read: (subject, method) => {
    const { volatilityDays: days } = method.parameters.history
    return mapReading(recentTotals(subject, days, method), ({ usd }) => {
      const value = deviation(usd)
      return {
        value,
        sentence: `TVL moved by ${(value * 100).toFixed(1)} % a day over ${days} days.`,
      }
    })
  },
}

function deviation(usd: number[]): number {
  const changes = usd.slice(1).map((value, index) => Math.log(value / (usd[index] ?? value)))
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length
  return Math.sqrt(changes.reduce((sum, change) => sum + (change - mean) ** 2, 0) / changes.length)
}
