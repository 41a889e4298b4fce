import { mapReading, missing } from '../../domain/reading.ts'
import { always, type Signal } from '../signal.ts'

const POINTS = { l1: 0, rollup: 1, sidechain: 2 } as const

/** What secures the chains that hold the TVL. Missing while more than half of it is on chains we have not classed. */
export const chainSecurity: Signal = {
  id: 'chainSecurity',
  question: 'What secures the chains it runs on?',
  applies: always,
  read: ({ chainShares }) => {
    if (!chainShares.known) return chainShares
    let classed = 0
    let points = 0
    for (const [chain, share] of chainShares.value) {
      if (!chain.security) continue
      classed += share
      points += share * POINTS[chain.security]
    }
    if (classed < 0.5) return missing('not-covered', chainShares.source)
    const value = points / classed
    return mapReading(chainShares, () => ({ value, sentence: sentence(value) }))
  },
}

function sentence(value: number): string {
  if (value < 0.25) return 'Most of its TVL is on chains with their own validators.'
  if (value <= 1.25) return 'Much of its TVL is on rollups, whose operators can act on it.'
  return 'Much of its TVL is on sidechains secured by few validators.'
}
