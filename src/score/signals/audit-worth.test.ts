import { expect, test } from 'vitest'
import type { Audit } from '../../domain/record.ts'
import { METHODOLOGY } from '../methodology.ts'
import { auditWorth } from './audit-worth.ts'

const worth = (list: Audit[], asOf: string) => auditWorth(list, asOf, METHODOLOGY.parameters.audits)

const report = (auditor: string, auditedOn: string): Audit => {
  return { auditor, auditedOn, reportUrl: `https://example.com/${auditor}` }
}

test('a report ages by the month, not by the day', () => {
  const list = [report('Anchor', '2023-01-31')]
  expect(worth(list, '2024-03-01')).toBe(worth(list, '2024-03-31'))
  expect(worth(list, '2024-04-01')).toBeLessThan(worth(list, '2024-03-31'))
})

test('the worth of reports does not depend on their order, to the last bit', () => {
  const list = Array.from({ length: 12 }, (_, i) => report(`Auditor ${i}`, `${2011 + i}-05-01`))
  expect(worth(list.toReversed(), '2024-03-11')).toBe(worth(list, '2024-03-11'))
})
