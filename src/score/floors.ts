import type { Day } from '../domain/day.ts'
import { DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import type { Incident } from '../domain/protocol.ts'
import { yearsSince } from './age.ts'
import { type Anchor, riskAt } from './anchors.ts'
import type { Methodology } from './methodology.ts'
import { codeWeight, grossShare, keptShare } from './severity.ts'
import type { Subject } from './subject.ts'
import { compareText } from './text-order.ts'

/** The least risk that a dimension may have, and why. */
export interface Floor {
  id: string
  risk: number
  sentence: string
}

export type Floors = Partial<Record<DimensionKey, Floor>>

/** The floors that losses set: of dimensions, and of the composite. */
export interface LossFloors {
  dimensions: Floors
  composite: Floor | null
}

/**
 * The floors for a recent loss: the code was broken even if users were repaid, and a team that did not repay them is a worse
 * counterparty. They fade out over `fadeYears`. A small loss raises little, except in copied code, where any loss suggests
 * that the team does not understand the code. None when the losses are not known.
 */
export function lossFloors(subject: Subject, method: Methodology): LossFloors {
  const { ownIncidents } = subject
  if (!ownIncidents.known) return { dimensions: {}, composite: null }
  const losses = ownIncidents.value.map((incident) => {
    const weight = freshness(incident, subject, method)
    const code = weight * codeWeight(incident, method)
    const { id, day, returnedUsd } = incident
    return { id, day, returnedUsd, code, funds: weight * keptShare(incident) }
  })
  const worst = (key: 'code' | 'funds') =>
    losses.toSorted((a, b) => b[key] - a[key] || (a.id < b.id ? -1 : 1))[0]
  const code = worst('code')
  const funds = worst('funds')
  const { fadeYears } = method.floors.recentLoss
  const until = `counts until ${fadeYears} years after it`
  const repaid =
    funds?.returnedUsd == null ? 'is not known to have been repaid' : 'was not repaid in full'
  const dimensions = dimensionFloorsAt(
    { weight: code?.code ?? 0, sentence: `The loss of ${code?.day} ${until}.` },
    { weight: funds?.funds ?? 0, sentence: `The loss of ${funds?.day} ${repaid}, and ${until}.` },
    method,
  )
  return { dimensions, composite: compositeFloor(ownIncidents.value, subject, method) }
}

/**
 * The floor of the composite after a loss of `fullLossShare` of the value or more: for a year, however few dimensions apply; and
 * for ever where the value never came back, because a drained protocol does not become safe by age.
 */
function compositeFloor(
  incidents: readonly Incident[],
  subject: Subject,
  method: Methodology,
): Floor | null {
  const { severeLoss, lostForGood } = method.floors
  const severe = incidents
    .filter((incident) => grossShare(incident, subject, method) >= method.incidents.fullLossShare)
    .toSorted((a, b) => compareText(b.day, a.day))
  const latest = severe[0]
  if (latest && yearsSince(latest.day, subject.asOf) < severeLoss.years) {
    return severeLossFloor(latest.day, isShareKnown(latest, subject), method)
  }
  const { remainingShare, tiers } = lostForGood
  const gone = severe.filter((incident) => neverCameBack(incident, subject, method))
  const worst = gone.toSorted(
    (a, b) => grossShare(b, subject, method) - grossShare(a, subject, method),
  )[0]
  if (!worst) return null
  const share = grossShare(worst, subject, method)
  const risk = tiers.findLast(({ lossShare }) => share >= lossShare)?.risk ?? 0
  const percent = Math.round(remainingShare * 100)
  const back = `TVL is not known to have come back to ${percent} % of what it was.`
  const sentence = isShareKnown(worst, subject)
    ? `After the loss of ${worst.day}, ${back}`
    : `How much was lost on ${worst.day} is not known, so it counts as everything; ${back}`
  return { id: 'lostForGood', risk, sentence }
}

/** False for a loss of unknown size, which counts as one of everything. */
function isShareKnown({ lossUsd, tvlBeforeUsd }: Incident, { sections }: Subject): boolean {
  return (lossUsd ?? 0) > 0 && (tvlBeforeUsd !== null || sections.known)
}

function severeLossFloor(
  day: Day,
  isShareKnown: boolean,
  { floors: { severeLoss } }: Methodology,
): Floor {
  const sentence = isShareKnown
    ? `It lost a tenth of its TVL or more on ${day}, less than a year ago.`
    : `What share of its TVL it lost on ${day}, less than a year ago, is not known.`
  return { id: 'severeLoss', risk: severeLoss.risk, sentence }
}

/**
 * True unless TVL read after the loss has come back to a share of the TVL before it, which is estimated like the share of the loss
 * where it is not known.
 */
function neverCameBack(incident: Incident, subject: Subject, method: Methodology): boolean {
  const { lossUsd, tvlBeforeUsd, day } = incident
  const { sections } = subject
  const before = tvlBeforeUsd ?? (lossUsd ?? 0) / grossShare(incident, subject, method)
  if (!sections.known || sections.asOf <= day) return true
  return sections.value.tvl < before * method.floors.lostForGood.remainingShare
}

/** The floors that a full loss on a day would set. */
export function floorsAfterLoss(day: Day, method: Methodology): LossFloors {
  const loss = { weight: 1, sentence: 'A loss that has not happened.' }
  return {
    dimensions: dimensionFloorsAt(loss, loss, method),
    composite: severeLossFloor(day, true, method),
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

/** 1 for a full loss of the last year, falling to 0 at `fadeYears`. */
function freshness(incident: Incident, subject: Subject, method: Methodology): number {
  const { fullYears, fadeYears, copiedCodeShare } = method.floors.recentLoss
  const years = yearsSince(incident.day, subject.asOf)
  const age = Math.min(1, Math.max(0, (fadeYears - years) / (fadeYears - fullYears)))
  const { forkedFrom } = subject.record.facts
  const isCopy = forkedFrom?.known && forkedFrom.value.length > 0
  const full = isCopy ? copiedCodeShare : method.incidents.fullLossShare
  return age * Math.min(1, grossShare(incident, subject, method) / full)
}

const EXPOSED: readonly DimensionKey[] = ['credit', 'oracle']

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
  const weight = others.reduce((sum, key) => sum + dimensionWeights[key], 0)
  const points = others.reduce((sum, key) => sum + dimensionWeights[key] * (scores[key] ?? 0), 0)
  const floor: Floor = {
    id: 'exposure',
    risk: points / weight,
    sentence:
      'Depending on oracles or borrowers cannot pull the score below the average of the other dimensions.',
  }
  return { credit: floor, oracle: floor }
}
