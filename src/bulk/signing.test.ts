import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSignedBy } from '../domain/signature.ts'
import { createSigningKey, readFormerKeys, readSigner } from './signing.ts'

const pem = createSigningKey()
const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }).toString('base64')

test.each([
  ['PEM', pem],
  ['PEM in one line, as an environment has it', pem.replaceAll('\n', '\\n')],
  ['base64 of its DER', der],
])('a key is read as %s', async (_, text) => {
  const signer = readSigner(text) ?? expect.fail('there is no key')
  expect(signer.key).toEqual(readSigner(pem)?.key)
  const bytes = Uint8Array.from([1, 2, 3])
  expect(await isSignedBy(signer.key.publicKey, bytes, signer.sign(bytes))).toBe(true)
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
