import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import type { BulkKey } from '../contract/bulk.ts'
import { sha256 } from '../contract/hash.ts'
import { PlimsollError } from '../domain/errors.ts'
import { readPublicKey } from '../domain/signature.ts'

/** Signs manifests. The private key never leaves it. */
export interface ManifestSigner {
  key: BulkKey
  /** The public key as PEM (SubjectPublicKeyInfo). */
  pem: string
  /** The signature of these bytes: 64 bytes in base64. */
  sign: (bytes: Uint8Array) => string
}

/** Bytes of the DER of an Ed25519 public key before its own 32 (RFC 8410, section 4). */
const SPKI_HEAD = 12

/** Keys of sites are few; more in the setting are a mistake. */
const MAX_FORMER = 20

/**
 * The signer of a private key, as PKCS #8 in PEM or in base64 of its DER; null without one.
 * Throws `CONFIG_INVALID` when it is no Ed25519 private key, without repeating it.
 */
export function readSigner(text: string | undefined): ManifestSigner | null {
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
  if (parts.length > MAX_FORMER || parts.some((part) => readPublicKey(part) === null)) {
    throw new PlimsollError(
      'CONFIG_INVALID',
      `Check the environment: PLIMSOLL_FORMER_KEYS: must be at most ${MAX_FORMER} Ed25519 public keys of 32 bytes in base64, separated by commas.`,
    )
  }
  return parts.map((publicKey) => ({ id: keyId(publicKey), algorithm: 'Ed25519', publicKey }))
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
  const publicKey = der.subarray(SPKI_HEAD).toString('base64')
  return { id: keyId(publicKey), algorithm: 'Ed25519', publicKey }
}

function keyId(publicKey: string): string {
  return sha256(Buffer.from(publicKey, 'base64')).slice(0, 16)
}
