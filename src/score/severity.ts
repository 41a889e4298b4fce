import type { Incident } from '../domain/protocol.ts'
import type { Methodology } from './methodology.ts'
import type { Subject } from './subject.ts'

/** What share of the value was taken, 0-1; 1 when the amounts are not known, since unknown is not small. */
export function grossShare({ lossUsd }: Incident, { sections }: Subject): number {
  if (lossUsd === null || lossUsd <= 0 || !sections.known) return 1
  return lossUsd / (sections.value.tvl + lossUsd)
}

/** What share of a loss never came back, 0-1. */
export function keptShare({ lossUsd, returnedUsd }: Incident): number {
  if (lossUsd === null || lossUsd <= 0) return 1
  return Math.max(0, 1 - (returnedUsd ?? 0) / lossUsd)
}

/** What a loss says of the code, 0-1: `reimbursedWeight` when all of it came back, since the code was broken all the same. */
export function codeWeight(incident: Incident, { incidents }: Methodology): number {
  return incidents.reimbursedWeight + (1 - incidents.reimbursedWeight) * keptShare(incident)
}

/** How much of a full loss an incident was, 0-1: one of `fullLossShare` of the value that never came back counts in full. */
export function severity(incident: Incident, subject: Subject, method: Methodology): number {
  const size = Math.min(1, grossShare(incident, subject) / method.incidents.fullLossShare)
  return codeWeight(incident, method) * size
}
