import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { moveContents } from './move-site.ts'

let from: string
let to: string

beforeEach(() => {
  from = folderOfTest()
  to = folderOfTest()
})

function write(dir: string, name: string, text: string): void {
  mkdirSync(path.dirname(path.join(dir, name)), { recursive: true })
  writeFileSync(path.join(dir, name), text)
}

test('contents join the folders that are there', () => {
  write(from, 'new/index.html', '1')
  write(from, 'both/new.html', '2')
  write(to, 'both/old.html', '3')
  moveContents(from, to)
  expect(readdirSync(to).sort()).toEqual(['both', 'new'])
  expect(readdirSync(path.join(to, 'both')).sort()).toEqual(['new.html', 'old.html'])
  expect(readFileSync(path.join(to, 'new/index.html'), 'utf8')).toBe('1')
})
