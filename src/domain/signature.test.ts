import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { encode, isSigned, keyId, readPublicKey, sha256 } from './signature.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const pem = String(publicKey.export({ type: 'spki', format: 'pem' }))
const raw = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }).subarray(12))
const bytes = Uint8Array.from([1, 2, 3])
const signature = sign(null, bytes, privateKey).toString('base64')

test('a key is read from base64 and from PEM, and anything else is none', () => {
  expect(readPublicKey(encode(raw))).toEqual(raw)
  expect(readPublicKey(pem)).toEqual(raw)
  for (const text of ['', 'AAAA', '!', encode(raw.slice(1)), pem.replace(/\nM/, '\n')]) {
    expect(readPublicKey(text)).toBeNull()
  }
})

test.each([
  ['the signature', signature, true],
  ['the signature and a line break', `${signature}\n`, true],
  ['nothing', '', false],
  ['more than the signature', `${signature}AAAA`, false],
  ['less than the signature', signature.slice(4), false],
  ['no base64', '!'.repeat(88), false],
])('%s proves that the bytes are signed: %s, %s', async (_, text, isGood) => {
  expect(await isSigned(raw, bytes, text)).toBe(isGood)
  expect(await isSigned(raw, Uint8Array.from([1, 2, 4]), text)).toBe(false)
})

test('a key has a short name, and a hash is in hex', async () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  expect(await sha256(new Uint8Array())).toBe(empty)
  expect(await keyId(new Uint8Array())).toBe(empty.slice(0, 16))
})
