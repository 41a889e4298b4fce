import { ENDPOINT_GROUPS, type EndpointGroup } from '../../contract/endpoint-groups.ts'
import type { Limits } from '../../contract/plans.ts'
import { booleanIn, numberIn, objectIn, objectsIn, oneOf, textIn } from '../dom/read-values.ts'
import { readWebhook, type WebhookView } from './read-webhooks.ts'

/** A signed-in account as the page shows it. Null is unknown. */
export interface AccountView {
  id: string
  address: string
  kind: 'ethereum' | 'solana' | null
  plan: string
  createdAt: string | null
  keys: KeyView[]
  /** Keys that may be in use at once. */
  mostKeys: number
  webhooks: WebhookView[]
  mostWebhooks: number
  /** Whether the site sends alerts. */
  hasAlerts: boolean
  /** The longest time until every process refuses a revoked key. */
  revokedWithinSeconds: number
  limits: Limits & { quota: number | null; scans: Limits | null }
  usage: UsageView | null
  days: DayView[]
}

export interface KeyView {
  id: string
  name: string
  hint: string
  environment: 'live' | 'test'
  createdAt: string | null
  revokedAt: string | null
  /** UTC day; null for never. */
  lastUsedDay: string | null
}

/** The report of `/v1/usage`. */
export interface UsageView {
  start: string
  total: number
  quota: number
  utilization: number
  groups: GroupCounts
}

export type GroupCounts = Record<EndpointGroup, number>

export interface DayView {
  /** Null for requests that were counted before days were kept. */
  day: string | null
  counts: GroupCounts
  refused: number
}

/** Reads the answer of `GET account`; null when it is not of its form. */
export function readAccount(data: object): AccountView | null {
  const account = objectIn(data, 'account')
  const id = textIn(account, 'id')
  const address = textIn(account, 'address')
  const plan = textIn(account, 'plan')
  const keys = objectsIn(data, 'keys')
  const limits = readLimits(objectIn(data, 'limits'))
  const mostKeys = numberIn(data, 'mostKeys')
  if (id === null || address === null || plan === null) return null
  if (!keys || !limits || mostKeys === null) return null
  return {
    id,
    address,
    plan,
    kind: oneOf(account, 'kind', ['ethereum', 'solana']),
    createdAt: textIn(account, 'createdAt'),
    keys: keys.map(readKey).filter((key) => key !== null),
    mostKeys,
    webhooks: (objectsIn(data, 'webhooks') ?? []).map(readWebhook).filter((each) => each !== null),
    mostWebhooks: numberIn(data, 'mostWebhooks') ?? 0,
    hasAlerts: booleanIn(data, 'hasAlerts') ?? false,
    revokedWithinSeconds: numberIn(data, 'revokedWithinSeconds') ?? 0,
    limits: {
      ...limits,
      quota: numberIn(objectIn(data, 'limits'), 'quota'),
      scans: readLimits(objectIn(objectIn(data, 'limits'), 'scans')),
    },
    usage: readUsage(objectIn(data, 'usage')),
    days: (objectsIn(data, 'days') ?? []).map(readDay).filter((each) => each !== null),
  }
}

export function readKey(record: object): KeyView | null {
  const id = textIn(record, 'id')
  const hint = textIn(record, 'hint')
  const environment = oneOf(record, 'environment', ['live', 'test'])
  if (id === null || hint === null || environment === null) return null
  return {
    id,
    hint,
    environment,
    name: textIn(record, 'name') ?? '',
    createdAt: textIn(record, 'createdAt'),
    revokedAt: textIn(record, 'revokedAt'),
    lastUsedDay: textIn(record, 'lastUsedDay'),
  }
}

function readLimits(limits: object): Limits | null {
  const [burst, daily] = [numberIn(limits, 'burst'), numberIn(limits, 'daily')]
  return burst === null || daily === null ? null : { burst, daily }
}

function readUsage(report: object): UsageView | null {
  const start = textIn(report, 'period_start')
  const total = numberIn(report, 'total_requests')
  const quota = numberIn(report, 'quota')
  const utilization = numberIn(report, 'quota_utilization_pct')
  const groups = readCounts(objectIn(report, 'breakdown'))
  if (start === null || total === null || quota === null || !groups) return null
  return { start, total, quota, utilization: utilization ?? (total / quota) * 100, groups }
}

function readDay(row: object): DayView | null {
  const counts = readCounts(objectIn(row, 'counts'))
  if (!counts) return null
  return { day: textIn(row, 'day'), counts, refused: numberIn(row, 'refused') ?? 0 }
}

function readCounts(counts: object): GroupCounts | null {
  const read = ENDPOINT_GROUPS.map((group) => [group, numberIn(counts, group)] as const)
  if (read.some(([, number]) => number === null)) return null
  return Object.fromEntries(read) as GroupCounts
}

export function totalOf(counts: GroupCounts): number {
  return ENDPOINT_GROUPS.reduce((sum, group) => sum + counts[group], 0)
}
