/** Aggregates over all protocols. */
export interface Stats {
  /** Protocols in the registry. */
  protocolCount: number
  /** Distinct chains over all protocols. */
  chainCount: number
  /** Mean composite of the protocols that have one; lower is safer. */
  globalRiskIndex: number | null
  /**
   * Mean change of the scores over about 7 days under one methodology; positive is riskier. Null
   * without an earlier snapshot.
   */
  globalRiskDelta7d: number | null
  /**
   * Day of the snapshot that `globalRiskDelta7d` is compared with, 5 to 10 days old. Null without
   * one.
   */
  globalRiskDelta7dSince: string | null
  /** Sum of the latest TVL, in US dollars. */
  totalTvlUsd: number | null
  /** Exploits in the 7 days up to `incidentsAsOf`; 0 when no incident list has been read. */
  recentExploitsCount: number
  /** Day of the incident list; null when none has been read. */
  incidentsAsOf: string | null
  /** When the snapshot was computed. */
  updatedAt: string
}

/** Requests by endpoint group. */
export interface UsageBreakdown {
  protocols: number
  wallet: number
  screener: number
  other: number
}

/** Requests of one key in the current UTC calendar month. */
export interface UsageReport {
  /** Identifier of the key; not the key itself. */
  key_id: string
  /** Name of the plan, such as `free` or `pro`. */
  plan: string
  /** Start of the month. */
  period_start: string
  /** End of the month. */
  period_end: string
  /** Requests so far. */
  total_requests: number
  /** Requests that the plan includes in a month. */
  quota: number
  /** Percentage of the quota that is used. */
  quota_utilization_pct: number
  /** Requests by endpoint group. */
  breakdown: UsageBreakdown
}

/** The current snapshot and its age. */
export interface HealthSnapshot {
  id: string
  asOf: string
  ageSeconds: number
  protocolCount: number
}

/** Health of the service. */
export interface Health {
  /**
   * `ok`, or `stale` when the snapshot is older than twice the refresh interval. Without a snapshot
   * the response is 503.
   */
  status: 'ok' | 'stale'
  /** Version of the service. */
  version: string
  /** The current snapshot and its age. */
  snapshot: HealthSnapshot
}
