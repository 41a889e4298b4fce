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
    const caveats = caveatsOn(markets, FACT, { isWeighted: false })
    const time = formatDuration(Math.round(value * DAY_SECONDS))
    const figure =
      caveats.length > 0
        ? `A withdrawal counts as taking ${time}.`
        : `A withdrawal takes at least ${time}, before any queue.`
    const sentence = value === 0 ? 'Withdrawals do not wait.' : sentenceOn(figure, caveats)
    return { value, sentence }
  })
}
