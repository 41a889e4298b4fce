import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { readDetail, readManifest, readSummaries } from './catalogue-files.ts'
import { writeDocuments } from './fixtures/write-documents.ts'

const folder = writeDocuments(temporaryFolder())

test('the lists and the manifest are read by their schemas', async () => {
  expect(await readSummaries(folder)).toHaveLength(2)
  expect((await readManifest(folder)).snapshot.origin).toBe('seed')
})

test('a document that is not there is named', async () => {
  await expect(readDetail(folder, 'dodo')).rejects.toThrow(/dodo\.json, but it cannot be read/)
})
