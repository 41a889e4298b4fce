import { known, type Missing, missing, type Reading } from '../../domain/reading.ts'
import { yearsSince } from '../age.ts'
import type { Methodology } from '../methodology.ts'
import { severity } from '../severity.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

/** Years since the listing or the first known TVL, less what its losses removed: a full loss restarts the count, a tenth of one removes a tenth. */
export const quietAge: Signal = {
  id: 'quietAge',
  question: 'How long has it run without a loss?',
  applies: always,
  read: readQuietAge,
}

/** Why the listing date is missing where upstream once gave one; null where it is known, and where upstream has none. */
export function lostListing({ facts: { listedOn } }: Subject['record']): Missing | null {
  return listedOn && !listedOn.known && listedOn.reason !== 'not-covered' ? listedOn : null
}

function readQuietAge(subject: Subject, method: Methodology): Reading<Measure> {
  const { record, ownIncidents } = subject
  if (!ownIncidents.known) return ownIncidents
  // A list of losses says nothing about days after its own.
  const { asOf } = ownIncidents
  const listed = record.facts.listedOn
  const lost = lostListing(record)
  if (lost) return lost
  const { listedBefore, lastUndatedId } = method.parameters.quietAge
  // DefiLlama has given listing days since October 2021, from the next id on: up to this one a protocol without a day was listed before.
  if (!listed?.known && !(Number(record.id) <= lastUndatedId)) {
    return missing('not-covered', record.tvl.source)
  }
  const listedOn = listed?.known ? listed.value : listedBefore
  const { trackedSince } = record
  const since = trackedSince !== null && trackedSince < listedOn ? trackedSince : listedOn
  const age = yearsSince(since, asOf)
  const left = ownIncidents.value.map((incident) => {
    const quiet = Math.min(age, yearsSince(incident.day, asOf))
    return quiet + (1 - severity(incident, subject, method)) * (age - quiet)
  })
  const value = Math.min(age, ...left)
  const least = since === listedBefore ? 'at least ' : ''
  const loss =
    value < age ? `; losses reduce the count to ${value.toFixed(1)}` : '; no loss reduces the count'
  const later = subject.unconfirmed.length > 0 ? ', one that was read once does not count yet' : ''
  return known(
    { value, sentence: `It has run for ${least}${age.toFixed(1)} years${loss}${later}.` },
    ownIncidents.asOf,
    ownIncidents.source,
  )
}
