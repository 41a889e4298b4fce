import type { Reading } from '../../domain/reading.ts'
import { riskAt } from '../anchors.ts'
import type { Methodology, SignalId } from '../methodology.ts'
import type { Measure, Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { activityPoints } from './activity-points.ts'
import { creditApplies } from './credit-applies.ts'
import {
  caveatsOn,
  isUnread,
  marketsOf,
  meanBySupply,
  measureOf,
  sentenceOn,
  valuesOf,
} from './market-facts.ts'

const FACT = 'liquidationThreshold'

/**
 * How far loans may go before they are liquidated: the liquidation threshold of the collateral, weighted by supply; a
 * market that could not be read counts as the worst. Where none says, what is typical of what backs the claims of depositors in this kind of protocol, by judgement.
 */
export const thresholdLevel: Signal = {
  id: 'thresholdLevel',
  question: 'How far may loans go before liquidation?',
  applies: creditApplies,
  read: (subject, method) => {
    const measured = readThreshold(subject, method)
    return orTypicalBacking(measured, subject, method, 'thresholdLevel')
  },
}

/** What was measured, and whether it is only a bound. */
export interface Bounded {
  reading: Reading<Measure>
  isBound: boolean
}

/**
 * What was measured; what is typical where nothing was, or where that is worse than a bound: typical backing can be worse than the worst
 * end of the anchors, and hiding a market must not lead away from it.
 */
export function orTypicalBacking(
  { reading, isBound }: Bounded,
  subject: Subject,
  method: Methodology,
  id: SignalId,
): Reading<Measure> {
  const sentence = (label: string) => `Backing is typical of: ${label}.`
  const typical = activityPoints(subject, method, 'creditModel', sentence)
  if (!reading.known) return typical
  const risk = riskAt(method.signals[id].anchors, reading.value.value)
  return isBound && typical.known && typical.value.value > risk ? typical : reading
}

function readThreshold(subject: Subject, { signals }: Methodology): Bounded {
  const reading = marketsOf(subject)
  if (!reading.known) return { reading, isBound: false }
  const { anchors } = signals.thresholdLevel
  const values = valuesOf(reading.value, FACT, anchors, (market) => market[FACT] || null)
  const measure = measureOf(values, reading, (markets) => {
    const value = meanBySupply(values, anchors)
    const figure = `Loans are liquidated at ${Math.round(value * 100)} % of their collateral, on average over ${markets.length} assets.`
    return { value, sentence: sentenceOn(figure, caveatsOn(markets, FACT, { isWeighted: true })) }
  })
  return { reading: measure, isBound: values.some(({ market }) => isUnread(market, FACT)) }
}
