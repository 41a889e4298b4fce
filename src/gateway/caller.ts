import { ANONYMOUS, type Limits, PLANS, type PlanName } from '../contract/plans.ts'
import type { KeyEnvironment, StateStore } from '../state/state-store.ts'
import { callerOfAddress, digestOf, PUBLIC_TEST_KEY, parseApiKey } from './api-key.ts'

export interface Caller {
  /** Who is counted: a key's id or the HMAC of an address. */
  id: string
  limits: Limits
  /** Null without a valid key. */
  key: { id: string; plan: PlanName; environment: KeyEnvironment } | null
  /** What is wrong with the key that was sent; null when none was sent or nothing is. */
  refused: KeyFault | null
}

export type KeyFault = 'malformed' | 'unknown' | 'revoked'

/** Callers whose digests are remembered. */
const MAX_REMEMBERED = 10_000

/**
 * Digests of one secret by what they are of: computing one costs more than the rest of a request. In memory only, where the
 * secret and the keys of requests stand anyway. A digest says nothing of whether a key is valid.
 */
interface Digests {
  secret: string
  keys: Map<string, string>
  addresses: Map<string, string>
}

/** A process has one secret, so the last one's digests are those that are needed again. */
let last: Digests = { secret: '', keys: new Map(), addresses: new Map() }

function digestsWith(secret: string): Digests {
  if (last.secret !== secret) last = { secret, keys: new Map(), addresses: new Map() }
  return last
}

function remember(digests: Map<string, string>, text: string, digest: string): string {
  const [oldest] = digests.size >= MAX_REMEMBERED ? digests.keys() : []
  if (oldest !== undefined) digests.delete(oldest)
  digests.set(text, digest)
  return digest
}

/** Who is asking: the key when one is sent, else the address. A malformed key is refused without a look-up. */
export async function identify(
  text: string | null,
  ip: string,
  secret: string,
  state: StateStore,
): Promise<Caller> {
  if (text === null) return anonymous(ip, secret, null)
  const { keys } = digestsWith(secret)
  let digest = keys.get(text)
  if (digest === undefined) {
    if (parseApiKey(text) === null) return anonymous(ip, secret, 'malformed')
    if (text === PUBLIC_TEST_KEY) {
      // Everyone shares this key, so each address is counted by itself.
      const address = await digestOfAddress(secret, ip)
      const key = { id: 'key_public_test', plan: 'pro', environment: 'test' } as const
      return { id: `${key.id}:${address}`, limits: PLANS.pro, key, refused: null }
    }
    digest = remember(keys, text, await digestOf(secret, text))
  }
  const record = await state.findKey(digest)
  if (!record) return anonymous(ip, secret, 'unknown')
  if (record.revokedAt !== null) return anonymous(ip, secret, 'revoked')
  const { id, plan, environment } = record
  return { id, limits: PLANS[plan], key: { id, plan, environment }, refused: null }
}

async function anonymous(ip: string, secret: string, refused: KeyFault | null): Promise<Caller> {
  return { id: await digestOfAddress(secret, ip), limits: ANONYMOUS, key: null, refused }
}

async function digestOfAddress(secret: string, ip: string): Promise<string> {
  const { addresses } = digestsWith(secret)
  return addresses.get(ip) ?? remember(addresses, ip, await callerOfAddress(secret, ip))
}
