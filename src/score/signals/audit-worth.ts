import type { Day } from '../../domain/day.ts'
import type { Audit } from '../../domain/record.ts'
import { yearsSince } from '../age.ts'

/** A further report of an auditor who was already counted, and of somebody unnamed, who may be another each time. */
const SECOND_LOOK = 0.25
const SECOND_UNNAMED = 0.5

/** A report loses half of its worth in this time: code moves on from what was read. */
const HALF_LIFE_YEARS = 3

/** Unknown is not fresh: the age at which a report without a date is counted. */
const UNDATED_YEARS = 2

/**
 * Distinct auditors behind some reports, halved every three years: each auditor's freshest report counts 1 and each
 * further one a quarter; reports that name nobody count as one auditor, with each further one a half.
 */
export function auditWorth(reports: readonly Audit[], asOf: Day): number {
  const worths: number[] = []
  for (const [auditor, own] of Map.groupBy(reports, (report) => report.auditor)) {
    const further = auditor === null ? SECOND_UNNAMED : SECOND_LOOK
    const freshest = own.map((report) => freshness(report, asOf)).sort((a, b) => b - a)
    worths.push(...freshest.map((share, index) => (index === 0 ? share : share * further)))
  }
  // Sums of floating numbers depend on their order, and upstream promises none.
  return worths.sort((a, b) => b - a).reduce((sum, worth) => sum + worth, 0)
}

function freshness({ auditedOn }: Audit, asOf: Day): number {
  const years = auditedOn === null ? UNDATED_YEARS : yearsSince(auditedOn, asOf)
  return 0.5 ** (years / HALF_LIFE_YEARS)
}
