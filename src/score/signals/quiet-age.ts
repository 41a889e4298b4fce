import { daysBetween } from '../../domain/day.ts'
import { known, type Reading } from '../../domain/reading.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

const DAYS_PER_YEAR = 365.25

/** Upstream began to note the listing day late in 2021: a protocol without one was listed before. */
const LISTED_BEFORE = '2022-01-01'

/** Years since the listing or the last own incident, whichever is later. */
export const quietAge: Signal = {
  id: 'quietAge',
  question: 'How long has it run without a loss?',
  applies: always,
  read: readQuietAge,
}

function readQuietAge({ record, ownIncidents }: Subject): Reading<Measure> {
  if (!ownIncidents.known) return ownIncidents
  const listed = record.facts.listedOn
  const listedOn = listed?.known ? listed.value : LISTED_BEFORE
  const lastLoss = ownIncidents.value
    .map(({ day }) => day)
    .sort()
    .at(-1)
  const since = lastLoss && lastLoss > listedOn ? lastLoss : listedOn
  const years = Math.max(0, daysBetween(since, ownIncidents.asOf)) / DAYS_PER_YEAR
  const what = since === lastLoss ? 'since its last loss' : 'listed without a loss'
  const least = since === LISTED_BEFORE ? 'at least ' : ''
  return known(
    { value: years, sentence: `${least}${years.toFixed(1)} years ${what}.`.replace(/^./, upper) },
    ownIncidents.asOf,
    ownIncidents.source,
  )
}

const upper = (letter: string): string => letter.toUpperCase()
