import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layoutTable, type PictureCell } from './table-layout.ts'

/** Letters of ten pixels. */
const measure = (text: string) => [...text].length * 10
const cell = (text: string): PictureCell => ({ text, bar: null, isHead: false })
const at = { x: 32, y: 100 }

test('columns are as wide as their longest text, and rows below each other', () => {
  const { cells, width, rules } = layoutTable(
    [
      [cell('Name'), cell('Score')],
      [cell('Aave'), cell('2.2')],
    ],
    measure,
    at,
  )
  expect(cells.map(({ x }) => x)).toEqual([32, 90, 32, 90])
  expect(cells[2]?.y).toBeGreaterThan(rules[0] ?? 0)
  expect(width).toBe(40 + 18 + 50)
})

test('a long text is broken into lines, and what is too much is an ellipsis', () => {
  const [first] = layoutTable([[cell('word '.repeat(80).trim())]], measure, at).cells
  expect(first?.lines).toHaveLength(6)
  expect(first?.lines.at(-1)).toMatch(/word…$/)
  const [long] = layoutTable([[cell('x'.repeat(90))]], measure, at).cells
  expect(long?.lines).toEqual(['x'.repeat(26), 'x'.repeat(26), 'x'.repeat(26), 'x'.repeat(12)])
})

test('cells never touch, whatever they say', () => {
  const rows = fc.array(fc.array(fc.string({ maxLength: 60 }).map(cell), { maxLength: 4 }), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(rows, (table) => {
      const { cells, height } = layoutTable(table, measure, at)
      for (const { y, lines } of cells)
        expect(y + lines.length * 20).toBeLessThanOrEqual(at.y + height)
      expect(cells).toHaveLength(table.flat().length)
    }),
  )
})
