import { describe, expect, test } from 'vitest'
import type { PlanName } from '../../../contract/plans.ts'
import type { UsageCounts } from '../../../state/state-store.ts'
import { aRouteContext } from '../../../testing/api/route-context.ts'
import { usage } from './route.ts'

async function reportOf(counts: UsageCounts, now: number, plan: PlanName = 'free') {
  const key = { id: 'key_1', plan, environment: 'live' } as const
  const { body } = await usage.handle(
    aRouteContext({
      key,
      now,
      readUsage: async () => [{ day: '2026-11-01', counts, refused: 9, keys: {} }],
    }),
  )
  return JSON.parse(String(body)).data
}

describe('the usage report', () => {
  test('sums the groups and measures them against the quota', async () => {
    const counts = { protocols: 1_000, wallet: 0, screener: 230, other: 4 }
    expect(await reportOf(counts, Date.UTC(2026, 10, 21, 13))).toEqual({
      key_id: 'key_1',
      plan: 'free',
      period_start: '2026-11-01T00:00:00.000Z',
      period_end: '2026-11-30T23:59:59.999Z',
      total_requests: 1_234,
      quota: 100_000,
      quota_utilization_pct: 1.23,
      breakdown: counts,
    })
  })

  test.each([
    [Date.UTC(2028, 1, 29, 23, 59, 59, 999), '2028-02-01', '2028-02-29'],
    [Date.UTC(2027, 11, 31), '2027-12-01', '2027-12-31'],
    [Date.UTC(2027, 0, 1), '2027-01-01', '2027-01-31'],
  ])('the period of %i is from %s to %s', async (now, start, end) => {
    const counts = { protocols: 0, wallet: 0, screener: 0, other: 0 }
    const report = await reportOf(counts, now)
    expect(report.period_start).toBe(`${start}T00:00:00.000Z`)
    expect(report.period_end).toBe(`${end}T23:59:59.999Z`)
    expect(report.quota_utilization_pct).toBe(0)
  })

  test('past the quota the share goes past 100', async () => {
    const counts = { protocols: 250_000, wallet: 0, screener: 0, other: 0 }
    expect((await reportOf(counts, 0)).quota_utilization_pct).toBe(250)
  })

  test('of a pro key is measured against the quota of its plan', async () => {
    const counts = { protocols: 20_000, wallet: 0, screener: 0, other: 0 }
    const report = await reportOf(counts, 0, 'pro')
    expect([report.quota, report.quota_utilization_pct]).toEqual([2_000_000, 1])
  })
})
