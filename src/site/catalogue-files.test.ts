import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readDetail, readManifest, readSummaries } from './catalogue-files.ts'
import { writeDocuments } from './fixtures/write-documents.ts'

const root = mkdtempSync(path.join(tmpdir(), 'plimsoll-site-'))
const folder = writeDocuments(root)
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('the lists and the manifest are read by their schemas', async () => {
  expect(await readSummaries(folder)).toHaveLength(2)
  expect((await readManifest(folder)).snapshot.origin).toBe('seed')
})

test('a document that is not there is named', async () => {
  await expect(readDetail(folder, 'dodo')).rejects.toThrow(/dodo\.json, but it cannot be read/)
})
