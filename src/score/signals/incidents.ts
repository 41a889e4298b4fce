import type { Incident } from '../../domain/protocol.ts'
import type { Reading } from '../../domain/reading.ts'
import { yearsSince } from '../age.ts'
import type { Methodology } from '../methodology.ts'
import { severity } from '../severity.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { ForkSource, Subject } from '../subject.ts'

/**
 * The record of losses: own incidents and, at half weight, those of the family, each halved every 18 months and counted
 * in full when a tenth of the value was lost; or the record of the code it was forked from, whichever is worse. In past
 * losses, forks of exploited code were exploited 2.5 times as often as others, and forked lending markets 4.2 times.
 */
export const incidents: Signal = {
  id: 'incidents',
  question: 'Has it, its family or the code it copies lost funds?',
  applies: always,
  read: readIncidents,
}

function readIncidents(subject: Subject, method: Methodology): Reading<Measure> {
  const { ownIncidents: own, familyIncidents: family } = subject
  if (!own.known) return own
  if (!family.known) return family
  const ownPressure = pressure(own.value, subject, method)
  const familyPressure = method.incidents.familyWeight * pressure(family.value, subject, method)
  const forkSource = subject.forkSources.known
    ? subject.forkSources.value.find(({ incidents }) => incidents.length > 0)
    : undefined
  const lineage = forkSource ? lineagePressure(subject, method) : 0
  const value = Math.max(ownPressure + familyPressure, lineage)
  return { ...own, value: { value, sentence: sentence(own.value, family.value, forkSource) } }
}

function pressure(list: Incident[], subject: Subject, method: Methodology): number {
  const { halfLifeYears, smallLossWeight } = method.incidents
  return list.reduce((sum, incident) => {
    const decay = 2 ** (-yearsSince(incident.day, subject.asOf) / halfLifeYears)
    const hurt = smallLossWeight + (1 - smallLossWeight) * severity(incident, subject, method)
    return sum + decay * hurt
  }, 0)
}

function lineagePressure(subject: Subject, method: Methodology): number {
  return subject.activityId === 'lending'
    ? method.incidents.lineageLending
    : method.incidents.lineage
}

function sentence(own: Incident[], family: Incident[], forkSource: ForkSource | undefined): string {
  const sentences: string[] = []
  const latest = own
    .map((incident) => incident.day)
    .sort()
    .at(-1)
  if (own.length === 1) sentences.push(`One loss is recorded, on ${latest}.`)
  if (own.length > 1) sentences.push(`${own.length} losses are recorded, the last on ${latest}.`)
  if (family.length > 0) {
    sentences.push(
      `Its family had ${family.length === 1 ? 'one loss' : `${family.length} losses`}.`,
    )
  }
  if (forkSource) sentences.push(`Its code comes from ${forkSource.name}, which lost funds.`)
  return sentences.length > 0 ? sentences.join(' ') : 'No loss is recorded.'
}
