import type { Incident } from '../domain/protocol.ts'
import type { Methodology } from './methodology.ts'
import type { Subject } from './subject.ts'

/** The share of the value that was lost, 0-1; 1 when the amounts are not known, because unknown is not small. */
export function grossShare({ lossUsd }: Incident, { sections }: Pick<Subject, 'sections'>): number {
  if (lossUsd === null || lossUsd <= 0 || !sections.known) return 1
  return lossUsd / (sections.value.tvl + lossUsd)
}

/** The share of a loss that was not repaid, 0-1. */
export function keptShare({ lossUsd, returnedUsd }: Incident): number {
  if (lossUsd === null || lossUsd <= 0) return 1
  return Math.max(0, 1 - (returnedUsd ?? 0) / lossUsd)
}

/** How much a loss counts against the code, 0-1: `reimbursedWeight` when all of it was repaid, because the code still failed. */
export function codeWeight(incident: Incident, { incidents }: Methodology): number {
  return incidents.reimbursedWeight + (1 - incidents.reimbursedWeight) * keptShare(incident)
}

/** How much of a full loss an incident was, 0-1: losing `fullLossShare` of the value without repayment counts in full. */
export function severity(
  incident: Incident,
  subject: Pick<Subject, 'sections'>,
  method: Methodology,
): number {
  const size = Math.min(1, grossShare(incident, subject) / method.incidents.fullLossShare)
  return codeWeight(incident, method) * size
}
