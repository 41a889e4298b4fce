import { daysBetween } from '../../domain/day.ts'
import type { Incident } from '../../domain/protocol.ts'
import type { Reading } from '../../domain/reading.ts'
import type { Methodology } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Origin, Subject } from '../subject.ts'

const DAYS_PER_YEAR = 365.25

/**
 * The record of losses: own incidents and, at half weight, those of the family, each halved every 18 months;
 * or the record of the code it was forked from, whichever is worse (evidence: D.1, lineage 2.5x, lending 4.2x).
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
  const origin = subject.origins.known
    ? subject.origins.value.find(({ incidents }) => incidents.length > 0)
    : undefined
  const lineage = origin ? lineagePressure(subject, method) : 0
  const value = Math.max(ownPressure + familyPressure, lineage)
  return { ...own, value: { value, sentence: sentence(own.value, family.value, origin) } }
}

function pressure(list: Incident[], subject: Subject, method: Methodology): number {
  const tvlUsd = subject.sections.known ? subject.sections.value.tvl : null
  return list.reduce((sum, incident) => {
    const years = Math.max(0, daysBetween(incident.day, subject.asOf)) / DAYS_PER_YEAR
    const decay = 2 ** (-years / method.incidents.halfLifeYears)
    return sum + decay * severity(incident, tvlUsd, method)
  }, 0)
}

/** 1 for a loss that hurt, less for a small one or one that was paid back; 1 when the amounts are unknown. */
function severity(incident: Incident, tvlUsd: number | null, method: Methodology): number {
  const { smallLossWeight, fullLossShare, reimbursedWeight, reimbursedShare } = method.incidents
  const { lossUsd, returnedUsd } = incident
  if (lossUsd === null || lossUsd <= 0 || tvlUsd === null) return 1
  const share = lossUsd / (tvlUsd + lossUsd)
  const size = smallLossWeight + (1 - smallLossWeight) * Math.min(1, share / fullLossShare)
  const returned = (returnedUsd ?? 0) / lossUsd >= reimbursedShare
  return returned ? size * reimbursedWeight : size
}

function lineagePressure(subject: Subject, method: Methodology): number {
  return subject.activityId === 'lending'
    ? method.incidents.lineageLending
    : method.incidents.lineage
}

function sentence(own: Incident[], family: Incident[], origin: Origin | undefined): string {
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
  if (origin) sentences.push(`Its code comes from ${origin.name}, which lost funds.`)
  return sentences.length > 0 ? sentences.join(' ') : 'No loss is recorded.'
}
