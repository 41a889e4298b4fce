import { ENDPOINT_GROUPS } from '../../../contract/endpoint-groups.ts'
import { PLANS } from '../../../contract/plans.ts'
import type { UsageDocument } from '../../../contract/responses.ts'
import { type ApiResponse, jsonResponse, unavailable } from '../../http/api-response.ts'
import { describeError } from '../../http/describe-error.ts'
import type { UsageCounts } from '../../state/state-store.ts'
import { monthOf } from '../../state/time-window.ts'
import type { Route, RouteContext } from '../route.ts'

const RETRY_AFTER_SECONDS = 30

/** `GET /v1/usage`: usage of the calling key in the current calendar month, UTC. */
export const usage = {
  id: 'usage',
  path: '/v1/usage',
  summary: 'Report usage of the calling key',
  group: 'other',
  auth: 'key',
  countedAs: 'request',
  cacheControl: 'private, no-store',
  readsQuery: false,
  handle: reportUsage,
} as const satisfies Route

async function reportUsage({ key, now, readUsage }: RouteContext): Promise<ApiResponse> {
  if (!key) return unavailable(RETRY_AFTER_SECONDS)
  try {
    const counts = await readUsage(key.id, monthOf(now))
    const { quota } = PLANS[key.plan]
    return jsonResponse({ success: true, data: createUsageReport(key, quota, counts, now) })
  } catch (error) {
    return { ...unavailable(RETRY_AFTER_SECONDS), fault: describeError(error) }
  }
}

function createUsageReport(
  key: { id: string; plan: string },
  quota: number,
  counts: UsageCounts,
  now: number,
): UsageDocument['data'] {
  const [year = 0, month = 1] = monthOf(now).split('-').map(Number)
  const total = ENDPOINT_GROUPS.reduce((sum, group) => sum + counts[group], 0)
  return {
    key_id: key.id,
    plan: key.plan,
    period_start: new Date(Date.UTC(year, month - 1, 1)).toISOString(),
    period_end: new Date(Date.UTC(year, month, 1) - 1).toISOString(),
    total_requests: total,
    quota,
    quota_utilization_pct: Math.round((total / quota) * 10_000) / 100,
    breakdown: counts,
  }
}
