import type { EndpointGroup } from '../contract/endpoint-groups.ts'
import type { Limits, PlanName } from '../contract/plans.ts'

export type KeyEnvironment = 'live' | 'test'

/** The record of an API key. Holds the HMAC of the key, never the key itself. */
export interface KeyRecord {
  id: string
  /** HMAC-SHA-256 of the key, hex. */
  digest: string
  /** Start and last four characters, to distinguish keys in a list. */
  hint: string
  environment: KeyEnvironment
  plan: PlanName
  /** The account it belongs to; null for a key that the operator made. */
  accountId: string | null
  /** Chosen by its owner; empty for none. */
  name: string
  /** ISO 8601. */
  createdAt: string
  revokedAt: string | null
}

/** Start of the ids of counters of the whole site. */
export const SITE = 'site:'

/** A counter that must also admit the request: of a network, of the site, or of the scans of a key. */
export interface Counter {
  /** Counter id, such as the HMAC of a network, or `site:` and a name. Never a raw address. */
  caller: string
  limits: Limits
  /** What the request adds, in the unit of the limits; by default 1. */
  cost?: number
  /** True when its counts are reported only when it refuses the request, because other routes are not limited by it. */
  isQuiet?: boolean
  /** True when its daily limit also holds exactly where the store is approximate, at the price of a slower hit. */
  isStrict?: boolean
}

export interface Hit {
  /** Counter id: the id of an account or key, or the HMAC of an address. Never a raw address. */
  caller: string
  limits: Limits
  /** What it adds to the caller's counter; by default 1. */
  cost?: number
  group: EndpointGroup
  /** The meter that counts the request; null for anonymous callers. */
  meter: Meter | null
  /** Count the request as well, such as for the /48 network of an IPv6 address. */
  others?: readonly Counter[]
  /** Milliseconds since 1970. */
  now: number
}

/** Whose usage includes a request. */
export interface Meter {
  /** Id of the account, or of a key without one. */
  owner: string
  /** Key that was sent. */
  keyId: string
}

/** Requests in the current minute and day. */
export interface Used {
  burstUsed: number
  dailyUsed: number
}

/** The counters of a caller after a hit. A refused hit is not counted. */
export interface HitResult {
  admitted: boolean
  /**
   * Requests in the current minute and day, including this one when admitted. Raised when another counter leaves fewer
   * requests than the caller's own limits, so that the number of remaining requests is right.
   */
  burstUsed: number
  dailyUsed: number
  /** Which of the other counters refused it, and in which window; absent when the caller's own limits did. */
  refusedBy?: { caller: string; window: WindowName }
}

export type WindowName = 'minute' | 'day'

export type UsageCounts = Record<EndpointGroup, number>

/** What an owner used on one UTC day. */
export interface DayUsage {
  /** `YYYY-MM-DD`; null for requests of the month that were counted before days were kept. */
  day: string | null
  counts: UsageCounts
  /** Requests that a limit refused; they are in no other count. */
  refused: number
  /** Admitted requests by key; empty where they were not kept. */
  keys: Record<string, number>
}

/**
 * Keys, counters and monthly usage. Windows are whole UTC minutes and days, months are UTC calendar months. Every method
 * rejects when the store is unreachable.
 */
export interface StateStore {
  /** Atomically counts one request in every window and in the usage, or refuses it and counts only the refusal in the usage. */
  hit(hit: Hit): Promise<HitResult>
  findKey(digest: string): Promise<KeyRecord | null>
  /** Usage of an account, or of a key without one, in a month, written `YYYY-MM`: the days that have any, oldest first. */
  usage(owner: string, month: string): Promise<DayUsage[]>
  close(): Promise<void>
}

/** Makes and changes keys. Not on the edge. Every method rejects with `STATE_UNUSABLE` when the store is unreachable. */
export interface KeyStore {
  insertKey(record: KeyRecord): Promise<void>
  /** Oldest first. */
  listKeys(): Promise<KeyRecord[]>
  /** Changes the plan or revokes; null when there is no such key. */
  updateKey(id: string, change: { plan?: PlanName; revokedAt?: string }): Promise<KeyRecord | null>
}

/** A counter and its current use. */
export type CounterUsed = Pick<Counter, 'caller' | 'limits' | 'cost' | 'isQuiet'> & { used: Used }

/** Whether a request is within the limits of all of its counters. */
export function admits(counters: readonly CounterUsed[]): boolean {
  return counters.every((counter) => fullWindow(counter) === null)
}

/** The longest window that has no room for the request. */
function fullWindow({ used, limits, cost = 1 }: CounterUsed): WindowName | null {
  if (used.dailyUsed + cost > limits.daily) return 'day'
  return used.burstUsed + cost > limits.burst ? 'minute' : null
}

/** The result of a hit: `own` is the caller's counter. After an admitted hit the counters include it. */
export function standing(
  admitted: boolean,
  own: CounterUsed,
  others: readonly CounterUsed[],
): HitResult {
  const { burstUsed, dailyUsed } = others
    .filter(({ isQuiet }) => !(isQuiet && admitted))
    .reduce((used, other) => narrowed(used, own.limits, other), own.used)
  const result = { admitted, burstUsed, dailyUsed }
  if (admitted) return result
  const all = [own, ...others]
  const refuser =
    all.find((one) => fullWindow(one) === 'day') ?? all.find((one) => fullWindow(one) !== null)
  const window = refuser && fullWindow(refuser)
  if (!refuser || !window || refuser === own) return result
  return { ...result, refusedBy: { caller: refuser.caller, window } }
}

function narrowed(
  own: Used,
  limits: Limits,
  { used, limits: { burst, daily } }: CounterUsed,
): Used {
  return {
    burstUsed: Math.max(own.burstUsed, limits.burst - (burst - used.burstUsed)),
    dailyUsed: Math.max(own.dailyUsed, limits.daily - (daily - used.dailyUsed)),
  }
}
