import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOfText, shortAddress, shortText } from './text-parts.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`

test('a sentence is split at its addresses and days', () => {
  expect(partsOfText(`One key (${ADDRESS}) can, as of 2024-03-11.`)).toEqual([
    { kind: 'text', text: 'One key (' },
    { kind: 'address', text: ADDRESS },
    { kind: 'text', text: ') can, as of ' },
    { kind: 'day', text: '2024-03-11' },
    { kind: 'text', text: '.' },
  ])
})

test('the parts of any sentence together are the sentence', () => {
  const words = fc.array(fc.oneof(fc.string(), fc.constant(ADDRESS), fc.constant('2024-03-11')))
  fc.assert(
    fc.property(words, (list) => {
      const sentence = list.join(' ')
      expect(
        partsOfText(sentence)
          .map(({ text }) => text)
          .join(''),
      ).toBe(sentence)
    }),
  )
})

test('a short address keeps both ends', () => {
  expect(shortAddress(ADDRESS)).toBe('0xabab…abab')
  expect(shortAddress('0x1')).toBe('0x1')
})

test('a short text shortens addresses and writes days out, and keeps the rest', () => {
  expect(
    shortText('No one can change 0x4f01aed16d97e3ab5ab2b501154dc9bb0f1a5a2c (2026-08-04).'),
  ).toBe('No one can change 0x4f01…5a2c (4 Aug 2026).')
})
