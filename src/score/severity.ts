import type { Incident } from '../domain/protocol.ts'
import type { Methodology } from './methodology.ts'
import type { Subject } from './subject.ts'

/** What share of the value was lost for good, 0-1; 1 when the amounts are not known, since unknown is not small. */
export function lostShare({ lossUsd, returnedUsd }: Incident, { sections }: Subject): number {
  if (lossUsd === null || lossUsd <= 0 || !sections.known) return 1
  const kept = Math.max(0, lossUsd - (returnedUsd ?? 0))
  return kept / (sections.value.tvl + lossUsd)
}

/** How much of a full loss an incident was, 0-1: a loss of `fullLossShare` of the value for good counts in full. */
export function severity(incident: Incident, subject: Subject, method: Methodology): number {
  return Math.min(1, lostShare(incident, subject) / method.incidents.fullLossShare)
}
