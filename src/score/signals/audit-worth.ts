import type { Day } from '../../domain/day.ts'
import type { Audit } from '../../domain/record.ts'
import { yearsSince } from '../age.ts'
import type { Parameters } from '../methodology.ts'

type AuditParameters = Parameters['audits']

/**
 * The number of distinct auditors, weighted by age: each auditor's newest report counts 1 and loses half of that in
 * `halfLifeYears`; further reports count less. Reports without a named auditor count as one auditor.
 */
export function auditWorth(
  reports: readonly Audit[],
  asOf: Day,
  parameters: AuditParameters,
): number {
  const worths: number[] = []
  for (const [auditor, own] of Map.groupBy(reports, (report) => report.auditor)) {
    const further = auditor === null ? parameters.furtherUnnamedReport : parameters.furtherReport
    const freshest = own.map((report) => freshness(report, asOf, parameters)).sort((a, b) => b - a)
    worths.push(...freshest.map((share, index) => (index === 0 ? share : share * further)))
  }
  // Sums of floating numbers depend on their order, and upstream promises none.
  return worths.sort((a, b) => b - a).reduce((sum, worth) => sum + worth, 0)
}

function freshness(
  { auditedOn }: Audit,
  asOf: Day,
  { undatedYears, halfLifeYears }: AuditParameters,
): number {
  const years = auditedOn === null ? undatedYears : yearsSince(auditedOn, asOf)
  return 0.5 ** (years / halfLifeYears)
}
