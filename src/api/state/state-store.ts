import type { EndpointGroup } from '../../contract/endpoint-groups.ts'
import type { Limits, PlanName } from '../../contract/plans.ts'

export type KeyEnvironment = 'live' | 'test'

/** A key as it is kept: never the key itself, only its HMAC. */
export interface KeyRecord {
  id: string
  /** HMAC-SHA-256 of the key, hex. */
  digest: string
  /** Start and last four characters, to tell keys apart in a list. */
  hint: string
  environment: KeyEnvironment
  plan: PlanName
  /** ISO 8601. */
  createdAt: string
  revokedAt: string | null
}

/** A second pair of windows that must admit a request too: of the network of an address, or of the scans of a key. */
export interface SecondCount {
  /** Who or what is counted, such as the HMAC of a network. Never a raw address. */
  caller: string
  limits: Limits
  /** True where its counts are told only when it refuses, since another route has more left. */
  isQuiet?: boolean
}

export interface Hit {
  /** Who is counted: a key's id or the HMAC of an address. Never a raw address. */
  caller: string
  limits: Limits
  group: EndpointGroup
  /** Key whose monthly meter counts the request; null for anonymous callers. */
  keyId: string | null
  /** What the request is counted in as well, such as the /48 network of an IPv6 address. */
  second?: SecondCount | null
  /** Milliseconds since 1970. */
  now: number
}

/** Requests in the current minute and day. */
export interface Used {
  burstUsed: number
  dailyUsed: number
}

/** Where a caller stands after a hit. A refused hit spends nothing. */
export interface HitResult {
  admitted: boolean
  /**
   * Requests in the current minute and day, this one included when admitted. Where the second count leaves less than the
   * caller's own limits do, so many that no more than that remains.
   */
  burstUsed: number
  dailyUsed: number
}

export type UsageCounts = Record<EndpointGroup, number>

/**
 * Keys, counters and meters. Windows are whole UTC minutes and days, months are calendar months in UTC.
 * Every method rejects when the store cannot be reached.
 */
export interface StateStore {
  /** Counts one request in both windows, of the caller and of the second count, and the meter, in one atomic step, or refuses it and changes nothing. */
  hit(hit: Hit): Promise<HitResult>
  findKey(digest: string): Promise<KeyRecord | null>
  insertKey(record: KeyRecord): Promise<void>
  listKeys(): Promise<KeyRecord[]>
  /** Changes the plan or revokes; null when there is no such key. */
  updateKey(id: string, change: { plan?: PlanName; revokedAt?: string }): Promise<KeyRecord | null>
  /** Counts of a month, written `YYYY-MM`. */
  usage(keyId: string, month: string): Promise<UsageCounts>
  close(): Promise<void>
}

/** A second count, and what is used of it. */
type SecondUsed = SecondCount & { used: Used }

/** Whether one more request is within the limits of a caller and of its second count. */
export function admits(own: Used, limits: Limits, second?: SecondUsed | null): boolean {
  return isWithin(own, limits) && (!second || isWithin(second.used, second.limits))
}

function isWithin({ burstUsed, dailyUsed }: Used, { burst, daily }: Limits): boolean {
  return burstUsed < burst && dailyUsed < daily
}

/** Where a caller stands after a hit that was admitted or refused. */
export function standing(
  admitted: boolean,
  own: Used,
  limits: Limits,
  second?: SecondUsed | null,
): HitResult {
  const isTold = second && !(second.isQuiet && admitted)
  return { admitted, ...(isTold ? narrowed(own, limits, second.used, second.limits) : own) }
}

function narrowed(own: Used, limits: Limits, used: Used, { burst, daily }: Limits): Used {
  return {
    burstUsed: Math.max(own.burstUsed, limits.burst - (burst - used.burstUsed)),
    dailyUsed: Math.max(own.dailyUsed, limits.daily - (daily - used.dailyUsed)),
  }
}
