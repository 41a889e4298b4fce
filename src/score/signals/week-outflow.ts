import { mapReading, missing } from '../../domain/reading.ts'
import { always, type Signal } from '../signal.ts'

/** Fall of TVL over seven days; a rise counts as no fall. */
export const weekOutflow: Signal = {
  id: 'weekOutflow',
  question: 'How much left in the last week?',
  applies: always,
  read: ({ record }) =>
    mapReading(record.facts.tvlChange7d ?? missing('not-covered', record.tvl.source), (change) => {
      const value = Math.max(0, -change)
      return { value, sentence: describe(change) }
    }),
}

function describe(change: number): string {
  // Ingest caps large rises, so the exact figure would be wrong.
  if (change > 1) return 'TVL more than doubled in seven days.'
  const percent = Math.abs(change * 100).toFixed(1)
  if (percent === '0.0') return 'TVL is unchanged over seven days.'
  return `TVL ${change < 0 ? 'fell' : 'rose'} by ${percent} % in seven days.`
}
