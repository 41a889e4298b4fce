import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readDetail, readManifest, readSummaries } from './catalogue-files.ts'
import { screener, summaries } from './fixtures/documents.ts'
import { writeDocuments } from './fixtures/write-documents.ts'
import { tableRows } from './protocol-table.ts'

const root = mkdtempSync(path.join(tmpdir(), 'plimsoll-site-'))
const folder = writeDocuments(root)
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('the two meanings of a null in the screener index are distinguished', async () => {
  const rows = await tableRows(folder, summaries, screener)
  expect(rows[0]?.dimensions).toEqual([
    4,
    'not-applicable',
    'not-applicable',
    3,
    'unknown',
    'not-applicable',
  ])
})

test('a protocol without a score shows no dimension', async () => {
  const rows = await tableRows(folder, summaries, screener)
  expect(rows[1]?.dimensions).toBeNull()
})

test('the lists and the manifest are read by their schemas', async () => {
  expect(await readSummaries(folder)).toHaveLength(2)
  expect((await readManifest(folder)).snapshot.origin).toBe('seed')
})

test('a document that is not there is named', async () => {
  await expect(readDetail(folder, 'dodo')).rejects.toThrow(/dodo\.json, but it cannot be read/)
})
