import type { Limits, PlanName } from '../contract/plans.ts'
import type { EndpointGroup } from '../contract/routes.ts'

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

export interface Hit {
  /** Who is counted: a key's id or the HMAC of an address. Never a raw address. */
  caller: string
  limits: Limits
  group: EndpointGroup
  /** Key whose monthly meter counts the request; null for anonymous callers. */
  keyId: string | null
  /** Milliseconds since 1970. */
  now: number
}

/** Where a caller stands after a hit. A refused hit spends nothing. */
export interface HitResult {
  admitted: boolean
  /** Requests in the current minute and day, this one included when admitted. */
  burstUsed: number
  dailyUsed: number
}

export type UsageCounts = Record<EndpointGroup, number>

/**
 * Keys, counters and meters. Windows are whole UTC minutes and days, months are calendar months in UTC.
 * Every method rejects when the store cannot be reached.
 */
export interface StateStore {
  /** Counts one request in both windows and the meter, in one atomic step, or refuses it and changes nothing. */
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

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** The month of an instant, `YYYY-MM`. */
export function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7)
}
