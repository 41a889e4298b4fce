import { ANONYMOUS, type Limits, PLAN_NAMES, PLANS } from '../contract/plans.ts'

export interface PlanRow extends Limits {
  name: string
  /** Requests a month; null without a key. */
  quota: number | null
  scans: Limits | null
}

/** The limits of every kind of caller, lowest first. */
export function planRows(): PlanRow[] {
  return [
    { name: 'Without a key', ...ANONYMOUS, quota: null, scans: null },
    ...PLAN_NAMES.map((plan) => ({
      name: `${plan.slice(0, 1).toUpperCase()}${plan.slice(1)}`,
      ...PLANS[plan],
    })),
  ]
}
