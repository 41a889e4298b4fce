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

/**
 * How much of a full loss an incident was, 0-1: a loss of `fullLossShare` of the value counts in full, and at
 * `reimbursedWeight` when all of it came back: the code was broken all the same.
 */
export function severity(incident: Incident, subject: Subject, method: Methodology): number {
  const { fullLossShare, reimbursedWeight } = method.incidents
  const weight = reimbursedWeight + (1 - reimbursedWeight) * keptShare(incident)
  return weight * Math.min(1, grossShare(incident, subject) / fullLossShare)
}
