import { describe, expect, test } from 'vitest'
import type { AuditFlag } from '../../domain/protocol.ts'
import { known, missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { audits } from './audits.ts'

describe('audits', () => {
  test.each([
    [1, 5, '1 audit report is linked.'],
    [2, 4, '2 audit reports are linked.'],
    [3, 3.5, '3 audit reports are linked.'],
    [4, 3, '4 audit reports are linked.'],
    [40, 3, '40 audit reports are linked.'],
  ])('%i linked reports give %d points, never fewer than 3', (count, risk, sentence) => {
    const auditLinks = fact(Array.from({ length: count }, (_, i) => `https://example.com/${i}`))
    const record = aRecord({ facts: { auditLinks, auditFlag: fact<AuditFlag>('none') } })
    expect(judge(audits, record)).toMatchObject({ value: count, risk, sentence })
  })

  test.each<[AuditFlag, number, number, string]>([
    ['none', 0, 9, 'No audit is declared.'],
    ['partial', 0.5, 7, 'Audits of a part of it are declared, but no report is linked.'],
    ['audited', 0.5, 7, 'An audit is declared, but no report is linked.'],
    [
      'fork-of-audited',
      0.5,
      7,
      'It is declared a fork of audited code; no report of its own is linked.',
    ],
  ])('the bare word %s is worth %d of a report', (flag, value, risk, sentence) => {
    const facts = { auditLinks: fact<string[]>([]), auditFlag: known(flag, '2023-01-01', 'flags') }
    const expected = { value, risk, sentence, asOf: '2023-01-01', source: 'flags' }
    expect(judge(audits, aRecord({ facts }))).toEqual(expected)
    const unread = { ...facts, auditLinks: missing('refused', 'test') }
    expect(judge(audits, aRecord({ facts: unread }))).toEqual(expected)
  })

  test('without a word or a link they are missing, for the reason that the word gives', () => {
    const source = 'registry'
    const tvl = missing('stale', source)
    expect(judge(audits, aRecord({ tvl }))).toEqual({ missing: 'not-covered', source })
    const facts = { auditFlag: missing('refused', 'flags'), auditLinks: fact<string[]>([]) }
    expect(judge(audits, aRecord({ facts }))).toEqual({ missing: 'refused', source: 'flags' })
  })
})
