import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeFingerprint, gitBlobId, sha256 } from './fingerprint.ts'

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
    'src/wallet/evm/client/lens/Lens.sol',
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

describe(gitBlobId, () => {
  test('is what git calls a file of this content', () => {
    expect(gitBlobId('', 40)).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391')
    expect(gitBlobId('hello\n', 40)).toBe('ce013625030ba8dba906f756967f9e9ca394464a')
    expect(gitBlobId('ü\n', 40)).toBe('be761e039de7c85a579bc09515401c5ee742c8de')
    expect(gitBlobId('', 64)).toBe(
      '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
    )
  })
})

test('sha256 is the hash of the text as UTF-8', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
