export const PLAN_NAMES = ['free', 'pro'] as const

export type PlanName = (typeof PLAN_NAMES)[number]

export interface Limits {
  /** Requests a minute. */
  burst: number
  /** Requests a day. */
  daily: number
}

/** Without a key, by address (interface, "Limits"). */
export const ANONYMOUS: Limits = { burst: 60, daily: 1_000 }

/** Health checks a minute that an instance answers each caller. They spend nothing of any other limit. */
export const HEALTH_A_MINUTE = 300

/** With a key. `quota` is what the usage report measures against, a month; it is not enforced. */
export const PLANS: Record<PlanName, Limits & { quota: number }> = {
  free: { burst: 120, daily: 10_000, quota: 100_000 },
  pro: { burst: 600, daily: 100_000, quota: 2_000_000 },
}

/** How many times an address's limits all addresses of one IPv6 /48 network have together. */
const NETWORK_FACTOR = 16

/** Limits of a /48 network whose addresses have these. */
export function networkLimits({ burst, daily }: Limits): Limits {
  return { burst: NETWORK_FACTOR * burst, daily: NETWORK_FACTOR * daily }
}
