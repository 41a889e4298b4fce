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
  const sentence =
    auditFlag.value === 'none'
      ? 'No audit is declared.'
      : 'An audit is declared, but no report is linked.'
  const value = auditFlag.value === 'none' ? 0 : 0.5
  return known({ value, sentence }, auditFlag.asOf, auditFlag.source)
}
