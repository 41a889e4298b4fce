import { DAY_SECONDS } from '../../domain/day.ts'
import { formatDuration } from '../../domain/format-control.ts'
import type { Reading } from '../../domain/reading.ts'
import type { Methodology } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { caveatsOn, marketsOf, measureOf, sentenceOn, valuesOf, worstEnd } from './market-facts.ts'

const FACT = 'withdrawSeconds'

/** The longest wait for a withdrawal, in days; one that could not be read counts as the worst. */
export const withdrawTime: Signal = {
  id: 'withdrawTime',
  question: 'How long are funds locked?',
  applies: always,
  read: readWait,
}

function readWait(subject: Subject, { signals }: Methodology): Reading<Measure> {
  const reading = marketsOf(subject)
  if (!reading.known) return reading
  const values = valuesOf(reading.value, FACT, worstEnd(signals.withdrawTime.anchors), (market) =>
    market[FACT] === null ? null : market[FACT] / DAY_SECONDS,
  )
  return measureOf(values, (markets) => {
    const value = Math.max(...values.map(({ value: days }) => days))
    const figure =
      value === 0
        ? 'Withdrawals do not wait.'
        : `A withdrawal takes up to ${formatDuration(Math.round(value * DAY_SECONDS))}.`
    return { value, sentence: sentenceOn(figure, caveatsOn(markets, FACT, { isWeighted: false })) }
  })
}
