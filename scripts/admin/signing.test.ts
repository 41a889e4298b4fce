import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSigner } from '../../src/bulk/signing.ts'
import { temporaryFolder } from '../../src/testing/temporary-folder.ts'
import { runAdmin } from '../fixtures/run-admin.ts'

const folder = temporaryFolder()
const file = path.join(folder, 'key.pem')

function signing(words: string[], env: Record<string, string> = {}) {
  return runAdmin(['signing', ...words], env)
}

test('makes a key that only its owner can read, prints the public half alone, and never replaces a file', async () => {
  const made = await signing(['create', '--to', file])
  const pem = readFileSync(file, 'utf8')
  const signer = readSigner(pem)
  expect([made.code, made.stderr]).toEqual([0, ''])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(made.stdout).toContain(`Public key ${signer?.key.id}: ${signer?.key.publicKey}\n`)
  expect(made.stdout).not.toContain(pem.split('\n')[1])
  expect(await signing(['create', '--to', file])).toMatchObject({ code: 1, stdout: '' })
  expect(readFileSync(file, 'utf8')).toBe(pem)
  const shown = await signing(['public'], { PLIMSOLL_SIGNING_KEY: pem })
  expect(shown.stdout).toBe(made.stdout.split('\n').slice(1).join('\n'))
})

test('a file that cannot be made is named in a sentence', async () => {
  const nowhere = path.join(folder, 'nope/x')
  expect(await signing(['create', '--to', nowhere])).toEqual({
    code: 1,
    stdout: '',
    stderr: `✗ ${nowhere} cannot be read or written: there is no such file or folder.\n`,
  })
})

test('says what is wrong without repeating a key', async () => {
  const wrong = await signing(['public'], { PLIMSOLL_SIGNING_KEY: 'c2VjcmV0LXRleHQ=' })
  expect([wrong.code, wrong.stdout]).toEqual([2, ''])
  expect(wrong.stderr).not.toContain('c2VjcmV0')
  for (const words of [[], ['create'], ['public'], ['sell'], ['create', 'x']]) {
    expect((await signing(words)).code).toBe(2)
  }
})
