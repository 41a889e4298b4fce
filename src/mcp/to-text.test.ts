import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromText } from '../testing/mcp/from-text.ts'
import { cleaned } from './clean-text.ts'
import { toText } from './to-text.ts'

test('a field is a line, and so is an item of a list of objects', () => {
  const text = toText({
    total: 2,
    hint: null,
    names: ['a', 'b'],
    at: { day: '2026-08-20', ok: true },
    rows: [
      { id: 'aave-v3', chains: ['Base', 'BNB Chain'] },
      { id: 'odd, id: other', chains: [] },
    ],
  })

  expect(text.split('\n')).toEqual([
    'total: 2',
    'hint: null',
    'names: [a, b]',
    'at: {day: 2026-08-20, ok: true}',
    'rows (2):',
    '- id: aave-v3, chains: [Base, BNB Chain]',
    '- id: "odd, id: other", chains: []',
  ])
})

test('no text of a source can add a line or a field', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 })
  fc.assert(
    fc.property(text, (name) => {
      const lines = toText(cleaned({ rows: [{ id: 'x', name, last: 1 }] })).split(/\r|\n|\u2028/)
      expect(lines).toHaveLength(2)
      expect(lines[1]).toMatch(/^- id: x, name: ("(\\.|[^"\\])*"|[^,;:{}[\]"]*), last: 1$/)
    }),
  )
})

test('a program reads the same document from the text', () => {
  const leaf = fc.oneof(
    fc.constantFrom('null', 'true', '-1.5', '12', '1e5', '', ' ', 'a: b', '- x'),
    ...[fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()],
    fc.constant(null),
  )
  const name = fc.stringMatching(/^[a-z]{1,5}$/)
  const row = fc.dictionary(name, fc.oneof(leaf, fc.array(leaf), fc.dictionary(name, leaf)), {
    noNullPrototype: true,
  })
  const document = fc.dictionary(name, fc.oneof(leaf, fc.array(row, { minLength: 1 }), row), {
    ...{ minKeys: 1, noNullPrototype: true },
  })
  const same = (value: unknown) => JSON.parse(JSON.stringify(value))
  fc.assert(
    fc.property(document, (given) => {
      const clean = same(cleaned(given))
      fc.pre(!JSON.stringify(clean).includes('[{}') && !JSON.stringify(clean).includes(',{}'))
      expect(fromText(toText(clean))).toEqual(clean)
    }),
  )
})
