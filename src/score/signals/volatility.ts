import { mapReading } from '../../domain/reading.ts'
import { always, type Signal } from '../signal.ts'
import { recentTotals } from './daily-totals.ts'

/** Standard deviation of the daily change of log TVL over `volatilityDays`. */
export const volatility: Signal = {
  id: 'volatility',
  question: 'How much does TVL swing from day to day?',
  applies: always,
  read: (subject, method) => {
    const { volatilityDays } = method.parameters.history
    return mapReading(recentTotals(subject, volatilityDays, method), ({ usd }) => {
      const changes = usd.slice(1).map((value, index) => Math.log(value / (usd[index] ?? value)))
      const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length
      const variance =
        changes.reduce((sum, change) => sum + (change - mean) ** 2, 0) / changes.length
      const value = Math.sqrt(variance)
      return {
        value,
        sentence: `TVL moved by ${(value * 100).toFixed(1)} % a day over ${volatilityDays} days.`,
      }
    })
  },
}
