import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { makeFolder } from './make-folder.ts'

test('a folder is made with those above it, and one that is there is left alone', () => {
  const folder = path.join(folderOfTest(), 'a/b')
  makeFolder(folder, 0o700)
  makeFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test.skipIf(!existsSync('/proc/self'))('below /proc it ends with an error', () => {
  expect(() => makeFolder('/proc/x/y')).toThrow(/ENOENT/)
})
