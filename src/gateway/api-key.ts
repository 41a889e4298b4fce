import type { KeyEnvironment } from '../state/state-store.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 30
const CHECKSUM_LENGTH = 6
const FORM = /^(dpk_(live|test)_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** Bytes at or above this are thrown away, so that every letter is equally likely. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length)

/** All that cannot be read as an address is counted together. */
const UNKNOWN_ADDRESS = 'unknown'

/** Sandbox key of the documentation: on the Pro plan, known to everyone, and valid without a look-up. */
export const PUBLIC_TEST_KEY = 'dpk_test_PlimsollPublicTestKey0000000000x5aoJ'

/** A new key: `dpk_live_` or `dpk_test_`, 30 random letters (178 bits) and a checksum of 6. */
export function createApiKey(
  environment: KeyEnvironment,
  randomBytes: (length: number) => Uint8Array,
): string {
  let secret = ''
  while (secret.length < SECRET_LENGTH) {
    for (const byte of randomBytes(SECRET_LENGTH)) {
      if (byte < FAIR_BYTES && secret.length < SECRET_LENGTH) {
        secret += ALPHABET.charAt(byte % ALPHABET.length)
      }
    }
  }
  const body = `dpk_${environment}_${secret}`
  return body + checksumOf(body)
}

/** What a key says about itself; null when it is malformed or mistyped. It may still be unknown or revoked. */
export function parseApiKey(text: string): { environment: KeyEnvironment } | null {
  const [, body = '', environment, checksum] = FORM.exec(text) ?? []
  if (checksum === undefined || checksum !== checksumOf(body)) return null
  return { environment: environment === 'live' ? 'live' : 'test' }
}

/** Start and last four characters of a key: enough to tell keys apart in a list, of no use to a thief. */
export function hintOf(key: string): string {
  return `${key.slice(0, 'dpk_live_'.length)}…${key.slice(-4)}`
}

/** HMAC-SHA-256 of a text, 64 hex digits. */
export async function digestOf(secret: string, text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const signature = await crypto.subtle.sign('HMAC', await hmacKeyOf(secret), bytes)
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}

/** The HMAC an address is counted by: of the whole IPv4 address, or of the /64 network of an IPv6 address. */
export function callerOfAddress(secret: string, ip: string): Promise<string> {
  return digestOf(secret, `address ${networkOf(ip)}`)
}

let importedKey: { secret: string; key: Promise<CryptoKey> } | null = null

/** A process has one secret, so the last imported key is the one that is needed again. */
function hmacKeyOf(secret: string): Promise<CryptoKey> {
  if (importedKey?.secret !== secret) {
    const bytes = new TextEncoder().encode(secret)
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    importedKey = { secret, key: crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']) }
  }
  return importedKey.key
}

/** CRC32 (IEEE 802.3, reflected, as in zip) in base 62. */
function checksumOf(body: string): string {
  let crc = 0xffffffff
  for (const byte of new TextEncoder().encode(body)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  let rest = (crc ^ 0xffffffff) >>> 0
  let text = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text
    rest = Math.floor(rest / ALPHABET.length)
  }
  return text
}

/** Some proxies write `1.2.3.4:5678`, `[::1]:5678` or `fe80::1%eth0`; ports, brackets and zones do not count. */
function networkOf(ip: string): string {
  const text = ip.trim()
  const v4 = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/.exec(text)?.[1]
  if (v4 !== undefined) return canonicalV4(v4)
  const bare = /^\[([^[\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? text
  const v6 = /^([0-9a-fA-F:.]{2,45})(?:%[^[\]\s]*)?$/.exec(bare)?.[1]
  const groups = v6 === undefined ? null : groupsOf(v6)
  if (!groups) return UNKNOWN_ADDRESS
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** A leading zero may mean octal to whoever wrote it, so it is not read as an address. */
function canonicalV4(text: string): string {
  const valid = text.split('.').every((part) => Number(part) < 256 && String(Number(part)) === part)
  return valid ? text : UNKNOWN_ADDRESS
}

/** The eight groups of an IPv6 address, read by the platform's URL parser; null when it is not one. */
function groupsOf(address: string): number[] | null {
  const url = URL.parse(`http://[${address}]/`)
  if (!url) return null
  const [head = '', tail] = url.hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16))
}
