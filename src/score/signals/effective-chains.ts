import type { Day } from '../../domain/day.ts'
import { known, mapReading } from '../../domain/reading.ts'
import type { ProtocolRecord } from '../../domain/record.ts'
import { always, type Signal } from '../signal.ts'
import type { ChainShares } from '../subject.ts'

/**
 * Deployments to maintain, counted as 1 over the sum of squared TVL shares (inverse Herfindahl index). Where TVL by
 * chain is not covered, the square root of the number of chains: TVL is never spread evenly over many.
 */
export const effectiveChains: Signal = {
  id: 'effectiveChains',
  question: 'Over how many chains is it spread?',
  applies: always,
  read: ({ chainShares, record }) => {
    const listedOn = newestDay(record)
    if (!chainShares.known && chainShares.reason === 'not-covered' && listedOn !== null) {
      const count = record.chains.length
      return known(
        { value: Math.sqrt(Math.max(1, count)), sentence: describeList(count) },
        listedOn,
        chainShares.source,
      )
    }
    return mapReading(chainShares, (shares) => {
      const value = 1 / shares.reduce((sum, [, share]) => sum + share * share, 0)
      return { value, sentence: describe(shares, value) }
    })
  },
}

/** The newest date among the protocol's facts, because the list of chains has no date of its own. */
function newestDay({ facts }: ProtocolRecord): Day | null {
  const days = [facts.auditFlag, facts.auditLinks, facts.oracles, facts.contract].flatMap((fact) =>
    fact?.known ? [fact.asOf] : [],
  )
  return days.sort().at(-1) ?? null
}

function describeList(count: number): string {
  const where = count > 1 ? `${count} chains` : 'one chain'
  return `It is listed on ${where}; how its TVL is spread is not known.`
}

function describe([top, second]: ChainShares, value: number): string {
  if (!top || !second) return `All TVL is on ${top?.[0].name ?? 'one chain'}.`
  const percent = Math.min(99, Math.round(top[1] * 100))
  return `${percent} % of TVL is on ${top[0].name}; the spread is equivalent to ${value.toFixed(1)} equally large chains.`
}
