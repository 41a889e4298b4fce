import { mapReading } from '../../domain/reading.ts'
import { always, type Signal } from '../signal.ts'

/** Deployments to keep in step, counted as 1 over the sum of squared TVL shares (inverse Herfindahl index). */
export const effectiveChains: Signal = {
  id: 'effectiveChains',
  question: 'Over how many chains is it spread?',
  applies: always,
  read: ({ chainShares }) =>
    mapReading(chainShares, (shares) => {
      const value = 1 / shares.reduce((sum, [, share]) => sum + share * share, 0)
      const top = shares[0]
      const most = top ? `${Math.round(top[1] * 100)} % of TVL is on ${top[0].name}` : ''
      return { value, sentence: `${most}; that equals ${value.toFixed(1)} chains of one size.` }
    }),
}
