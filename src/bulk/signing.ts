import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import type { BulkKey } from '../contract/bulk.ts'
import { sha256 } from '../contract/hash.ts'
import { PlimsollError } from '../domain/errors.ts'

/** Signs manifests. The private key never leaves it. */
export interface Signer {
  key: BulkKey
  /** The public key as PEM (SubjectPublicKeyInfo). */
  pem: string
  /** The signature of these bytes: 64 bytes in base64. */
  sign: (bytes: Uint8Array) => string
}

/** DER of an Ed25519 public key before its 32 bytes (RFC 8410, section 4). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

/** Keys of sites are few; more in the setting are a mistake. */
const MAX_FORMER = 20

/**
 * The signer of a private key, as PKCS #8 in PEM or in base64 of its DER; null without one.
 * Throws `CONFIG_INVALID` when it is no Ed25519 private key, without repeating it.
 */
export function readSigner(text: string | undefined): Signer | null {
  if (!text?.trim()) return null
  const privateKey = readPrivateKey(text.trim().replaceAll('\\n', '\n'))
  const publicKey = createPublicKey(privateKey)
  return {
    key: describeKey(publicKey),
    pem: String(publicKey.export({ type: 'spki', format: 'pem' })),
    sign: (bytes) => sign(null, bytes, privateKey).toString('base64'),
  }
}

/** A new private key as PEM (PKCS #8). */
export function createSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
}

/**
 * The public keys that signed earlier manifests, from raw keys in base64, separated by commas.
 * Throws `CONFIG_INVALID` when one is no Ed25519 public key.
 */
export function readFormerKeys(text: string | undefined): BulkKey[] {
  const parts = (text ?? '').split(/[\s,]+/).filter(Boolean)
  if (parts.length > MAX_FORMER || parts.some((part) => importPublicKey(part) === null)) {
    throw new PlimsollError(
      'CONFIG_INVALID',
      `Check the environment: PLIMSOLL_FORMER_KEYS: must be at most ${MAX_FORMER} Ed25519 public keys of 32 bytes in base64, separated by commas.`,
    )
  }
  return parts.map((publicKey) => ({ id: keyId(publicKey), algorithm: 'Ed25519', publicKey }))
}

/** Whether the signature, 64 bytes in base64, is that of these bytes by this raw public key in base64. */
export function isSignedBy(publicKey: string, bytes: Uint8Array, signature: string): boolean {
  const key = importPublicKey(publicKey)
  // 64 bytes, and nothing after the padding, which Node would leave out.
  const text = /^[\w+/]{86}==$/.exec(signature.trim())?.[0]
  return key !== null && text !== undefined && verify(null, bytes, key, Buffer.from(text, 'base64'))
}

function readPrivateKey(text: string): KeyObject {
  try {
    const key = text.startsWith('-----')
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // What OpenSSL says of it may repeat parts of the key.
  }
  throw new PlimsollError(
    'CONFIG_INVALID',
    'Check the environment: PLIMSOLL_SIGNING_KEY: must be an Ed25519 private key (PKCS #8), as PEM or as base64 of its DER. Make one with: npm run signing -- create --to FILE',
  )
}

function describeKey(key: KeyObject): BulkKey {
  const der = key.export({ type: 'spki', format: 'der' })
  const publicKey = der.subarray(SPKI_HEAD.length).toString('base64')
  return { id: keyId(publicKey), algorithm: 'Ed25519', publicKey }
}

function keyId(publicKey: string): string {
  return sha256(Buffer.from(publicKey, 'base64')).slice(0, 16)
}

function importPublicKey(publicKey: string): KeyObject | null {
  const raw = Buffer.from(publicKey, 'base64')
  if (raw.length !== 32) return null
  return createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: 'der', type: 'spki' })
}
