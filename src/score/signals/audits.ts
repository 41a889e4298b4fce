import type { AuditFlag } from '../../domain/protocol.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

/** Distinct published reports. They show no protective effect in the evidence, so they are never worth much. */
export const audits: Signal = {
  id: 'audits',
  question: 'How many audit reports can be read?',
  applies: always,
  read: readAudits,
}

/** What is said when there is a word about audits, but nothing to read. */
const UNLINKED: Record<AuditFlag, string> = {
  none: 'No audit is declared.',
  partial: 'Audits of a part of it are declared, but no report is linked.',
  audited: 'An audit is declared, but no report is linked.',
  'fork-of-audited': 'It is declared a fork of audited code; no report of its own is linked.',
}

function readAudits({ record: { facts, tvl } }: Subject): Reading<Measure> {
  const { auditLinks, auditFlag } = facts
  if (auditLinks?.known && auditLinks.value.length > 0) {
    const value = auditLinks.value.length
    return known(
      { value, sentence: `${value} audit ${value === 1 ? 'report is' : 'reports are'} linked.` },
      auditLinks.asOf,
      auditLinks.source,
    )
  }
  if (!auditFlag?.known) return auditFlag ?? missing('not-covered', tvl.source)
  const value = auditFlag.value === 'none' ? 0 : 0.5
  return known({ value, sentence: UNLINKED[auditFlag.value] }, auditFlag.asOf, auditFlag.source)
}
