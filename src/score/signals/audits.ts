import type { AuditFlag } from '../../domain/protocol.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import type { Audit } from '../../domain/record.ts'
import { compareText } from '../../domain/text-order.ts'
import type { Methodology } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { auditWorth } from './audit-worth.ts'

/** Distinct auditors, the newer the better. Audits show no protective effect in past losses, so they never count for much. */
export const audits: Signal = {
  id: 'audits',
  question: 'Who audited it, and how long ago?',
  applies: always,
  read: readAudits,
}

/** The sentence when audits are declared but no report is linked. */
const UNLINKED: Record<AuditFlag, string> = {
  none: 'No audit is declared.',
  partial: 'Partial audits are declared, but no report is linked.',
  audited: 'An audit is declared, but no report is linked.',
  'fork-of-audited': 'It is declared a fork of audited code; it links no report of its own.',
}

function readAudits(
  { asOf, record }: Subject,
  { parameters: { audits: parameters } }: Methodology,
): Reading<Measure> {
  const { auditLinks, auditFlag } = record.facts
  if (auditLinks?.known && auditLinks.value.length > 0) {
    const byUrl = new Map(record.audits.map((report) => [report.reportUrl, report]))
    const reports = auditLinks.value.map((url) => byUrl.get(url) ?? unread(url))
    const value = Math.max(parameters.declaredOnly, auditWorth(reports, asOf, parameters))
    return known({ value, sentence: sentenceOf(reports) }, auditLinks.asOf, auditLinks.source)
  }
  if (!auditFlag?.known) return auditFlag ?? missing('not-covered', record.tvl.source)
  const value = auditFlag.value === 'none' ? 0 : parameters.declaredOnly
  return known({ value, sentence: UNLINKED[auditFlag.value] }, auditFlag.asOf, auditFlag.source)
}

function unread(reportUrl: string): Audit {
  return { auditor: null, auditedOn: null, reportUrl }
}

/** `3 reports: OpenZeppelin (2022-01), Trail of Bits, one unnamed.` The newest auditor comes first. */
function sentenceOf(reports: Audit[]): string {
  const auditors = [...Map.groupBy(reports, ({ auditor }) => auditor)]
    .map(([auditor, own]) => ({ auditor, count: own.length, month: newestMonth(own) }))
    .sort(
      (a, b) =>
        Number(a.auditor === null) - Number(b.auditor === null) ||
        compareText(b.month, a.month) ||
        compareText(a.auditor ?? '', b.auditor ?? ''),
    )
    .map(({ auditor, count, month }) => {
      const name = auditor ?? (count === 1 ? 'one unnamed' : `${count} unnamed`)
      return month === '' ? name : `${name} (${month})`
    })
  const count = reports.length === 1 ? '1 report' : `${reports.length} reports`
  return `${count}: ${auditors.join(', ')}.`
}

/** `2022-01`, or nothing when no report has a date. */
function newestMonth(reports: Audit[]): string {
  const days = reports.map(({ auditedOn }) => auditedOn ?? '').sort()
  return days.at(-1)?.slice(0, 7) ?? ''
}
