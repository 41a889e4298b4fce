import { ENDPOINT_GROUPS } from '../../../contract/endpoint-groups.ts'
import { PLANS, type PlanName } from '../../../contract/plans.ts'
import type { UsageDocument } from '../../../contract/responses.ts'
import type { DayUsage } from '../../../state/state-store.ts'
import { monthOf } from '../../../state/time-window.ts'
import { sumOfDays } from '../../../state/usage-counts.ts'

/** The report of `GET /v1/usage`, from the days of the UTC month of `now`, milliseconds since 1970. Refused requests are not in it. */
export function createUsageReport(
  key: { id: string; plan: PlanName },
  days: readonly DayUsage[],
  now: number,
): UsageDocument['data'] {
  const [year = 0, month = 1] = monthOf(now).split('-').map(Number)
  const counts = sumOfDays(days)
  const total = ENDPOINT_GROUPS.reduce((sum, group) => sum + counts[group], 0)
  const { quota } = PLANS[key.plan]
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
