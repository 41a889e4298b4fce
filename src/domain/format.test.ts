import { expect, test } from 'vitest'
import { capitalised, counted, points, sharePercent, usd } from './format.ts'

test.each([
  [0, '$0'],
  [0.004, '$0.00'],
  [0.4, '$0.40'],
  [1, '$1'],
  [999, '$999'],
  [999.6, '$1.00k'],
  [1_000, '$1.00k'],
  [12_340, '$12.3k'],
  [123_400, '$123k'],
  [999_600, '$1.00m'],
  [41_230_000, '$41.2m'],
  [1_840_000_000, '$1.84bn'],
  [2.5e12, '$2.50tn'],
  [-1_234, '-$1.23k'],
  [-0.5, '-$0.50'],
])('%s dollars have three digits and the unit that they round to: %s', (amount, text) => {
  expect(usd(amount)).toBe(text)
})

test('points have one decimal', () => {
  expect([points(3), points(10)]).toEqual(['3.0', '10.0'])
})

test('a word has the number of its count', () => {
  expect(counted(1, 'signal')).toBe('1 signal')
  expect(counted(1_200, 'signal')).toBe('1,200 signals')
  expect(counted(0, 'entry', 'entries')).toBe('0 entries')
})

test.each([
  [null, 'not stated'],
  [0, '0\u00a0%'],
  [0.0004, 'under 0.1\u00a0%'],
  [0.0042, '0.4\u00a0%'],
  [0.286, '29\u00a0%'],
  [1, '100\u00a0%'],
])('a share of %s is written as %s', (share, text) => {
  expect(sharePercent(share)).toBe(text)
})

test('a capital begins a sentence, and nothing else changes', () => {
  expect([capitalised('no one'), capitalised('')]).toEqual(['No one', ''])
})
