import type { EndpointGroup } from '../../contract/endpoint-groups.ts'
import type { Limits, PlanName } from '../../contract/plans.ts'

export type KeyEnvironment = 'live' | 'test'

/** The record of an API key. Holds the HMAC of the key, never the key itself. */
export interface KeyRecord {
  id: string
  /** HMAC-SHA-256 of the key, hex. */
  digest: string
  /** Start and last four characters, to tell keys apart in a list. */
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

/** A second counter that must also admit the request: of the network of an address, or of the scans of a key. */
export interface SecondCount {
  /** Counter id, such as the HMAC of a network. Never a raw address. */
  caller: string
  limits: Limits
  /** True when its counts are reported only when it refuses the request, because other routes are not limited by it. */
  isQuiet?: boolean
}

export interface Hit {
  /** Counter id: the id of an account or key, or the HMAC of an address. Never a raw address. */
  caller: string
  limits: Limits
  group: EndpointGroup
  /** The meter that counts the request; null for anonymous callers. */
  meter: Meter | null
  /** Counts the request as well, such as for the /48 network of an IPv6 address. */
  second?: SecondCount | null
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
   * Requests in the current minute and day, including this one when admitted. Raised when the second counter leaves fewer
   * requests than the caller's own limits, so that the number of remaining requests is right.
   */
  burstUsed: number
  dailyUsed: number
}

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
  insertKey(record: KeyRecord): Promise<void>
  listKeys(): Promise<KeyRecord[]>
  /** Changes the plan or revokes; null when there is no such key. */
  updateKey(id: string, change: { plan?: PlanName; revokedAt?: string }): Promise<KeyRecord | null>
  /** Usage of an account, or of a key without one, in a month, written `YYYY-MM`: the days that have any, oldest first. */
  usage(owner: string, month: string): Promise<DayUsage[]>
  close(): Promise<void>
}

/** A second counter and its current use. */
type SecondUsed = SecondCount & { used: Used }

/** Whether one more request is within the limits of the caller and of the second counter. */
export function admits(own: Used, limits: Limits, second?: SecondUsed | null): boolean {
  return isWithin(own, limits) && (!second || isWithin(second.used, second.limits))
}

function isWithin({ burstUsed, dailyUsed }: Used, { burst, daily }: Limits): boolean {
  return burstUsed < burst && dailyUsed < daily
}

/** The result of a hit. */
export function standing(
  admitted: boolean,
  own: Used,
  limits: Limits,
  second?: SecondUsed | null,
): HitResult {
  const isReported = second && !(second.isQuiet && admitted)
  return { admitted, ...(isReported ? narrowed(own, limits, second.used, second.limits) : own) }
}

function narrowed(own: Used, limits: Limits, used: Used, { burst, daily }: Limits): Used {
  return {
    burstUsed: Math.max(own.burstUsed, limits.burst - (burst - used.burstUsed)),
    dailyUsed: Math.max(own.dailyUsed, limits.daily - (daily - used.dailyUsed)),
  }
}
