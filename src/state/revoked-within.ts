import { parseStateUrl } from './state-url.ts'

/** Redis and SQLite are asked for the key with every request. */
const AT_ONCE_S = 1

/** A minute in the cache of an instance (`KEY_CACHE_MS`), and a minute in which Netlify Blobs may answer with an old record. */
const BLOBS_S = 120

/** Seconds after which every process refuses a key that was revoked in the store of this STATE_URL. Throws `CONFIG_INVALID`. */
export function revokedWithinSeconds(url: string): number {
  return parseStateUrl(url).kind === 'blobs' ? BLOBS_S : AT_ONCE_S
}
