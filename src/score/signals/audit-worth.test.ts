import { describe, expect, test } from 'vitest'
import type { Audit } from '../../domain/record.ts'
import { METHODOLOGY } from '../methodology.ts'
import { auditWorth } from './audit-worth.ts'

const DAY = '2024-03-11'
const { audits } = METHODOLOGY.parameters

function reports(...list: [auditor: string | null, auditedOn: string | null][]): Audit[] {
  return list.map(([auditor, auditedOn], index) => {
    return { auditor, auditedOn, reportUrl: `https://example.com/${index}` }
  })
}

describe(auditWorth, () => {
  test.each([
    ['nothing is worth nothing', reports(), 0],
    ['a report of this month counts whole', reports(['Anchor', '2024-03-01']), 1],
    ['it loses half in three years', reports(['Anchor', '2021-03-31']), 0.5],
    ['and half again in three more', reports(['Anchor', '2018-03-01']), 0.25],
    ['a report without a date counts as two years old', reports(['Anchor', null]), 0.5 ** (2 / 3)],
    [
      'another auditor counts as much as the first',
      reports(['Anchor', '2024-03-01'], ['Buoy', '2024-03-01']),
      2,
    ],
    [
      'a further report of the same auditor counts a quarter',
      reports(['Anchor', '2024-03-01'], ['Anchor', '2024-03-01'], ['Anchor', '2024-03-01']),
      1.5,
    ],
    [
      'the freshest report of an auditor is the one that counts',
      reports(['Anchor', '2018-03-01'], ['Anchor', '2024-03-01']),
      1 + 0.25 * 0.25,
    ],
    ['unnamed auditors count as one', reports([null, '2024-03-01']), 1],
    [
      'and a half for each further report',
      reports([null, '2024-03-01'], [null, '2021-03-01'], [null, '2024-03-01']),
      1 + 0.5 + 0.25,
    ],
  ])('%s', (_, list, worth) => {
    expect(auditWorth(list, DAY, audits)).toBeCloseTo(worth, 12)
  })

  test('ages by the month, not by the day', () => {
    const list = reports(['Anchor', '2023-01-31'])
    expect(auditWorth(list, '2024-03-01', audits)).toBe(auditWorth(list, '2024-03-31', audits))
    expect(auditWorth(list, '2024-04-01', audits)).toBeLessThan(
      auditWorth(list, '2024-03-31', audits),
    )
  })

  test('does not depend on the order, to the last bit', () => {
    const list = reports(
      ...Array.from({ length: 12 }, (_, i): [string, string] => [
        `Auditor ${i}`,
        `20${String(11 + i)}-05-01`,
      ]),
    )
    expect(auditWorth(list.toReversed(), DAY, audits)).toBe(auditWorth(list, DAY, audits))
  })
})
