import { ENDPOINT_GROUPS } from '../../contract/endpoint-groups.ts'
import { count, counted } from '../../domain/format.ts'
import { day, instant } from '../../site/figures.ts'
import type { AccountView, GroupCounts, KeyView, UsageView } from './account-view.ts'

export function totalOf(counts: GroupCounts): number {
  return ENDPOINT_GROUPS.reduce((sum, group) => sum + counts[group], 0)
}

/** Ethereum addresses are written with letters of either case. */
export function isSameAddress(entered: string, address: string): boolean {
  return address.startsWith('0x')
    ? entered.toLowerCase() === address.toLowerCase()
    : entered === address
}

/** What is wrong with the name of a key, in a sentence; null when nothing is. */
export function nameProblem(name: string): string | null {
  if (name === '') return 'Give the key a name, so that you can find it among others.'
  if ([...name].length > 40) return 'A name has at most 40 letters.'
  return /\p{C}/u.test(name) ? 'A name has no control characters.' : null
}

/** Keys in use, of how many. */
export function formatKeysInUse(view: Pick<AccountView, 'keys' | 'mostKeys'>): string {
  const used = view.keys.filter(({ revokedAt }) => revokedAt === null).length
  const left = view.mostKeys - used
  if (left <= 0) return `${used} of ${view.mostKeys} keys in use. Revoke one to make another.`
  return `${used} of ${view.mostKeys} keys in use.`
}

/** The day of last use; the service looks it up in this month and the last. `today` is a UTC day. */
export function formatLastUsed(
  { lastUsedDay, createdAt }: Pick<KeyView, 'lastUsedDay' | 'createdAt'>,
  today: string,
): string {
  if (lastUsedDay !== null) return lastUsedDay === today ? 'today' : day(lastUsedDay)
  const [year = 0, month = 1] = today.split('-').map(Number)
  const since = new Date(Date.UTC(year, month - 2, 1)).toISOString()
  const isNew = createdAt >= since
  return isNew ? 'not yet' : `not since ${day(since)}`
}

/** How soon a revoked key is refused. */
export function formatRevoked(withinSeconds: number): string {
  if (withinSeconds <= 1) return 'refused at once'
  return `refused everywhere within ${counted(Math.ceil(withinSeconds), 'second')}`
}

/** The month against the quota, which is reported and not enforced. */
export function formatMonth(usage: UsageView): string {
  const { total_requests: total, quota, quota_utilization_pct: utilization } = usage
  const used = `${count(total)} of ${count(quota)} requests that the plan includes this month, ${percent(utilization)}.`
  return total > quota
    ? `${used} The limit of a month is not enforced: requests are still answered, within the limits of a minute and a day.`
    : `${used} Past that number requests are still answered: only the limits of a minute and a day refuse any.`
}

function percent(value: number): string {
  const digits = value >= 10 ? 0 : value >= 1 ? 1 : 2
  return value === 0 ? '0 %' : value < 0.01 ? 'under 0.01 %' : `${value.toFixed(digits)} %`
}

/** When the counters begin again. `now` in milliseconds since 1970. */
export function formatResets(now: number): { minute: string; day: string; month: string } {
  const today = new Date(now)
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + 1)
  const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1)
  return {
    minute: 'with each full minute',
    day: `at 00:00 UTC, ${formatHours(midnight - now)} from now`,
    month: `on ${instant(new Date(first).toISOString())}`,
  }
}

function formatHours(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ')
}

/** A request with a key, for a shell. */
export function curlWith(origin: string, key: string): string {
  return `curl -s -H 'X-API-Key: ${key}' ${origin}/v1/stats`
}
