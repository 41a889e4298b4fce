import { counted } from '../../domain/format.ts'
import type { Reading } from '../../domain/reading.ts'
import type { Methodology } from '../methodology.ts'
import type { Measure, Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { creditApplies } from './credit-applies.ts'
import {
  alikeOn,
  caveatsOn,
  marketsOf,
  meanBySupply,
  measureOf,
  sentenceOn,
  valuesOf,
} from './market-facts.ts'

const FACT = 'liquidationThreshold'

/**
 * How far loans may go before they are liquidated: the liquidation threshold of the collateral, weighted by supply; a market that could
 * not be read counts as the worst.
 */
export const thresholdLevel: Signal = {
  id: 'thresholdLevel',
  question: 'How far may loans go before liquidation?',
  applies: creditApplies,
  read: readThreshold,
}

function readThreshold(subject: Subject, { signals }: Methodology): Reading<Measure> {
  const reading = marketsOf(subject)
  if (!reading.known) return reading
  const { anchors } = signals.thresholdLevel
  const values = valuesOf(reading.value, FACT, 1, (market) => market[FACT] || null)
  return measureOf(values, (markets) => {
    const value = meanBySupply(values, anchors)
    const figure = `Loans are liquidated at ${Math.round(value * 100)} % of their collateral, on average over ${counted(markets.length, 'asset')}.`
    const bound = sentenceOn(figure, caveatsOn(markets, FACT, { isWeighted: true }))
    return { value, sentence: [bound, ...alikeOn(markets)].join(' ') }
  })
}
