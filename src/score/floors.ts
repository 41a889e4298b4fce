import type { Day } from '../domain/day.ts'
import { DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import type { Incident } from '../domain/protocol.ts'
import { mapReading } from '../domain/reading.ts'
import { compareText } from '../domain/text-order.ts'
import { yearsSince } from './age.ts'
import { type Anchor, riskAt } from './anchors.ts'
import type { Methodology } from './methodology.ts'
import { codeWeight, grossShare, isOutside, keptShare } from './severity.ts'
import type { Subject } from './subject.ts'
import { tvlAfter } from './tvl-after.ts'
import { weightedMean } from './weighted-mean.ts'

/** The least risk that a dimension may have, and why. */
export interface Floor {
  id: string
  risk: number
  sentence: string
}

export type Floors = Partial<Record<DimensionKey, Floor>>

/** Rounding error of shares such as 0.07. */
const BINARY_ERROR = 1e-9

/** The floors that losses set: of dimensions, and of the composite. */
export interface LossFloors {
  dimensions: Floors
  composite: Floor | null
}

/**
 * The floors for a recent loss: the code was broken even if users were repaid, and a team that did not repay them is a worse
 * counterparty. They fade out over `fadeYears`. A small loss raises little, except in copied code, where any loss suggests
 * that the team does not understand the code. None when the losses are not known. A loss of an amount that cannot have been lost sets
 * none: how large it was is not known yet, and its correction would take the floor back. It counts in the record of losses.
 */
export function lossFloors(subject: Subject, method: Methodology): LossFloors {
  const { ownIncidents } = subject
  if (!ownIncidents.known) return { dimensions: {}, composite: null }
  const sound = ownIncidents.value.filter((one) => one.implausibleLossUsd === undefined)
  const losses = sound.map((incident) => {
    const weight = freshness(incident, subject, method)
    const code = weight * codeWeight(incident, method)
    const { id, day, returnedUsd } = incident
    const outside = isOutside(incident, method)
    const kept = weight * keptShare(incident)
    return { id, day, returnedUsd, code, funds: outside ? 0 : kept, outside: outside ? weight : 0 }
  })
  const worst = (key: 'code' | 'funds' | 'outside') =>
    losses.toSorted((a, b) => b[key] - a[key] || (a.id < b.id ? -1 : 1))[0]
  const code = worst('code')
  const funds = worst('funds')
  const outside = worst('outside')
  const { fadeYears } = method.floors.recentLoss
  const until = `counts until ${fadeYears} years after it`
  const repaid =
    funds?.returnedUsd == null ? 'is not known to have been repaid' : 'was not repaid in full'
  const dimensions = dimensionFloorsAt(
    { weight: code?.code ?? 0, sentence: `The loss of ${code?.day} ${until}.` },
    { weight: funds?.funds ?? 0, sentence: `The loss of ${funds?.day} ${repaid}, and ${until}.` },
    method,
  )
  const floor = outsideFloor(outside?.outside ?? 0, `${outside?.day}`, method)
  if (floor.risk > (dimensions.counterparty?.risk ?? 0)) dimensions.counterparty = floor
  return { dimensions, composite: compositeFloor(sound, subject, method) }
}

/** The floor of the counterparty for a loss that came from outside the code: who runs it was impersonated, phished or hijacked. */
function outsideFloor(weight: number, day: string, { floors }: Methodology): Floor {
  return {
    id: 'outsideLoss',
    risk: weight > 0 ? riskAt(floors.outsideLoss, weight) : 0,
    sentence: `Users lost funds on ${day} by a website, account or person that was taken over, not by the code; it counts until ${floors.recentLoss.fadeYears} years after it.`,
  }
}

/**
 * The floor of the composite after a severe loss: for some time, however few dimensions apply; and for ever where the value never came
 * back, because a drained protocol does not become safe by age. It grows in with the share that was lost, and fades at its end.
 */
function compositeFloor(
  incidents: readonly Incident[],
  subject: Subject,
  method: Methodology,
): Floor | null {
  const floors = incidents
    .toSorted((a, b) => compareText(b.day, a.day))
    .flatMap((incident) => [
      severeLossFloor(incident, subject, method),
      lostForGoodFloor(incident, subject, method),
    ])
    .filter(({ risk }) => risk > 0)
  // A stable sort: of equal floors the one of the latest loss.
  return floors.toSorted((a, b) => b.risk - a.risk)[0] ?? null
}

/** Whether a TVL around a loss was read; else its share is estimated from the TVL in use. */
function hasTvlAround({ tvlBeforeUsd, tvlAroundUsd }: Incident): boolean {
  return tvlBeforeUsd !== null || tvlAroundUsd !== undefined
}

function severeLossFloor(incident: Incident, subject: Subject, method: Methodology): Floor {
  const { fullYears, fadeYears, byShare } = method.floors.severeLoss
  const { day } = incident
  const share = grossShare(incident, subject, method)
  const years = yearsSince(day, subject.asOf)
  const age = fadingWeight(years, method.floors.severeLoss)
  const until =
    years < fullYears ? 'less than a year ago' : `and fades until ${fadeYears} years after it`
  const isFull = share >= method.incidents.fullLossShare
  const size = isFull ? 'a tenth of its TVL or more' : `${percentOf(share)} of its TVL`
  const isEstimated = incident.lossUsd !== null && !hasTvlAround(incident)
  const by = isEstimated ? 'By an estimate, it' : 'It'
  return {
    id: 'severeLoss',
    risk: age * riskAt(byShare, share),
    sentence:
      hasTvlAround(incident) || subject.sections.known
        ? `${by} lost ${size} on ${day}, ${until}.`
        : `What share of its TVL it lost on ${day}, ${until}, is not known.`,
  }
}

function lostForGoodFloor(incident: Incident, subject: Subject, method: Methodology): Floor {
  const { remainingShare, byShare } = method.floors.lostForGood
  const { full, none } = remainingShare
  const remaining = remainingAfter(incident, subject, method)
  const weight = Math.min(1, Math.max(0, (none - (remaining ?? 0)) / (none - full)))
  const risk = weight * riskAt(byShare, grossShare(incident, subject, method))
  const back =
    remaining === null || remaining <= full
      ? `TVL is not known to have come back to ${percentOf(full)} of what it was.`
      : `TVL has come back to ${percentOf(remaining)} of what it was.`
  return { id: 'lostForGood', risk, sentence: `After the loss of ${incident.day}, ${back}` }
}

/**
 * TVL after a loss over the TVL before it, which is estimated like the share of the loss where it is not known. Null when none after it is
 * known.
 */
function remainingAfter(
  incident: Incident,
  { record, sections }: Subject,
  method: Methodology,
): number | null {
  const { lossUsd, tvlBeforeUsd, day } = incident
  const { medianDays } = method.floors.lostForGood
  const newest = mapReading(sections, ({ tvl }) => tvl)
  const after = tvlAfter(day, record.history, newest, medianDays)
  const before = tvlBeforeUsd ?? (lossUsd ?? 0) / grossShare(incident, { sections }, method)
  if (after === null) return null
  return before > 0 ? after / before : Number.POSITIVE_INFINITY
}

function percentOf(share: number): string {
  return `${Math.floor(share * 100 + BINARY_ERROR)} %`
}

/** The floors that a full loss on a day would set. */
export function floorsAfterLoss(day: Day, method: Methodology): LossFloors {
  const loss = { weight: 1, sentence: 'A loss that has not happened.' }
  const sentence = `It lost a tenth of its TVL or more on ${day}, less than a year ago.`
  const risk = riskAt(method.floors.severeLoss.byShare, 1)
  return {
    dimensions: dimensionFloorsAt(loss, loss, method),
    composite: { id: 'severeLoss', risk, sentence },
  }
}

interface LossWeight {
  /** 1 for a full loss of the last year, 0 for none. */
  weight: number
  sentence: string
}

/** The floors for a loss, from how badly the code failed and how much was never repaid. */
function dimensionFloorsAt(code: LossWeight, funds: LossWeight, method: Methodology): Floors {
  const floor = ({ weight, sentence }: LossWeight, anchors: Anchor[]): Floor => ({
    id: 'recentLoss',
    risk: riskAt(anchors, weight),
    sentence,
  })
  const { smartContract, counterparty } = method.floors.recentLoss
  return {
    ...(code.weight > 0 && { smartContract: floor(code, smartContract) }),
    ...(funds.weight > 0 && { counterparty: floor(funds, counterparty) }),
  }
}

/** 1 up to `fullYears`, falling to 0 at `fadeYears`. */
function fadingWeight(
  years: number,
  { fullYears, fadeYears }: { fullYears: number; fadeYears: number },
): number {
  return Math.min(1, Math.max(0, (fadeYears - years) / (fadeYears - fullYears)))
}

/** 1 for a full loss of the last year, falling to 0 at `fadeYears`. */
function freshness(incident: Incident, subject: Subject, method: Methodology): number {
  const { copiedCodeShare } = method.floors.recentLoss
  const age = fadingWeight(yearsSince(incident.day, subject.asOf), method.floors.recentLoss)
  const { forkedFrom } = subject.record.facts
  const isCopy = forkedFrom?.known && forkedFrom.value.length > 0
  // What came from outside says nothing about how well the team understands the code that it copied.
  const full =
    isCopy && !isOutside(incident, method) ? copiedCodeShare : method.incidents.fullLossShare
  return age * Math.min(1, grossShare(incident, subject, method) / full)
}

/** The dimensions that are about exposure: they cannot make a protocol look safer. */
export const EXPOSED: readonly DimensionKey[] = ['credit', 'oracle']

/**
 * The floors for exposure: depending on oracles or borrowers cannot make a protocol look safer, so neither dimension is below
 * the weighted mean of the others. Takes the scores of the scored dimensions.
 */
export function exposureFloors(
  scores: Partial<Record<DimensionKey, number>>,
  { dimensionWeights }: Methodology,
): Floors {
  const others = DIMENSIONS.filter((key) => !EXPOSED.includes(key) && scores[key] !== undefined)
  if (others.length === 0) return {}
  const terms = others.map((key) => ({ weight: dimensionWeights[key], value: scores[key] ?? 0 }))
  const floor: Floor = {
    id: 'exposure',
    risk: weightedMean(terms),
    sentence:
      'Depending on oracles or borrowers cannot pull the score below the average of the other dimensions.',
  }
  return { credit: floor, oracle: floor }
}
