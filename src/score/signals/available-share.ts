import type { Market } from '../../domain/market.ts'
import { mapReading, type Reading } from '../../domain/reading.ts'
import type { Methodology } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import {
  caveatsOn,
  marketsOf,
  meanBySupply,
  measureOf,
  sentenceOn,
  valuesOf,
} from './market-facts.ts'

const FACT = 'availableShare'

/**
 * What share of the deposits could be withdrawn now, weighted by supply: none of a market whose withdrawals are paused. One that could not
 * be read counts as the worst.
 */
export const availableShare: Signal = {
  id: 'availableShare',
  question: 'How much could be withdrawn now?',
  applies: always,
  read: readShare,
}

function readShare(subject: Subject, { signals }: Methodology): Reading<Measure> {
  const reading = mapReading(marketsOf(subject), (markets) => markets.map(withPause))
  if (!reading.known) return reading
  const { anchors } = signals.availableShare
  const values = valuesOf(reading.value, FACT, 0, (market) =>
    market.paused === true ? 0 : market[FACT],
  )
  return measureOf(values, (markets) => {
    const value = meanBySupply(values, anchors)
    const where = markets.length === 1 ? 'its market' : `${markets.length} markets`
    const figure = `${Math.round(value * 100)} % of the deposits in ${where} could be withdrawn at once.`
    return { value, sentence: sentenceOn(figure, caveatsOn(markets, FACT, { isWeighted: true })) }
  })
}

/** Of a market of which it could not be read whether it is paused, the share could not be read either: it may be none. */
function withPause(market: Market): Market {
  const { gap } = market
  return gap?.facts.includes('paused')
    ? { ...market, gap: { ...gap, facts: [...gap.facts, FACT] } }
    : market
}
