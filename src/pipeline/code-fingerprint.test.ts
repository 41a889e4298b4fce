import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { codeFingerprint } from './code-fingerprint.ts'
import cases from './fixtures/code-fingerprint.json' with { type: 'json' }

describe(codeFingerprint, () => {
  let root: string

  beforeEach(() => {
    root = folderOfTest()
    for (const [name, text] of [
      ['astro.config.mjs', 'a'],
      ['package-lock.json', 'b'],
      ['src/deep/x.ts', 'c'],
      ['data/chains.json', 'd'],
      ['public/logo.svg', 'e'],
      ['functions/screener.ts', 'f'],
      ['netlify.toml', 'g'],
      ['package.json', 'h'],
    ] as const) {
      write(name, text)
    }
  })

  function write(name: string, text: string): void {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }

  test('the same files give the same hash', () => {
    expect(codeFingerprint(root)).toBe(codeFingerprint(root))
    expect(codeFingerprint(root)).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each(cases.counted)('a change of %s is a change', (name) => {
    const before = codeFingerprint(root)
    write(name, 'other')
    expect(codeFingerprint(root)).not.toBe(before)
  })

  test.each(cases.ignored)('a change of %s is none', (name) => {
    const before = codeFingerprint(root)
    write(name, 'other')
    expect(codeFingerprint(root)).toBe(before)
  })

  test('folders that are left out are not read, since another run may be writing them', () => {
    for (const name of cases.ignored) write(name, 'other')
    const read: string[] = []
    codeFingerprint(root, (folder) => {
      read.push(path.relative(root, folder))
      return readdirSync(folder, { withFileTypes: true })
    })
    expect(read.sort()).toEqual(
      ['data', 'data/wallet', 'functions', 'public', 'src', 'src/deep', 'src/score'].map(
        path.normalize,
      ),
    )
  })

  test('a file that moves is a change', () => {
    const before = codeFingerprint(root)
    rmSync(path.join(root, 'src/deep/x.ts'))
    write('src/deep/y.ts', 'c')
    expect(codeFingerprint(root)).not.toBe(before)
  })
})
