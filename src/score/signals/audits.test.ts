import { describe, expect, test } from 'vitest'
import type { AuditFlag } from '../../domain/protocol.ts'
import { known, missing } from '../../domain/reading.ts'
import type { Audit } from '../../domain/record.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { audits } from './audits.ts'

type Report = [auditor: string | null, auditedOn: string | null]

function audited(...reports: Report[]) {
  const list = reports.map(([auditor, auditedOn], index): Audit => {
    return { auditor, auditedOn, reportUrl: `https://example.com/${index}` }
  })
  return aRecord({
    facts: {
      auditLinks: fact(list.map(({ reportUrl }) => reportUrl)),
      auditFlag: fact<AuditFlag>('none'),
    },
    audits: list,
  })
}

describe('audits', () => {
  test.each<[string, Report[]]>([
    [
      '3 reports: OpenZeppelin (2022-01), Trail of Bits, one unnamed.',
      [
        [null, null],
        ['Trail of Bits', null],
        ['OpenZeppelin', '2022-01-05'],
      ],
    ],
    ['1 report: Anchor (2023-12).', [['Anchor', '2023-12-01']]],
    ['1 report: one unnamed.', [[null, null]]],
    [
      '4 reports: Buoy (2023-02), Anchor (2022-02), 2 unnamed (2021-03).',
      [
        [null, '2021-03-01'],
        ['Anchor', '2022-02-01'],
        ['Buoy', '2023-02-01'],
        [null, '2020-03-01'],
      ],
    ],
    [
      '3 reports: Anchor (2022-02), Buoy.',
      [
        ['Buoy', null],
        ['Anchor', '2020-01-01'],
        ['Anchor', '2022-02-01'],
      ],
    ],
  ])('%s', (sentence, reports) => {
    for (const order of [reports, reports.toReversed()]) {
      expect(judge(audits, audited(...order))).toMatchObject({
        sentence,
        asOf: '2024-03-11',
        source: 'test',
      })
    }
  })

  test('count distinct auditors, fresh ones more', () => {
    const record = audited(['Anchor', '2024-03-01'], ['Buoy', '2021-03-01'])
    expect(judge(audits, record)).toHaveProperty('value', expect.closeTo(1.5, 12))
  })

  test('a link of which nothing more is known is a report by an unnamed auditor, on no day', () => {
    const record = { ...audited(['Anchor', '2024-03-01']), audits: [] }
    expect(judge(audits, record)).toMatchObject({
      value: 0.5 ** (2 / 3),
      sentence: '1 report: one unnamed.',
    })
  })

  test('an old report is worth no less than the bare word', () => {
    expect(judge(audits, audited(['Anchor', '2016-01-01']))).toHaveProperty('value', 0.25)
  })

  test.each<[AuditFlag, number, string]>([
    ['none', 0, 'No audit is declared.'],
    ['partial', 0.25, 'Partial audits are declared, but no report is linked.'],
    ['audited', 0.25, 'An audit is declared, but no report is linked.'],
    [
      'fork-of-audited',
      0.25,
      'It is declared a fork of audited code; it links no report of its own.',
    ],
  ])('the bare word %s is worth %d of an auditor', (flag, value, sentence) => {
    const facts = { auditLinks: fact<string[]>([]), auditFlag: known(flag, '2023-01-01', 'flags') }
    const expected = { value, sentence, asOf: '2023-01-01', source: 'flags' }
    expect(judge(audits, aRecord({ facts }))).toMatchObject(expected)
    const unread = { ...facts, auditLinks: missing('refused', 'test') }
    expect(judge(audits, aRecord({ facts: unread }))).toMatchObject(expected)
  })

  test('without a word or a link they are missing, for the reason that the word gives', () => {
    const source = 'registry'
    const tvl = missing('stale', source)
    expect(judge(audits, aRecord({ tvl }))).toEqual({ missing: 'not-covered', source })
    const facts = { auditFlag: missing('refused', 'flags'), auditLinks: fact<string[]>([]) }
    expect(judge(audits, aRecord({ facts }))).toEqual({ missing: 'refused', source: 'flags' })
  })
})
