import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wrapText } from './wrap-text.ts'

test('words go to the next line where the width ends', () => {
  expect(wrapText('after a vote; delay not recorded', 120, 12, 3)).toEqual([
    'after a vote;',
    'delay not',
    'recorded',
  ])
})

test('a text that is too long ends in an ellipsis, and so does a word', () => {
  expect(wrapText('one two three', 30, 10, 2)).toEqual(['one', 'two…'])
  expect(wrapText('aaaa bbbb cccc', 23, 10, 2)).toEqual(['aaaa', 'bb…'])
  expect(wrapText('DeliveryProviderImplementation', 60, 10, 2)).toEqual(['DeliveryP…'])
})

test('no line is wider than the width, and without a cut no word is lost', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.integer({ min: 30, max: 300 }),
      (text, width) => {
        const lines = wrapText(text, width, 10, 4)
        expect(lines.length).toBeLessThanOrEqual(4)
        for (const line of lines)
          expect([...line].length).toBeLessThanOrEqual(Math.floor(width / 5.6))
        const words = text.split(/\s+/).filter(Boolean).join(' ')
        if (!lines.join('').includes('…')) expect(lines.join(' ')).toBe(words)
      },
    ),
  )
})
