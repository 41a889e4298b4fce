import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plain, plainDeep, safeJson } from './plain.ts'

/** What a terminal obeys: C0, DEL and C1 controls, and what turns or hides a line. */
const OBEYED =
  /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\u200b\ufeff\u{e0000}-\u{e007f}]/u

test('escape sequences are taken out whole, and every control', () => {
  expect(plain('\u001b[31mAave\u001b[0m')).toBe('Aave')
  expect(plain('\u001b]8;;https://evil.example\u0007Aave\u001b]8;;\u0007')).toBe('Aave')
  expect(plain('\u009b31mAave')).toBe('Aave')
  expect(plain('a\r\nb\tc\u0000d\u007f')).toBe('a b cd')
})

test('what turns the direction of a line or hides in it is taken out', () => {
  expect(plain('\u202eevaA\u2066x\u2069\u200f')).toBe('evaAx')
  expect(plain('A\u200bave\ufeff \u{e0041}\u{e000d}')).toBe('Aave')
  expect(plain('a\u2028b')).toBe('a b')
})

test('names in other scripts, accents and emoji stay as they are', () => {
  for (const name of ['Ümläut', '柴犬協議', 'नमस्ते', '👩‍👩‍👧 dao', '🏴‍☠️', 'می‌خواهم'])
    expect(plain(name)).toBe(name)
})

test('a stack of marks and half a character are cut', () => {
  expect(plain(`Z${'\u0301'.repeat(40)}`)).toBe(`Z${'\u0301'.repeat(4)}`)
  expect(plain('a\ud800b')).toBe('a\ufffdb')
})

test('whatever a text has, nothing that a terminal obeys is left, also deep in a document', () => {
  const text = fc.string({
    unit: fc
      .nat(0x10ffff)
      .map((code) => (code > 0x3000 && code % 3 ? code % 0x2100 : code))
      .map((code) => String.fromCodePoint(code)),
  })
  fc.assert(
    fc.property(text, (given) => {
      expect(plain(given)).not.toMatch(OBEYED)
      expect(JSON.stringify(plainDeep({ [given]: [{ a: given }] }))).not.toMatch(OBEYED)
    }),
  )
})

test('a document is kept but for its texts', () => {
  expect(plainDeep({ a: null, b: [0, -0.5, true], c: 'x\u001b[2Jy' })).toEqual({
    ...{ a: null, b: [0, -0.5, true], c: 'xy' },
  })
})

test('JSON keeps every value and has nothing that a terminal obeys', () => {
  const value = { a: 'x\u001b[31m\u009b2J\u202e\u2028\u{e0041}é柴', b: [null, 1.5] }
  expect(JSON.parse(safeJson(value))).toEqual(value)
  expect(safeJson(value)).not.toMatch(OBEYED)
  expect(safeJson({ a: 'Aave', b: 'é' })).toBe('{"a":"Aave","b":"é"}')
})
