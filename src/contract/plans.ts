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

interface Plan extends Limits {
  /** What the usage report measures against, a month; it is not enforced. */
  quota: number
  /**
   * Scans of live wallets, which count as requests too; null where the plan has none. A scan costs Netlify's free plan
   * about 0.014 of 300 credits a month, a thousand times a document: the daily limit is 14 credits.
   */
  scans: Limits | null
}

/** With a key. */
export const PLANS: Record<PlanName, Plan> = {
  free: { burst: 120, daily: 10_000, quota: 100_000, scans: null },
  pro: { burst: 600, daily: 100_000, quota: 2_000_000, scans: { burst: 60, daily: 1_000 } },
}

/** How many times an address's limits all addresses of one IPv6 /48 network have together. */
const NETWORK_FACTOR = 16

/** Limits of a /48 network whose addresses have these. */
export function networkLimits({ burst, daily }: Limits): Limits {
  return { burst: NETWORK_FACTOR * burst, daily: NETWORK_FACTOR * daily }
}
