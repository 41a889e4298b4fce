import { DIMENSION_WEIGHT, DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import type { Incident } from '../domain/protocol.ts'
import { yearsSince } from './age.ts'
import { riskAt } from './anchors.ts'
import type { Methodology } from './methodology.ts'
import { lostShare, severity } from './severity.ts'
import type { Subject } from './subject.ts'

/** The least risk that a dimension may have, and why. */
export interface Floor {
  id: string
  risk: number
  sentence: string
}

export type Floors = Partial<Record<DimensionKey, Floor>>

/**
 * The override for a recent loss that nobody made good: it fades out over `fadeYears`, and a small loss lifts little, except
 * in copied code, where any loss shows that nobody understands it. None when the record of losses cannot be read.
 */
export function lossFloors(subject: Subject, method: Methodology): Floors {
  const { ownIncidents } = subject
  if (!ownIncidents.known) return {}
  const worst = ownIncidents.value
    .map((incident) => ({ incident, weight: freshness(incident, subject, method) }))
    .sort((a, b) => b.weight - a.weight || (a.incident.id < b.incident.id ? -1 : 1))[0]
  if (!worst || worst.weight <= 0) return {}
  const { smartContract, counterparty } = method.floors.recentLoss
  const sentence = `The loss of ${worst.incident.day} is recent and was not made good.`
  const floor = (anchors: typeof smartContract) => ({
    id: 'recentLoss',
    risk: riskAt(anchors, worst.weight),
    sentence,
  })
  return { smartContract: floor(smartContract), counterparty: floor(counterparty) }
}

/** 1 for a full loss of the last year, falling to 0 at `fadeYears`. */
function freshness(incident: Incident, subject: Subject, method: Methodology): number {
  const { fullYears, fadeYears, copiedCodeShare } = method.floors.recentLoss
  const years = yearsSince(incident.day, subject.asOf)
  const age = Math.min(1, Math.max(0, (fadeYears - years) / (fadeYears - fullYears)))
  const { forkedFrom } = subject.record.facts
  const isCopy = forkedFrom?.known && forkedFrom.value.length > 0
  const size = isCopy
    ? Math.min(1, lostShare(incident, subject) / copiedCodeShare)
    : severity(incident, subject, method)
  return age * size
}

const EXPOSED: readonly DimensionKey[] = ['credit', 'oracle']

/**
 * The override for exposure: to hang on prices or on borrowers never makes a protocol look safer, so neither dimension lies
 * below the mean of the others. Takes the scores of the scored dimensions.
 */
export function exposureFloors(scores: Partial<Record<DimensionKey, number>>): Floors {
  const others = DIMENSIONS.filter((key) => !EXPOSED.includes(key) && scores[key] !== undefined)
  if (others.length === 0) return {}
  const weight = others.reduce((sum, key) => sum + DIMENSION_WEIGHT[key], 0)
  const points = others.reduce((sum, key) => sum + DIMENSION_WEIGHT[key] * (scores[key] ?? 0), 0)
  const floor: Floor = {
    id: 'exposure',
    risk: points / weight,
    sentence: 'To hang on prices or on borrowers never makes a protocol look safer.',
  }
  return { credit: floor, oracle: floor }
}
