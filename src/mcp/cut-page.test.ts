import { expect, test } from 'vitest'
import { decodeCursor } from '../contract/cursor.ts'
import { cutPage } from './cut-page.ts'
import { isShort } from './shorten.ts'

const mark = '0123456789abcdef'
const meta = { total: 70, page: 2, limit: 50, pageCount: 2, snapshot: 'today' }
const rows = Array.from({ length: 20 }, (_, at) => ({ id: `p${at}`, text: 'ü'.repeat(1_000) }))

const cut = (own: typeof rows, given: Partial<Parameters<typeof cutPage>[0]> = {}) =>
  Object(cutPage({ meta, mark, ...given, rows: own, documentOf: (few) => ({ hints: [], few }) }))

test('a page that is short has all of its rows, and the cursor of the service', () => {
  expect(cut(rows.slice(0, 3), { meta: { ...meta, total: 53 } })).toEqual({
    ...{ total: 53, page: 2, pageCount: 2, nextCursor: null, hints: [], few: rows.slice(0, 3) },
  })
})

test('a page that is cut goes on after its last row, on the last page too', () => {
  const document = cut(rows)
  const given = document.few.length
  expect(isShort(document)).toBe(true)
  expect(given).toBeGreaterThan(3)
  expect(document.leftOut).toBe(20 - given)
  expect(document.note).toContain('`cursor`')
  const next = { snapshot: 'today', start: 50 + given, mark }
  expect(decodeCursor(document.nextCursor)).toEqual(next)
  const { nextCursor, few } = cut(rows.slice(given), { cursor: document.nextCursor })
  expect(few[0]).toEqual(rows[given])
  expect(decodeCursor(nextCursor)?.start ?? 70).toBe(50 + given + few.length)
})

test('a row that is too long alone is given, for a page must not stand still', () => {
  const [row] = rows
  expect(cut([{ ...row, id: 'long', text: 'x'.repeat(20_000) }]).few).toHaveLength(1)
})
