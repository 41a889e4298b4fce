import { missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE } from '../../domain/sources.ts'
import type { Methodology } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { activityPoints } from './activity-points.ts'
import { bySupply, marketsOf, originOf } from './control-facts.ts'

/**
 * What share of the deposits could be withdrawn now, weighted by supply. Where no market was read, what is typical of how holders
 * of this kind of protocol exit, by judgement.
 */
export const availableShare: Signal = {
  id: 'availableShare',
  question: 'How much could be withdrawn now?',
  applies: always,
  read: (subject, method) => {
    const measured = readShare(subject)
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

function readShare(subject: Subject): Reading<Measure> {
  const reading = marketsOf(subject)
  if (!reading.known) return reading
  const markets = reading.value.filter(({ availableShare: share }) => share !== null)
  const origin = originOf(markets)
  if (!origin) return missing('not-covered', SOURCE_OF_ROLE.control)
  const value = bySupply(markets).reduce(
    (sum, { market, weight }) => sum + weight * (market.availableShare ?? 0),
    0,
  )
  const sentence = `${Math.round(value * 100)} % of the deposits in ${markets.length === 1 ? 'its market' : `${markets.length} markets`} could be withdrawn at once.`
  return { ...reading, asOf: origin.asOf, value: { value, sentence, link: origin.link } }
}
