import { missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE } from '../../domain/sources.ts'
import type { Methodology } from '../methodology.ts'
import type { Measure, Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { activityPoints } from './activity-points.ts'
import { bySupply, marketsOf, originOf } from './control-facts.ts'
import { creditApplies } from './credit-applies.ts'

/**
 * How far loans may go before they are liquidated: the liquidation threshold of the collateral, weighted by supply. Where none was
 * read, what is typical of what backs the claims of depositors in this kind of protocol, by judgement.
 */
export const thresholdLevel: Signal = {
  id: 'thresholdLevel',
  question: 'How far may loans go before liquidation?',
  applies: creditApplies,
  read: (subject, method) => {
    const measured = readThreshold(subject)
    return measured.known ? measured : typicalBacking(subject, method)
  },
}

/** What is typical of the backing of loans in this kind of protocol. */
export function typicalBacking(subject: Subject, method: Methodology): Reading<Measure> {
  return activityPoints(
    subject,
    method,
    'creditModel',
    (label) => `Backing is typical of: ${label}.`,
  )
}

function readThreshold(subject: Subject): Reading<Measure> {
  const reading = marketsOf(subject)
  if (!reading.known) return reading
  const markets = reading.value.filter(
    ({ liquidationThreshold }) => liquidationThreshold !== null && liquidationThreshold > 0,
  )
  const origin = originOf(markets)
  if (!origin) return missing('not-covered', SOURCE_OF_ROLE.control)
  const value = bySupply(markets).reduce(
    (sum, { market, weight }) => sum + weight * (market.liquidationThreshold ?? 0),
    0,
  )
  const sentence = `Loans are liquidated at ${Math.round(value * 100)} % of their collateral, on average over ${markets.length} assets.`
  return { ...reading, asOf: origin.asOf, value: { value, sentence, link: origin.link } }
}
