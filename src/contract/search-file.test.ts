import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STATUSES } from '../domain/status.ts'
import { createSearchFile, type FoundProtocol, readPlaces, readSearchFile } from './search-file.ts'

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
const rows = fc.array(
  fc.record({
    id: text,
    name: fc.oneof(text, fc.constant('')),
    category: fc.option(text),
    composite: fc.option(fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10)),
    symbol: fc.option(text),
    parent: fc.option(text),
    formerSlugs: fc.array(text, { maxLength: 2 }),
    otherNames: fc.array(text, { maxLength: 2 }),
    tokens: fc.array(text, { maxLength: 2 }),
    page: text,
    tvlYear: fc.option(fc.constant('2024')),
    status: fc.constantFrom(...STATUSES),
  }),
)

test('what is read is what was written, with the place in the list for the size', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const sized = all.map(
        (row, place): FoundProtocol => ({ ...row, kind: 'protocol', size: -place }),
      )
      const file: unknown = JSON.parse(JSON.stringify(createSearchFile('2026-11-21', sized)))
      expect(readSearchFile(file)).toEqual(sized)
    }),
  )
})

test('a protocol about which little is known takes four cells', () => {
  const none = {
    category: null,
    composite: null,
    symbol: null,
    parent: null,
    tvlYear: null,
    size: null,
  }
  const row: FoundProtocol = {
    kind: 'protocol',
    ...none,
    id: 'x',
    name: 'X',
    formerSlugs: [],
    otherNames: [],
    tokens: [],
    page: 'x',
    status: 'active',
  }
  expect(createSearchFile('2026-11-21', [row]).rows).toEqual([['x', 'X', -1, -1]])
})

test.each([null, 'x', {}, { format: 2, categories: [], rows: [] }, { format: 1, rows: [] }])(
  '%j is no such file',
  (document) => {
    expect(readSearchFile(document)).toBeNull()
  },
)

test('a file without places, or with a kind that is not known, has none', () => {
  const file = createSearchFile('2026-11-21', [])
  expect(readPlaces(file)).toEqual([])
  expect(readPlaces({ ...file, places: [[7, 'X', 'x', 1, 0]] })).toEqual([])
  expect(readPlaces({ ...file, places: undefined })).toEqual([])
})
