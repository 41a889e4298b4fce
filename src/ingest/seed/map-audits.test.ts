import { describe, expect, test } from 'vitest'
import { known, missing } from '../../domain/reading.ts'
import type { SeedAudits } from './audits-schema.ts'
import { mergeAudits } from './map-audits.ts'

const ROW = { readOn: '2026-11-22', source: 'title page' }

const file: SeedAudits = {
  asOf: '2024-05-02',
  source: 'audit-reports',
  terms: 'x',
  audits: [
    {
      protocolId: '7',
      auditor: 'Cantina',
      date: '2024-05-02',
      link: 'https://a.example/2',
      ...ROW,
    },
    { protocolId: '7', auditor: 'CertiK', date: '2023-04', link: 'https://a.example/1', ...ROW },
  ],
  replaces: [{ protocolId: '7', links: ['https://a.example/list'] }],
}

const linksOf = (...links: string[]) => known(links, '2024-03-11', 'defillama-protocols')

describe(mergeAudits, () => {
  test('adds the reports with their auditors and days; of a month, its first day', () => {
    const { auditLinks, reports } = mergeAudits(file, '7', linksOf('https://b.example/other'))
    expect(reports).toEqual([
      { auditor: 'CertiK', auditedOn: '2023-04-01', reportUrl: 'https://a.example/1' },
      { auditor: 'Cantina', auditedOn: '2024-05-02', reportUrl: 'https://a.example/2' },
    ])
    const links = ['https://b.example/other', 'https://a.example/1', 'https://a.example/2']
    expect(auditLinks).toEqual(known(links, '2024-05-02', 'audit-reports'))
  })

  test('gives what a report found in words, and none as none', () => {
    const found = { critical: 0, high: 1, medium: 2, low: 0, gas: 3, acknowledged: 4 }
    const [row] = file.audits
    const textOf = (findings: typeof found | { high: 0; medium: 0; low: 0 }) =>
      row && mergeAudits({ ...file, audits: [{ ...row, findings }] }, '7', linksOf()).reports[0]
    expect(textOf(found)?.findings).toBe('1 high, 2 medium, 3 gas; 4 acknowledged')
    expect(textOf({ high: 0, medium: 0, low: 0 })?.findings).toBe('none')
  })

  test.each([
    ['a list that it replaces', 'https://a.example/list'],
    ['the same address', 'https://a.example/2'],
    ['the same auditor and month', 'https://www.certik.com/2023/04/20230417.pdf'],
  ])('does not count a report twice: %s', (_, link) => {
    expect(mergeAudits(file, '7', linksOf(link)).auditLinks).toMatchObject({
      value: ['https://a.example/1', 'https://a.example/2'],
    })
  })

  test.each([
    ['another month', 'https://www.certik.com/20230517.pdf'],
    ['no date', 'https://www.certik.com/report.pdf'],
  ])('keeps a link of the same auditor with %s', (_, link) => {
    expect(mergeAudits(file, '7', linksOf(link)).auditLinks).toMatchObject({
      value: [link, 'https://a.example/1', 'https://a.example/2'],
    })
  })

  test('knows the links of a protocol whose registry row has none', () => {
    const { auditLinks } = mergeAudits(file, '7', missing('not-covered', 'defillama-protocols'))
    expect(auditLinks).toMatchObject({ known: true, asOf: '2024-05-02' })
  })

  test('leaves a protocol without such reports as it is', () => {
    const links = linksOf('https://a.example/list')
    expect(mergeAudits(file, '8', links)).toEqual({ auditLinks: links, reports: [] })
    const none = missing('not-covered', 'defillama-protocols')
    expect(mergeAudits(file, '8', none)).toEqual({ auditLinks: none, reports: [] })
  })
})
