import type { Day } from '../domain/day.ts'
import type { Incident } from '../domain/protocol.ts'
import type { KnownProtocol, PredictedScore, Prediction } from '../store/predictions.ts'

/** An incident with the snapshot that predicted it. */
export interface DatedLoss {
  incident: Incident
  knownOn: Day
  prediction: Prediction
}

/**
 * Gives each incident the newest prediction that was registered before the incident happened and before it was known. Incidents
 * without one are left out: no score was published before them, or they were added to the list later with an older date.
 * `predictions` are in ascending order; `firstSeen` is by incident id.
 */
export function dateLosses(
  incidents: readonly Incident[],
  predictions: readonly Prediction[],
  firstSeen: ReadonlyMap<string, Day>,
): DatedLoss[] {
  return incidents.flatMap((incident) => {
    const knownOn = firstSeen.get(incident.id)
    if (knownOn === undefined) return []
    const before = knownOn < incident.day ? knownOn : incident.day
    const prediction = predictions.findLast(({ registeredOn }) => registeredOn < before)
    return prediction ? [{ incident, knownOn, prediction }] : []
  })
}

/**
 * The score of the protocol that a loss counts for: the one that upstream names or, where it names only a family, the scored member
 * with the largest TVL. Null when it names neither; `unscored` when no score was published for it.
 */
export function findVictim(
  { protocolId, parentId }: Incident,
  scores: readonly PredictedScore[],
  protocols: ReadonlyMap<number, KnownProtocol>,
): PredictedScore | 'unscored' | null {
  if (protocolId !== null) {
    return scores.find(({ id }) => id === Number(protocolId)) ?? 'unscored'
  }
  if (parentId === null) return null
  const members = scores.filter(({ id }) => protocols.get(id)?.parentId === parentId)
  const [largest] = members.sort((a, b) => (b.tvlUsd ?? 0) - (a.tvlUsd ?? 0) || a.id - b.id)
  return largest ?? 'unscored'
}

/** The family of a protocol, or its own id as text: members of one family are not independent. */
export function familyOf(id: number, protocols: ReadonlyMap<number, KnownProtocol>): string {
  return protocols.get(id)?.parentId ?? String(id)
}
