import { ANONYMOUS, type Limits, PLANS, type PlanName } from '../contract/plans.ts'
import type { KeyEnvironment, StateStore } from '../state/state-store.ts'
import { callerOfAddress, digestOf, PUBLIC_TEST_KEY, parseApiKey } from './api-key.ts'

export interface Caller {
  /** Who is counted: a key's id or the HMAC of an address. */
  id: string
  limits: Limits
  /** Null without a valid key. */
  key: { id: string; plan: PlanName; environment: KeyEnvironment } | null
  /** A key was sent, and it is malformed, unknown or revoked. */
  refused: boolean
}

/** Callers whose digests are remembered. */
const MAX_REMEMBERED = 10_000

/** Digests by what they are of: computing one costs more than the rest of a request. In memory only, and it says nothing of whether a key is valid. */
const digests = new Map<string, string>()

async function remembered(name: string, compute: () => Promise<string>): Promise<string> {
  const known = digests.get(name)
  if (known !== undefined) return known
  const digest = await compute()
  const [oldest] = digests.keys()
  if (digests.size >= MAX_REMEMBERED && oldest !== undefined) digests.delete(oldest)
  digests.set(name, digest)
  return digest
}

/** Who is asking: the key when one is sent, else the address. A malformed key is refused without a look-up. */
export async function identify(
  text: string | null,
  ip: string,
  secret: string,
  state: StateStore,
): Promise<Caller> {
  if (text === null) return anonymous(ip, secret, false)
  if (parseApiKey(text) === null) return anonymous(ip, secret, true)
  if (text === PUBLIC_TEST_KEY) {
    // Everyone shares this key, so each address is counted by itself.
    const address = await digestOfAddress(secret, ip)
    const key = { id: 'key_public_test', plan: 'pro', environment: 'test' } as const
    return { id: `${key.id}:${address}`, limits: PLANS.pro, key, refused: false }
  }
  const digest = await remembered(`${secret} key ${text}`, () => digestOf(secret, text))
  const record = await state.findKey(digest)
  if (!record || record.revokedAt !== null) return anonymous(ip, secret, true)
  const { id, plan, environment } = record
  return { id, limits: PLANS[plan], key: { id, plan, environment }, refused: false }
}

async function anonymous(ip: string, secret: string, refused: boolean): Promise<Caller> {
  return { id: await digestOfAddress(secret, ip), limits: ANONYMOUS, key: null, refused }
}

function digestOfAddress(secret: string, ip: string): Promise<string> {
  return remembered(`${secret} address ${ip}`, () => callerOfAddress(secret, ip))
}
