import { mapReading } from '../../domain/reading.ts'
import { always, type Signal } from '../signal.ts'
import type { ChainShares } from '../subject.ts'

/** Deployments to keep in step, counted as 1 over the sum of squared TVL shares (inverse Herfindahl index). */
export const effectiveChains: Signal = {
  id: 'effectiveChains',
  question: 'Over how many chains is it spread?',
  applies: always,
  read: ({ chainShares }) =>
    mapReading(chainShares, (shares) => {
      const value = 1 / shares.reduce((sum, [, share]) => sum + share * share, 0)
      return { value, sentence: describe(shares, value) }
    }),
}

function describe([top, second]: ChainShares, value: number): string {
  if (!top || !second) return `All TVL is on ${top?.[0].name ?? 'one chain'}.`
  const percent = Math.min(99, Math.round(top[1] * 100))
  return `${percent} % of TVL is on ${top[0].name}; the spread equals ${value.toFixed(1)} chains of one size.`
}
