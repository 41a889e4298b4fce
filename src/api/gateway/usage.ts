import { ENDPOINT_GROUPS } from '../../contract/routes.ts'
import { monthOf, type UsageCounts } from '../state/state-store.ts'

/** Usage of one key in the current calendar month, UTC (interface, "UsageReport"). */
export interface UsageReport {
  key_id: string
  plan: string
  period_start: string
  period_end: string
  total_requests: number
  quota: number
  quota_utilization_pct: number
  breakdown: UsageCounts
}

export function createUsageReport(
  key: { id: string; plan: string },
  quota: number,
  counts: UsageCounts,
  now: number,
): UsageReport {
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
