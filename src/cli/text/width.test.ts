import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, pad, widthOf, wrap } from './width.ts'

const NAMES = [
  'Aave V3',
  '柴犬協議',
  '한글',
  '각',
  'ｆｕｌｌ',
  'é',
  'e\u0301',
  '👩‍👩‍👧',
  '🏴‍☠️',
  '1️⃣',
  '🇮🇸',
  'नमस्ते',
  'Ω',
]
const anyText = fc.array(fc.constantFrom(...NAMES, ' ', 'x', '—')).map((parts) => parts.join(''))

test('letters take one column, wide letters and emoji two, marks none', () => {
  const widths = NAMES.map((name) => [name, widthOf(name)])
  expect(Object.fromEntries(widths)).toEqual({
    ...{ 'Aave V3': 7, 柴犬協議: 8, 한글: 4, 각: 2, ｆｕｌｌ: 8, é: 1, 'e\u0301': 1 },
    ...{ '👩‍👩‍👧': 2, '🏴‍☠️': 2, '1️⃣': 2, '🇮🇸': 2, नमस्ते: 4, Ω: 1 },
  })
})

test('widths of single characters are those of Node itself', () => {
  const characters = [...'Aé柴한ｆΩあ、〜🙂🧪ा¡€ﷺ𠀀']
  const script = `const { getStringWidth } = require('internal/util/inspect')
    process.stdout.write(JSON.stringify(${JSON.stringify(characters)}.map((each) => getStringWidth(each))))`
  const output = execFileSync(process.execPath, ['--expose-internals', '-e', script], {
    encoding: 'utf8',
  })
  expect(characters.map(widthOf)).toEqual(JSON.parse(output))
})

test('a text cut to a width never takes more, and is whole where it fits', () => {
  fc.assert(
    fc.property(anyText, fc.nat(30), (text, columns) => {
      const short = cut(text, columns)
      expect(widthOf(short)).toBeLessThanOrEqual(columns)
      if (widthOf(text) <= columns) expect(short).toBe(text)
    }),
  )
  expect(cut('Morpho Aave', 8)).toBe('Morpho…')
  expect(cut('柴犬協議', 4)).toBe('柴…')
  expect(cut('Aave', 0)).toBe('')
})

test('a text is filled up to its column by what it takes there', () => {
  expect(pad('柴', 4, 'left')).toBe('柴  ')
  expect(pad('柴', 4, 'right')).toBe('  柴')
  expect(pad('long', 2, 'left')).toBe('long')
})

test('wrapped lines fit, lose no letter, and break words only where they must', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 2, max: 30 }), (text, columns) => {
      const lines = wrap(text, columns)
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }),
  )
  expect(wrap('one two three', 8)).toEqual(['one two', 'three'])
  expect(wrap('0x1234567890', 6)).toEqual(['0x1234', '567890'])
})
