import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TextColumn, table } from './table.ts'
import { widthOf } from './width.ts'

interface Row {
  id: string
  name: string
  tvl: string
}

const COLUMNS: TextColumn<Row>[] = [
  { head: 'Id', cell: ({ id }) => ({ text: id, format: 'bold' }), least: 10 },
  { head: 'Name', cell: ({ name }) => name, least: 4, leaves: 1 },
  { head: 'TVL', cell: ({ tvl }) => ({ text: tvl, format: ['bold', 'red'] }), align: 'right' },
]
const ROWS: Row[] = [
  { id: 'aave-v3', name: 'Aave V3', tvl: '$11.9bn' },
  { id: 'sandbox-guillemot', name: '柴犬協議', tvl: '?' },
]
const show = (columns: number) => table(ROWS, COLUMNS, { columns, colours: false })

test('columns line up, also beside wide letters', () => {
  expect(show(Number.POSITIVE_INFINITY)).toEqual([
    'Id                 Name          TVL',
    'aave-v3            Aave V3   $11.9bn',
    'sandbox-guillemot  柴犬協議        ?',
  ])
})

test('a narrow table cuts what may be cut, and then leaves a column out', () => {
  expect(show(28)).toEqual([
    'Id           Name        TVL',
    'aave-v3      Aave…   $11.9bn',
    'sandbox-gu…  柴犬…         ?',
  ])
  expect(show(22)).toEqual([
    'Id                 TVL',
    'aave-v3        $11.9bn',
    'sandbox-guil…        ?',
  ])
  expect(show(15)).toEqual(['Id          TVL', 'aave-…  $11.9bn', 'sandb…        ?'])
})

test('no line is wider than the view, whatever the cells hold', () => {
  const word = fc
    .array(fc.constantFrom('a', 'B-', '柴', '👩‍👩‍👧', 'e\u0301', '…', ' ', '0x'))
    .map((parts) => parts.join(''))
  const rows = fc.array(fc.record({ id: word, name: word, tvl: word }), { maxLength: 5 })
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 60 }), fc.boolean(), (given, columns, colours) => {
      const lines = table(given, COLUMNS, { columns, colours })
      expect(lines).toHaveLength(given.length + 1)
      for (const line of lines) {
        expect(widthOf(stripVTControlCharacters(line))).toBeLessThanOrEqual(columns)
      }
    }),
  )
})

test('colours change nothing but the colour', () => {
  const coloured = table(ROWS, COLUMNS, { columns: 28, colours: true })
  expect(coloured.map((line) => stripVTControlCharacters(line))).toEqual(show(28))
  expect(coloured.join('')).toContain('\u001b[1m')
})
