import { durationWords } from '../../domain/control-words.ts'
import { missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE } from '../../domain/sources.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { activityPoints } from './activity-points.ts'
import { marketsOf, originOf } from './control-facts.ts'

const DAY_SECONDS = 86_400

/**
 * The longest wait for a withdrawal, in days. Where none was read, what is typical of how long funds are locked in this kind of
 * protocol, by judgement.
 */
export const withdrawTime: Signal = {
  id: 'withdrawTime',
  question: 'How long are funds locked?',
  applies: always,
  read: (subject, method) => {
    const measured = readWait(subject)
    if (measured.known) return measured
    return activityPoints(
      subject,
      method,
      'lockTerm',
      (label) => `The time to leave is typical of: ${label}.`,
    )
  },
}

function readWait(subject: Subject): Reading<Measure> {
  const reading = marketsOf(subject)
  if (!reading.known) return reading
  const markets = reading.value.filter(({ withdrawSeconds }) => withdrawSeconds !== null)
  const origin = originOf(markets)
  if (!origin) return missing('not-covered', SOURCE_OF_ROLE.control)
  const seconds = Math.max(...markets.map(({ withdrawSeconds }) => withdrawSeconds ?? 0))
  const sentence =
    seconds === 0
      ? 'Withdrawals do not wait.'
      : `A withdrawal takes up to ${durationWords(seconds)}.`
  const value = seconds / DAY_SECONDS
  return { ...reading, asOf: origin.asOf, value: { value, sentence, link: origin.link } }
}
