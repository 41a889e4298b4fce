// Ed25519 and SHA-256 by WebCrypto, which Node and browsers have.

/** The 32 bytes of a raw public key in base64, or of one in PEM; null when it is neither. */
export function readPublicKey(text: string): Uint8Array<ArrayBuffer> | null {
  const isPem = text.includes('-----BEGIN PUBLIC KEY-----')
  const base64 = isPem ? text.replace(/-----[A-Z ]+-----/g, '') : text
  const bytes = decode(base64)
  if (bytes === null) return null
  // In PEM twelve bytes before the key name its kind (RFC 8410, section 4).
  const key = isPem ? bytes.slice(12) : bytes
  return key.length === 32 && bytes.length === (isPem ? 44 : 32) ? key : null
}

/** The short name of a key: the first 16 hex digits of its SHA-256. */
export async function keyId(key: Uint8Array<ArrayBuffer>): Promise<string> {
  return (await sha256(key)).slice(0, 16)
}

/** Whether the text is the base64 of an Ed25519 signature of these bytes. */
export async function isSigned(
  key: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
  signature: string,
): Promise<boolean> {
  const raw = decode(signature)
  if (raw?.length !== 64) return false
  try {
    const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', imported, raw, bytes)
  } catch {
    return false
  }
}

/** The same for a key as text. */
export async function isSignedBy(
  publicKey: string,
  bytes: Uint8Array<ArrayBuffer>,
  signature: string,
): Promise<boolean> {
  const key = readPublicKey(publicKey)
  return key !== null && isSigned(key, bytes, signature)
}

/** SHA-256 in hex. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The one key text of these bytes, so that two spellings of a key are equal. */
export function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64.replace(/\s/g, '')), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
