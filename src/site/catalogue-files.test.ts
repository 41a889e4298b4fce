import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BULK_FOLDER } from '../contract/bulk.ts'
import { readBulk } from './catalogue-files.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'plimsoll-catalogue-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

test('without tables for download there is no manifest of them, and one that is not as promised is an error', async () => {
  const folder = path.join(dir, '_data/live')
  expect(await readBulk(folder)).toBeNull()
  mkdirSync(path.join(dir, BULK_FOLDER), { recursive: true })
  writeFileSync(path.join(dir, BULK_FOLDER, 'manifest.json'), '{}')
  await expect(readBulk(folder)).rejects.toThrow('Invalid input')
})
