import {
  ANONYMOUS,
  type Limits,
  networkLimits,
  PLANS,
  type PlanName,
} from '../../contract/plans.ts'
import { setBounded } from '../http/set-bounded.ts'
import {
  callerOfAddress,
  digestOf,
  networkOfAddress,
  PUBLIC_TEST_KEY,
  parseApiKey,
} from '../state/api-key.ts'
import type { KeyEnvironment, Meter, SecondCount, StateStore } from '../state/state-store.ts'

export interface Caller {
  /** Name of its counter: the id of the account, else of the key, or the HMAC of the address. */
  id: string
  limits: Limits
  /** Counter of the /48 network of an IPv6 address; null for a private key and for IPv4. */
  network: SecondCount | null
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
  keys: Map<string, string>
  addresses: Map<string, Address>
  /** Last known plans, by key. */
  plans: Map<string, PlanName>
}

interface Address {
  caller: string
  /** Null except for IPv6. */
  network: string | null
}

/** A process has one secret, so only the digests of the last one are kept. */
let last: Digests = noDigests('')

function noDigests(secret: string): Digests {
  return { secret, keys: new Map(), addresses: new Map(), plans: new Map() }
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
): Promise<Caller> {
  if (text === null) return anonymous(ip, secret, null)
  const { keys, plans } = digestsWith(secret)
  let digest = keys.get(text)
  if (digest === undefined) {
    if (parseApiKey(text) === null) return anonymous(ip, secret, 'malformed')
    if (text === PUBLIC_TEST_KEY) return publicTester(ip, secret)
    digest = remember(keys, text, await digestOf(secret, text))
  }
  const record = await state.findKey(digest)
  if (!record || record.revokedAt !== null) {
    plans.delete(text)
    return anonymous(ip, secret, record ? 'revoked' : 'unknown')
  }
  const { id, plan, environment, accountId } = record
  if (plans.get(text) !== plan) remember(plans, text, plan)
  const key = { id, plan, environment }
  // All keys of an account share its limits.
  const owner = accountId ?? id
  const meter = { owner, keyId: id }
  return { id: owner, limits: PLANS[plan], network: null, key, meter, refused: null }
}

/** The limits to report while the state store is down: those of the key's last known plan, else of the free plan. */
export function lastLimits(text: string | null, secret: string): Limits {
  if (text === null || parseApiKey(text) === null) return ANONYMOUS
  if (text === PUBLIC_TEST_KEY) return PLANS.pro
  return PLANS[digestsWith(secret).plans.get(text) ?? 'free']
}

/** The key is public, so each address has its own counter. */
async function publicTester(ip: string, secret: string): Promise<Caller> {
  const { caller, network } = await addressOf(secret, ip)
  const key = { id: 'key_public_test', plan: 'pro', environment: 'test' } as const
  return {
    id: `${key.id}:${caller}`,
    limits: PLANS.pro,
    network:
      network === null
        ? null
        : { caller: `${key.id}:${network}`, limits: networkLimits(PLANS.pro) },
    key,
    meter: { owner: key.id, keyId: key.id },
    refused: null,
  }
}

async function anonymous(ip: string, secret: string, refused: KeyFault | null): Promise<Caller> {
  const { caller, network } = await addressOf(secret, ip)
  return {
    id: caller,
    limits: ANONYMOUS,
    network: network === null ? null : { caller: network, limits: networkLimits(ANONYMOUS) },
    key: null,
    meter: null,
    refused,
  }
}

async function addressOf(secret: string, ip: string): Promise<Address> {
  const { addresses } = digestsWith(secret)
  const known = addresses.get(ip)
  if (known) return known
  const [caller, network] = await Promise.all([
    callerOfAddress(secret, ip),
    networkOfAddress(secret, ip),
  ])
  return remember(addresses, ip, { caller, network })
}
