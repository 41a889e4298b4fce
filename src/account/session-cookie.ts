/**
 * The prefix makes browsers refuse the cookie from a subdomain, from plain http and for a part of the site, so no other site can set
 * it (RFC 6265bis, 4.1.3.2). They accept it from localhost.
 */
export const SESSION_COOKIE = '__Host-plimsoll-session'
export const CHALLENGE_COOKIE = '__Host-plimsoll-challenge'

export const CHALLENGE_SECONDS = 300
export const SESSION_SECONDS = 7 * 86_400

const VALUE_BYTES = 32
/** 32 bytes in base64url. */
const VALUE = /^[A-Za-z0-9_-]{43}$/

/** A new value of either cookie: 256 random bits. */
export function newCookieValue(randomBytes: (length: number) => Uint8Array): string {
  return Buffer.from(randomBytes(VALUE_BYTES)).toString('base64url')
}

/** The value of a cookie of ours in a Cookie header; null for none, for one that we never made, and for two of one name. */
export function readCookie(header: string | null, name: string): string | null {
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
  const value = found.length === 1 ? found[0]?.slice(name.length + 1) : undefined
  return value !== undefined && VALUE.test(value) ? value : null
}

/** Only sent with requests of the site itself. */
export function challengeCookie(value: string): string {
  return `${CHALLENGE_COOKIE}=${value}; HttpOnly; Secure; SameSite=Strict; Path=/; Max-Age=${CHALLENGE_SECONDS}`
}

/** Lax, so that a link from another site opens the page signed in. Requests that change something check their origin. */
export function sessionCookie(value: string): string {
  return `${SESSION_COOKIE}=${value}; HttpOnly; Secure; SameSite=Lax; Path=/; Max-Age=${SESSION_SECONDS}`
}

export function clearedChallengeCookie(): string {
  return `${CHALLENGE_COOKIE}=; HttpOnly; Secure; SameSite=Strict; Path=/; Max-Age=0`
}

export function clearedSessionCookie(): string {
  return `${SESSION_COOKIE}=; HttpOnly; Secure; SameSite=Lax; Path=/; Max-Age=0`
}
