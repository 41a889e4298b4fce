import { expect, test } from 'vitest'
import { fromText } from '../testing/mcp/from-text.ts'
import { MAX_ANSWER_BYTES, shorten } from './shorten.ts'
import { toText } from './to-text.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `p${at}`, text: 'ü'.repeat(100) }))

test('a short answer is as it is', () => {
  const document = { total: 3, rows: rows(3) }
  expect(shorten(document)).toBe(toText(document))
})

test('a long answer keeps the first rows of its largest list, and says how many it lost', () => {
  const document = { total: 100, few: rows(2), rows: rows(100), deep: { inner: rows(10) } }
  const text = shorten(document)
  const found = fromText(text) as typeof document & { leftOut: Record<string, number> }
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_ANSWER_BYTES)
  expect(Buffer.byteLength(text)).toBeGreaterThan(MAX_ANSWER_BYTES / 2)
  expect(found.few).toEqual(document.few)
  expect(found.rows).toEqual(document.rows.slice(0, found.rows.length))
  expect(found.leftOut).toEqual({ rows: 100 - found.rows.length })
  expect(text).not.toContain('leftOutIds')
  expect(document.rows).toHaveLength(100)
})

test('lists in lists are cut too', () => {
  const text = shorten({ record: { signals: rows(300) } })
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_ANSWER_BYTES)
  expect(text).toContain('leftOut: {record.signals: ')
})

test('the few records that are left out are named, in their order', () => {
  const records = Array.from({ length: 6 }, (_, at) => ({ id: `p${at}`, text: 'x'.repeat(3_500) }))
  const found = Object(fromText(shorten({ protocols: records })))
  const given = found.protocols.length
  expect(found.leftOutIds).toEqual(records.slice(given).map(({ id }) => id))
  expect(given).toBeGreaterThan(2)
})
