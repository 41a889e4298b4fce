import type { Incident } from '../domain/protocol.ts'
import { yearsSince } from './age.ts'
import type { Methodology } from './methodology.ts'
import type { Subject } from './subject.ts'

/** What the share of a loss is judged by. */
type Value = Pick<Subject, 'sections'>

/**
 * The share of the value that was lost, 0-1: the loss divided by the TVL two days before it, so that growth after an incident
 * does not make it smaller, nor decline larger. Without that TVL by the largest that is known around it; else it is estimated
 * from the TVL in use, which is taken to be off by `unseenChangePerYear` a year, on the side of the larger share: three of four protocols
 * grew or shrank by less than about this in a year (56 recorded daily histories to 2024-03-11, 520 pairs of days). A loss of an
 * unknown amount is `unknownShare`: neither small nor everything. A known one is 1 while no TVL can be read: to hide TVL never pays.
 */
export function grossShare(
  { lossUsd, tvlBeforeUsd, tvlAroundUsd, day }: Incident,
  { sections }: Value,
  { incidents }: Methodology,
): number {
  if (lossUsd === null || lossUsd <= 0) return incidents.unknownShare
  const before = tvlBeforeUsd || tvlAroundUsd || 0
  if (before > 0) return Math.min(1, lossUsd / before)
  if (!sections.known) return 1
  const years = Math.max(yearsSince(day, sections.asOf), yearsSince(sections.asOf, day))
  const least = sections.value.tvl / incidents.unseenChangePerYear ** Math.min(1, years)
  // A TVL from before the incident includes what was lost; one from after it does not.
  return sections.asOf < day ? Math.min(1, lossUsd / least) : lossUsd / (least + lossUsd)
}

/** True for a loss that says nothing about the code or its keys: a hijacked website, a phished person, an impersonation. */
export function isOutside({ technique }: Incident, { incidents }: Methodology): boolean {
  return technique !== null && incidents.outsideTechniques.includes(technique)
}

/** The share of a loss that was not repaid, 0-1. */
export function keptShare({ lossUsd, returnedUsd }: Incident): number {
  if (lossUsd === null || lossUsd <= 0) return 1
  return Math.max(0, 1 - (returnedUsd ?? 0) / lossUsd)
}

/** How much a loss counts against the code, 0-1: `reimbursedWeight` when all of it was repaid, because the code still failed; 0 for one from outside. */
export function codeWeight(incident: Incident, method: Methodology): number {
  const { reimbursedWeight } = method.incidents
  if (isOutside(incident, method)) return 0
  return reimbursedWeight + (1 - reimbursedWeight) * keptShare(incident)
}

/** How much of a full loss an incident was, 0-1: losing `fullLossShare` of the value without repayment counts in full. */
export function severity(incident: Incident, subject: Value, method: Methodology): number {
  const size = Math.min(1, grossShare(incident, subject, method) / method.incidents.fullLossShare)
  return codeWeight(incident, method) * size
}
