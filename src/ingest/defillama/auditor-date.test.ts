import { describe, expect, test } from 'vitest'
import { auditedOn } from './auditor-date.ts'

const DAY = '2024-03-11'

describe(auditedOn, () => {
  test.each([
    ['https://x.example/audits/anchor_2022-02-03.pdf', '2022-02-03'],
    ['https://x.example/2022.12.08%20-%20Final.pdf', '2022-12-08'],
    ['https://x.example/report_v1.0_2023_06_14.pdf', '2023-06-14'],
    ['https://x.example/audit2023-02-27-updated-1.pdf', '2023-02-27'],
    ['https://x.example/20210621_Report.pdf', '2021-06-21'],
    ['https://x.example/final-20231121T015445Z.pdf', '2023-11-21'],
    ['https://x.example/a-20240311.pdf', '2024-03-11'],
    ['https://x.example/b%ZZ-20240311.pdf', '2024-03-11'],
  ])('%s names the day %s', (link, day) => {
    expect(auditedOn(link, DAY)).toBe(day)
  })

  test.each([
    ['https://x.example/wp-content/uploads/2022/06/Report.pdf', '2022-06-01'],
    ['https://consensys.net/diligence/audits/2021/04', '2021-04-01'],
    ['https://code4rena.com/reports/2022-01-elasticswap/', '2022-01-01'],
    ['https://x.example/Report-2018-12', '2018-12-01'],
    ['https://x.example/audits#2023-10-second', '2023-10-01'],
    ['https://x.example/April_2023/Report.pdf', '2023-04-01'],
    ['https://x.example/%5B23-Oct-2023%5D.pdf', '2023-10-01'],
    ['https://x.example/Audit%20Sept%202020.pdf', '2020-09-01'],
  ])('%s names the month of %s', (link, day) => {
    expect(auditedOn(link, DAY)).toBe(day)
  })

  test('a day is more exact than the month of its folder', () => {
    const link = 'https://x.example/wp-content/uploads/2020/03/20200302_Report.pdf'
    expect(auditedOn(link, DAY)).toBe('2020-03-02')
  })

  test.each([
    ['a later day than the snapshot', 'https://x.example/2024-03-12.pdf'],
    ['a later month', 'https://x.example/2024/04/a.pdf'],
    ['a day before anybody audited', 'https://x.example/2015-12-31.pdf'],
    ['a day that is none', 'https://x.example/2022-02-30.pdf'],
    ['a month that is none', 'https://x.example/2022/13/a.pdf'],
    ['day and month in doubt', 'https://x.example/Report_11012022.pdf'],
    ['day before month', 'https://x.example/14-04-2022.pdf'],
    ['the number of a report within its year', 'https://x.example/report_2020_11_en_1_0.pdf'],
    ['digits of a hash', 'https://x.example/blob/53a2856fa20220304ab/a.pdf'],
    ['the end of a hash', 'https://x.example/blob/53a2856fa20220304/a.pdf'],
    ['a longer number', 'https://x.example/1202203045.pdf'],
    ['a year only', 'https://x.example/2023/Report.pdf'],
    ['a word that begins like a month', 'https://x.example/Marble_2022.pdf'],
    ['two days', 'https://x.example/2022-01-02/2022-03-04.pdf'],
    ['two months', 'https://x.example/2022/06/report-2022-05.pdf'],
    ['a date in the query', 'https://x.example/a.pdf?on=2022-02-03'],
    ['no address', '2022-02-03'],
  ])('%s is no date', (_, link) => {
    expect(auditedOn(link, DAY)).toBeNull()
  })
})
