import type { ChainSecurity } from '../../domain/chain.ts'
import { mapReading, missing } from '../../domain/reading.ts'
import { always, type Signal } from '../signal.ts'
import type { ChainShares } from '../subject.ts'

/**
 * What secures the chains that hold the TVL. Missing when too much of it is on chains we have not classified; a smaller
 * share on such chains counts as on sidechains, since unknown is not safe.
 */
export const chainSecurity: Signal = {
  id: 'chainSecurity',
  question: 'What secures the chains it runs on?',
  applies: always,
  read: ({ chainShares }, { parameters: { chainSecurity: values } }) => {
    if (!chainShares.known) return chainShares
    const shares = shareBySecurity(chainShares.value)
    if (shares.unclassed > values.maxUnclassifiedShare)
      return missing('not-covered', chainShares.source)
    const value =
      shares.l1 * values.l1 +
      shares.rollup * values.rollup +
      (shares.sidechain + shares.unclassed) * values.sidechain
    return mapReading(chainShares, () => ({ value, sentence: describe(shares) }))
  },
}

type Shares = Record<ChainSecurity | 'unclassed', number>

function shareBySecurity(chains: ChainShares): Shares {
  const shares: Shares = { l1: 0, rollup: 0, sidechain: 0, unclassed: 0 }
  for (const [chain, share] of chains) shares[chain.security ?? 'unclassed'] += share
  return shares
}

const PLACE: [keyof Shares, string][] = [
  ['l1', 'on chains with their own validators'],
  ['rollup', 'on rollups'],
  ['sidechain', 'on sidechains with few validators'],
  ['unclassed', 'on chains we have not classified'],
]

function describe(shares: Shares): string {
  const parts = PLACE.flatMap(([key, place]) => {
    const percent = Math.round(shares[key] * 100)
    return percent > 0 ? [`${percent} % ${place}`] : []
  })
  return `TVL is ${parts.join(', ')}.`
}
