import { describe, expect, test } from 'vitest'
import { gitBlobId, sha256 } from './hash.ts'

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
