import { missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE } from '../../domain/sources.ts'
import type { Methodology } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { activityPoints } from './activity-points.ts'
import {
  caveatsOn,
  marketsOf,
  meanBySupply,
  originOf,
  sentenceOn,
  valuesOf,
} from './market-facts.ts'

const FACT = 'availableShare'

/**
 * What share of the deposits could be withdrawn now, weighted by supply; a market that could not be read counts as the worst.
 * Where no market says, what is typical of how holders of this kind of protocol exit, by judgement.
 */
export const availableShare: Signal = {
  id: 'availableShare',
  question: 'How much could be withdrawn now?',
  applies: always,
  read: (subject, method) => {
    const measured = readShare(subject, method)
    return measured.known ? measured : typicalExit(subject, method)
  },
}

function typicalExit(subject: Subject, method: Methodology): Reading<Measure> {
  return activityPoints(
    subject,
    method,
    'exitRoute',
    (label) => `The exit route is typical of: ${label}.`,
  )
}

function readShare(subject: Subject, { signals }: Methodology): Reading<Measure> {
  const reading = marketsOf(subject)
  if (!reading.known) return reading
  const { anchors } = signals.availableShare
  const values = valuesOf(reading.value, FACT, anchors, (market) => market[FACT])
  const markets = values.map(({ market }) => market)
  const origin = originOf(markets)
  if (!origin) return missing('not-covered', SOURCE_OF_ROLE.control)
  const value = meanBySupply(values, anchors)
  const sentence = `${Math.round(value * 100)} % of the deposits in ${markets.length === 1 ? 'its market' : `${markets.length} markets`} could be withdrawn at once.`
  const whole = sentenceOn(sentence, caveatsOn(markets, FACT, { isWeighted: true }))
  return { ...reading, asOf: origin.asOf, value: { value, sentence: whole, link: origin.link } }
}
