import fc from 'fast-check'
import { expect, test } from 'vitest'
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
