import { describe, expect, test } from 'vitest'
import { dollars, money, percent, tokens } from './figures.ts'
import { formatSanctions } from './sanctions.ts'
import { isolated, listed } from './words.ts'

test.each([
  [0, '$0.00'],
  [-16_650, '\u2212$16,650.00'],
  [-0.001, '$0.00'],
  [1_234_567.891, '$1,234,567.89'],
  [null, '?'],
])('an amount of %s is %s', (usd, text) => expect(money(usd)).toBe(text))

test.each([
  [72_254.43, '$72,254'],
  [9.5, '$9.50'],
  [-47.2, '\u2212$47'],
])('in a sentence %s is %s', (usd, text) => expect(dollars(usd)).toBe(text))

test.each([
  [0.571, '57\u00a0%'],
  [0.001, 'under 1\u00a0%'],
  [0.999, 'over 99\u00a0%'],
  [1, '100\u00a0%'],
  [0, '0\u00a0%'],
])('a share of %s is %s', (share, text) => expect(percent(share)).toBe(text))

test.each([
  ['1234567.5', '1,234,567.5'],
  ['2.15', '2.15'],
  ['12.123456', '12.1234'],
  ['0.000000123456789', '0.000000123456'],
  ['15000.000', '15,000'],
  ['0', '0'],
  ['0.0', '0'],
  ['1e9', '1e9'],
])('%s tokens are shown as %s', (amount, text) => expect(tokens(amount)).toBe(text))

test('a name from outside cannot turn the rest of a sentence around', () => {
  expect(isolated('a\u202eb\u2069c')).toBe('\u2068abc\u2069')
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c')
})

describe('the sanctions check', () => {
  test('has three answers, and says which list of which day gave them', () => {
    const of = (status: 'clear' | 'listed' | 'unknown', hit: boolean | null, asOf: string | null) =>
      formatSanctions({ status, sources: [{ id: 'ofac', asOf, hit }] })
    expect(of('clear', false, '2026-11-20')).toEqual({
      title: 'Not on a list that was checked.',
      sources: ['The list of the US Treasury (OFAC), of 20 Nov 2026: does not have the address.'],
    })
    expect(of('listed', true, null).sources).toEqual([
      'The list of the US Treasury (OFAC), without a date: has the address.',
    ])
    expect(of('unknown', null, '2026-10-01').sources).toEqual([
      'The list of the US Treasury (OFAC), of 1 Oct 2026: too old to clear an address.',
    ])
    expect(of('unknown', null, null)).toEqual({
      title: 'Not checked: no list gave an answer. That is not a clearance.',
      sources: ['The list of the US Treasury (OFAC): no answer that can be used.'],
    })
  })

  test('names a list that the page does not know', () => {
    const { sources } = formatSanctions({
      status: 'clear',
      sources: [{ id: 'new', asOf: null, hit: false }],
    })
    expect(sources).toEqual(['The list new, without a date: does not have the address.'])
  })
})
