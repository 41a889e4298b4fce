import { expect, test } from 'vitest'
import {
  change,
  contribution,
  day,
  exploitDays,
  instant,
  listedTvl,
  reading,
  share,
} from './figures.ts'

test('a contribution shows all six decimals that are published', () => {
  expect(contribution(0.1)).toBe('0.100000')
})

test('a change carries its sign, and none has no sign', () => {
  expect(change(-0.041)).toBe('−4.1\u00a0%')
  expect(change(0.2)).toBe('+20\u00a0%')
  expect(change(0)).toBe('0\u00a0%')
  expect(share(1 / 3)).toBe('33.3\u00a0%')
})

test('a day and an instant are read in UTC on any machine', () => {
  expect(day('2026-01-01T00:00:00.000Z')).toBe('1 Jan 2026')
  expect(instant('2026-11-21T23:59:59Z')).toBe('21 Nov 2026, 23:59 UTC')
})

test('a TVL of an earlier year than the snapshot has its year beside it, and its day', () => {
  const of = (tvlAsOf: string | null) => listedTvl({ tvlUsd: 1.5e9, tvlAsOf }, '2026-10-04')
  expect(of('2024-03-11')).toEqual({
    text: '$1.50bn',
    year: '(2024)',
    title: 'TVL of 11 Mar 2024',
  })
  const plain = { text: '$1.50bn', year: '', title: undefined }
  expect([of('2026-01-01'), of(null)]).toEqual([plain, plain])
  expect(listedTvl({ tvlUsd: null, tvlAsOf: '2024-03-11' }, '2026-10-04').text).toBe('Unknown')
})

test('a reading keeps four digits', () => {
  expect(reading(0.0123456)).toBe('0.01235')
  expect(reading(123_456)).toBe('123,500')
})

test.each([
  [null, 'Exploits, last 7 days'],
  ['2026-11-21', 'Exploits, last 7 days'],
  ['2026-11-19', 'Exploits, 7 days to 19 Nov 2026'],
])('the count of exploits names its seven days: of a list of %s', (listAsOf, text) => {
  expect(exploitDays(listAsOf, '2026-11-21')).toBe(text)
})
