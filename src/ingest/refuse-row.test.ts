import { expect, test } from 'vitest'
import { MAX_NAMED_REFUSALS, noRowCounts } from '../domain/batch.ts'
import { refuseRow } from './refuse-row.ts'

test.each([
  [{ name: 'Harbour', slug: 'harbour' }, 'Harbour'],
  [{ name: '\u202e', slug: 'harbour' }, 'harbour'],
  [{ name: { a: 1 }, id: 7 }, '7'],
  [{ name: `a\r\n${'b'.repeat(100)}` }, `a ${'b'.repeat(78)}`],
  ['0xabc', '0xabc'],
  [JSON.parse('{"__proto__":{"name":"x"}}'), null],
  [['Harbour'], null],
  [null, null],
])('%j is named %j', (raw, name) => {
  const rowCounts = { ...noRowCounts(), rows: 3 }
  refuseRow(rowCounts, 'odd', raw)
  expect(rowCounts).toMatchObject({
    refused: { odd: 1 },
    refusedRows: [{ row: 3, name, reason: 'odd' }],
  })
})

test('rows beyond the limit are only counted', () => {
  const rowCounts = noRowCounts()
  for (let row = 0; row <= MAX_NAMED_REFUSALS; row += 1) refuseRow(rowCounts, 'odd', null)
  expect(rowCounts.refused).toEqual({ odd: MAX_NAMED_REFUSALS + 1 })
  expect(rowCounts.refusedRows).toHaveLength(MAX_NAMED_REFUSALS)
})
