import { ANONYMOUS, type Limits, PLANS, type PlanName } from '../../contract/plans.ts'
import { setBounded } from '../../http/set-bounded.ts'
import {
  type AddressIds,
  addressIds,
  countersOf,
  type ScopedCounter,
} from '../../state/admission.ts'
import { digestOf, PUBLIC_TEST_KEY, parseApiKey } from '../../state/api-key.ts'
import type { KeyEnvironment, Meter, StateStore } from '../../state/state-store.ts'

export interface ApiCaller {
  /** Name of its counter: the id of the account, else of the key, or the HMAC of the address. */
  id: string
  limits: Limits
  /** Counters that its address and network share with other callers; none for a key on the Pro plan. */
  shared: readonly ScopedCounter[]
  /** Null without a valid key. */
  key: { id: string; plan: PlanName; environment: KeyEnvironment } | null
  /** What counts its usage; null without a valid key. */
  meter: Meter | null
  /** The fault of the key that was sent; null for a valid key and for none. */
  refused: KeyFault | null
}

export type KeyFault = 'malformed' | 'unknown' | 'revoked'

/** Most entries of each map of digests. */
const MAX_REMEMBERED = 10_000

/**
 * Digests made with one secret, by their input: computing one costs more than the rest of a request. Kept in memory only,
 * where the secret and the keys are anyway. A known digest does not mean that the key is valid.
 */
interface Digests {
  secret: string
  /** With the last known plan of each key. */
  keys: Map<string, { digest: string; plan: PlanName | null }>
  addresses: Map<string, AddressIds>
}

/** A process has one secret, so only the digests of the last one are kept. */
let last: Digests = noDigests('')

function noDigests(secret: string): Digests {
  return { secret, keys: new Map(), addresses: new Map() }
}

function digestsWith(secret: string): Digests {
  if (last.secret !== secret) last = noDigests(secret)
  return last
}

function remember<Value>(values: Map<string, Value>, name: string, value: Value): Value {
  setBounded(values, name, value, MAX_REMEMBERED)
  return value
}

/** Identifies the caller by its key when it sends one, else by its address. A malformed key is refused without a look-up. */
export async function identify(
  text: string | null,
  ip: string,
  secret: string,
  state: StateStore,
): Promise<ApiCaller> {
  if (text === null) return anonymous(ip, secret, null)
  const { keys } = digestsWith(secret)
  let known = keys.get(text)
  if (known === undefined) {
    if (parseApiKey(text) === null) return anonymous(ip, secret, 'malformed')
    if (text === PUBLIC_TEST_KEY) return publicTester(ip, secret)
    known = remember(keys, text, { digest: await digestOf(secret, text), plan: null })
  }
  const record = await state.findKey(known.digest)
  if (!record || record.revokedAt !== null) {
    known.plan = null
    return anonymous(ip, secret, record ? 'revoked' : 'unknown')
  }
  const { id, plan, environment, accountId } = record
  known.plan = plan
  const key = { id, plan, environment }
  // All keys of an account share its limits.
  const owner = accountId ?? id
  const meter = { owner, keyId: id }
  const shared = plan === 'free' ? countersOf('free-key', await idsOf(secret, ip)) : []
  return { id: owner, limits: PLANS[plan], shared, key, meter, refused: null }
}

/** The limits to report while the state store is down: those of the key's last known plan, else of the free plan. */
export function lastLimits(text: string | null, secret: string): Limits {
  if (text === null || parseApiKey(text) === null) return ANONYMOUS
  if (text === PUBLIC_TEST_KEY) return PLANS.pro
  return PLANS[digestsWith(secret).keys.get(text)?.plan ?? 'free']
}

/** The key is public, so each address has its own counter. */
async function publicTester(ip: string, secret: string): Promise<ApiCaller> {
  const key = { id: 'key_public_test', plan: 'pro', environment: 'test' } as const
  const meter = { owner: key.id, keyId: key.id }
  return { ...byAddress('test-key', await idsOf(secret, ip)), key, meter, refused: null }
}

async function anonymous(ip: string, secret: string, refused: KeyFault | null): Promise<ApiCaller> {
  return { ...byAddress('request', await idsOf(secret, ip)), key: null, meter: null, refused }
}

function byAddress(kind: 'request' | 'test-key', ids: AddressIds) {
  const [own, ...shared] = countersOf(kind, ids)
  return { id: own.caller, limits: own.limits, shared }
}

async function idsOf(secret: string, ip: string): Promise<AddressIds> {
  const { addresses } = digestsWith(secret)
  return addresses.get(ip) ?? remember(addresses, ip, await addressIds(secret, ip))
}
