import { ANONYMOUS, type Limits, PAGE_SCANS, PLAN_NAMES, PLANS } from '../contract/plans.ts'

export interface PlanRow extends Limits {
  name: string
  /** Requests a month; null without a key. */
  quota: number | null
  /** With a key. */
  scans: Limits | null
  /** On the page, signed in or not, without a key. */
  pageScans: Limits
}

/** The limits of every kind of caller, lowest first. */
export function planRows(): PlanRow[] {
  return [
    {
      ...{ name: 'Without a key', ...ANONYMOUS, quota: null, scans: null },
      pageScans: PAGE_SCANS.address,
    },
    ...PLAN_NAMES.map((plan) => ({
      name: `${plan.slice(0, 1).toUpperCase()}${plan.slice(1)}`,
      ...PLANS[plan],
      pageScans: PAGE_SCANS.account,
    })),
  ]
}
