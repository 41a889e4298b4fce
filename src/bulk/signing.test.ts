import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSigningKey, isSignedBy, readFormerKeys, readSigner } from './signing.ts'

const pem = createSigningKey()
const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }).toString('base64')

test.each([
  ['PEM', pem],
  ['PEM in one line, as an environment has it', pem.replaceAll('\n', '\\n')],
  ['base64 of its DER', der],
])('a key is read as %s', (_, text) => {
  const signer = readSigner(text)
  expect(signer?.key).toEqual(readSigner(pem)?.key)
  const bytes = Buffer.from('bytes')
  expect(isSignedBy(signer?.key.publicKey ?? '', bytes, signer?.sign(bytes) ?? '')).toBe(true)
})

test('without a key there is no signer', () => {
  expect([readSigner(undefined), readSigner(' ')]).toEqual([null, null])
})

test('what is no Ed25519 private key is refused, and never repeated', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const wrong = [
    String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    String(publicKey.export({ type: 'spki', format: 'pem' })),
    readSigner(pem)?.pem ?? '',
    'c2VjcmV0LXRleHQ=',
    pem.slice(0, 60),
  ]
  for (const text of wrong) {
    expect(() => readSigner(text)).toThrow('PLIMSOLL_SIGNING_KEY')
    expect(() => readSigner(text)).not.toThrow(
      text
        .split('\n')
        .at(text.includes('\n') ? 1 : 0)
        ?.slice(0, 16) ?? '',
    )
  }
})

test('former keys are raw public keys, and anything else is refused', () => {
  const key = readSigner(pem)?.key
  expect(readFormerKeys(`${key?.publicKey}, ${key?.publicKey}`)).toEqual([key, key])
  expect(readFormerKeys('')).toEqual([])
  expect(() => readFormerKeys('abc')).toThrow('PLIMSOLL_FORMER_KEYS')
})

test('a signature of another length is none', () => {
  const { key, sign } = readSigner(pem) ?? expect.fail('there is no key')
  const bytes = Buffer.from('bytes')
  expect(isSignedBy(key.publicKey, bytes, '')).toBe(false)
  expect(isSignedBy(key.publicKey, bytes, `${sign(bytes)}AAAA`)).toBe(false)
  expect(isSignedBy('AAAA', bytes, sign(bytes))).toBe(false)
})
