import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeFingerprint } from './code-fingerprint.ts'

describe(codeFingerprint, () => {
  let root: string

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'plimsoll-fingerprint-'))
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
  afterEach(() => rmSync(root, { recursive: true }))

  function write(name: string, text: string): void {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }

  test('the same files give the same hash', () => {
    expect(codeFingerprint(root)).toBe(codeFingerprint(root))
    expect(codeFingerprint(root)).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each([
    'astro.config.mjs',
    'package-lock.json',
    'src/deep/x.ts',
    'src/new.astro',
    'src/page.md',
    'src/store/002.sql',
    'src/base.css',
    'data/chains.json',
    'data/seed/new.json',
    'public/logo.svg',
    'public/robots.txt',
    'public/fonts/x.woff2',
    'functions/screener.ts',
    'netlify.toml',
    'package.json',
    'src/chains/evm/lens/Lens.sol',
  ])('a change of %s is a change', (name) => {
    const before = codeFingerprint(root)
    write(name, 'other')
    expect(codeFingerprint(root)).not.toBe(before)
  })

  test.each([
    'src/x.test.ts',
    'src/testing/x.ts',
    'src/score/fixtures/x.ts',
    'data/plimsoll.sqlite',
    'data/plimsoll.sqlite-wal',
    'data/adapters.git/objects/pack/pack-1.pack',
    'data/adapters.git.unfinished/HEAD',
    'data/wallet/sources/lido.json',
    'README.md',
  ])('a change of %s is none', (name) => {
    const before = codeFingerprint(root)
    write(name, 'other')
    expect(codeFingerprint(root)).toBe(before)
  })

  test('a file that moves is a change', () => {
    const before = codeFingerprint(root)
    rmSync(path.join(root, 'src/deep/x.ts'))
    write('src/deep/y.ts', 'c')
    expect(codeFingerprint(root)).not.toBe(before)
  })
})
