import type { Incident } from '../../domain/protocol.ts'
import type { Reading } from '../../domain/reading.ts'
import { yearsSince } from '../age.ts'
import type { Methodology } from '../methodology.ts'
import { isOutside, severity } from '../severity.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

/**
 * The record of losses: own incidents and, at half weight, those of the family, each halved every 18 months and counted
 * in full when a tenth of the value was lost; or the record of the code it was forked from, whichever is worse. In past
 * losses, forked lending markets of exploited code were exploited 4.2 times as often as others, and other forks no more
 * often (1 loss in 148), so outside lending the record of the origin counts little.
 */
export const incidents: Signal = {
  id: 'incidents',
  question: 'Has it, its family or the code it copies lost funds?',
  applies: always,
  read: readIncidents,
}

function readIncidents(subject: Subject, method: Methodology): Reading<Measure> {
  const { asOf, sections, ownIncidents: own, familyLosses: family } = subject
  if (!own.known) return own
  if (!family.known) return family
  const [outside, code] = partition(own.value, method)
  const ownPressure = pressure(code, { asOf, sections, record: subject.record }, method)
  const familyPressure = family.value.reduce(
    (sum, loss) => sum + pressure([loss.incident], { asOf, sections: loss.sections }, method),
    0,
  )
  const origin = worstOrigin(subject, method)
  const value = Math.max(
    ownPressure + method.incidents.familyWeight * familyPressure,
    origin?.pressure ?? 0,
  )
  return {
    ...own,
    value: { value, sentence: sentence(code, outside, subject, family.value.length, origin?.name) },
  }
}

/** The origin of the code with the worst record. The record counts as much as for the origin itself, times a weight of at most 1. */
function worstOrigin(
  { activityId, asOf, forkSources }: Subject,
  method: Methodology,
): { name: string; pressure: number } | undefined {
  if (!forkSources.known) return undefined
  const { lineage, lineageLending } = method.incidents
  const weight = activityId === 'lending' ? lineageLending : lineage
  return forkSources.value
    .filter(({ incidents }) => incidents.length > 0)
    .map(({ name, incidents, sections }) => ({
      name,
      pressure: weight * pressure(incidents, { asOf, sections }, method),
    }))
    .sort((a, b) => b.pressure - a.pressure)[0]
}

function pressure(
  list: Incident[],
  subject: Pick<Subject, 'asOf' | 'sections'> & Partial<Pick<Subject, 'record'>>,
  method: Methodology,
): number {
  const { halfLifeYears, smallLossWeight } = method.incidents
  return partition(list, method)[1].reduce((sum, incident) => {
    const decay = 2 ** (-yearsSince(incident.day, subject.asOf) / halfLifeYears)
    const hurt = smallLossWeight + (1 - smallLossWeight) * severity(incident, subject, method)
    return sum + decay * hurt
  }, 0)
}

/** Losses that came from outside the code, and all others. */
function partition(list: Incident[], method: Methodology): [outside: Incident[], code: Incident[]] {
  return [
    list.filter((one) => isOutside(one, method)),
    list.filter((one) => !isOutside(one, method)),
  ]
}

function sentence(
  own: Incident[],
  outside: Incident[],
  { unconfirmed }: Subject,
  family: number,
  origin: string | undefined,
): string {
  const sentences: string[] = []
  const latest = latestOf(own)
  if (own.length === 1) sentences.push(`One loss is recorded, on ${latest}.`)
  if (own.length > 1) sentences.push(`${own.length} losses are recorded, the last on ${latest}.`)
  if (outside.length > 0) {
    sentences.push(
      `${outside.length === 1 ? 'One loss' : `${outside.length} losses`} did not come from its code or keys, the last on ${latestOf(outside)}.`,
    )
  }
  for (const day of unconfirmed) {
    sentences.push(`A loss on ${day} was read once and is not counted yet.`)
  }
  if (family > 0) {
    sentences.push(`Its family had ${family === 1 ? 'one loss' : `${family} losses`}.`)
  }
  if (origin) sentences.push(`Its code comes from ${origin}, which lost funds.`)
  return sentences.length > 0 ? sentences.join(' ') : 'No loss is recorded.'
}

function latestOf(list: readonly Incident[]): string | undefined {
  return list
    .map(({ day }) => day)
    .sort()
    .at(-1)
}
