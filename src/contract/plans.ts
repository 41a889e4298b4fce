export const PLAN_NAMES = ['free', 'pro'] as const

export type PlanName = (typeof PLAN_NAMES)[number]

export interface Limits {
  /** Requests a minute. */
  burst: number
  /** Requests a day. */
  daily: number
}

/** Limits of an address without a key. */
export const ANONYMOUS: Limits = { burst: 60, daily: 1_000 }

/** Health checks a minute per caller and instance. They do not count against any other limit. */
export const HEALTH_A_MINUTE = 300

interface Plan extends Limits {
  /** Requests a month, for the usage report; not enforced. */
  quota: number
  /**
   * Scans of live wallets, which also count as requests; null when the plan has none. A scan costs Netlify's free plan
   * about 0.014 of 300 credits a month, a thousand times a document: the daily limit is 14 credits.
   */
  scans: Limits | null
}

/**
 * Scans of live wallets on the page `/wallet/`, without a key: of an account that is signed in, or of an address. They are no requests of
 * the API and count as none.
 */
export const PAGE_SCANS = {
  account: { burst: 2, daily: 10 },
  address: { burst: 2, daily: 3 },
} as const satisfies Record<string, Limits>

/** With a key. */
export const PLANS: Record<PlanName, Plan> = {
  free: { burst: 120, daily: 10_000, quota: 100_000, scans: null },
  pro: { burst: 600, daily: 100_000, quota: 2_000_000, scans: { burst: 60, daily: 1_000 } },
}
