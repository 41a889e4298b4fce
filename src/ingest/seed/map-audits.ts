import { newestDay } from '../../domain/day.ts'
import { known, type Reading } from '../../domain/reading.ts'
import type { Audit } from '../../domain/record.ts'
import { auditorOf } from '../defillama/auditor.ts'
import { auditedOn } from '../defillama/auditor-date.ts'
import { firstDayOf, type SeedAudits } from './audits-schema.ts'

/** What the seed knows of the audits of one protocol. */
export interface SeedReports {
  /** Links of the registry and of the reports read by hand, each report once. */
  auditLinks: Reading<string[]>
  /** The reports read by hand, oldest first. */
  reports: Audit[]
}

/**
 * Adds the reports of a protocol that were read by hand to the links of its registry row. A link that the file replaces goes, and so
 * does one that names the auditor and month of a report that was read. Without either the links stay as they are.
 */
export function mergeAudits(
  { audits, replaces, source }: SeedAudits,
  protocolId: string,
  links: Reading<string[]>,
): SeedReports {
  const reports = audits
    .filter((row) => row.protocolId === protocolId)
    .map(({ auditor, date, link, findings }) => ({
      auditor,
      auditedOn: firstDayOf(date),
      reportUrl: link,
      ...(findings ? { findings: findingsText(findings) } : {}),
    }))
    .sort((a, b) => (a.auditedOn < b.auditedOn ? -1 : 1))
  const replaced = new Set(
    replaces.filter((row) => row.protocolId === protocolId).flatMap((row) => row.links),
  )
  if (reports.length === 0 && (replaced.size === 0 || !links.known))
    return { auditLinks: links, reports }
  const read = new Set(reports.flatMap((report) => [report.reportUrl, keyOf(report)]))
  const asOf = newestDay([
    ...reports.map((report) => report.auditedOn),
    ...(links.known ? [links.asOf] : []),
  ])
  const day = asOf ?? reports[0]?.auditedOn ?? ''
  const others = (links.known ? links.value : []).filter((url) => {
    const named = { auditor: auditorOf(url), auditedOn: auditedOn(url, day) }
    return !replaced.has(url) && !read.has(url) && !read.has(keyOf(named))
  })
  const urls = [...others, ...reports.map((report) => report.reportUrl)]
  return { auditLinks: known([...new Set(urls)], day, source), reports }
}

const SEVERITIES = [
  'critical',
  'high',
  'medium',
  'low',
  'informational',
  'gas',
  'undetermined',
] as const

type Findings = NonNullable<SeedAudits['audits'][number]['findings']>

/** `1 high, 2 medium; 3 acknowledged`: severities without a finding are left out. */
function findingsText(findings: Findings): string {
  const counts = SEVERITIES.flatMap((severity) => {
    const count = findings[severity] ?? 0
    return count > 0 ? [`${count} ${severity}`] : []
  })
  const acknowledged = findings.acknowledged ? `; ${findings.acknowledged} acknowledged` : ''
  return counts.length === 0 ? 'none' : counts.join(', ') + acknowledged
}

/** Auditor and month of a report. */
function keyOf({ auditor, auditedOn: day }: Pick<Audit, 'auditor' | 'auditedOn'>): string {
  return `${auditor} ${day?.slice(0, 7)}`
}
