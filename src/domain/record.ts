import type { Chain } from './chain.ts'
import type { Day } from './day.ts'
import type { Incident, ProtocolDescription } from './protocol.ts'
import type { Known, MissingReason, Reading } from './reading.ts'

/** Daily totals of what users hold in a protocol; `usd[i]` belongs to day number `days[i]`, in ascending order. */
export interface DailyTotals {
  days: number[]
  usd: number[]
  /** Why days may be missing; left out when the history is complete. */
  missing?: MissingReason
}

/** An audit report that upstream links to. */
export interface Audit {
  auditor: string | null
  auditedOn: Day | null
  reportUrl: string
  /** How many findings of each severity the report has, such as `2 high, 3 medium`; left out when it was not read for that. */
  findings?: string
}

/** TVL that the registry reports and that is not used yet, because it is far from the last accepted one. */
export interface HeldTvl {
  /** The newest day on which it was read, and what it was then; null when the registry gave none. */
  day: Day
  reportedUsd: number | null
  /** The first of the days on which it was read, and how many they are. */
  since: Day
  seen: number
}

/** Everything that one snapshot reads about one protocol in scope. */
export interface ProtocolRecord extends ProtocolDescription {
  history: DailyTotals
  /** First day on which TVL is known, or null. */
  trackedSince: Day | null
  /** Left out while the TVL in use is the newest that was read. */
  tvlHeld?: HeldTvl
  audits: Audit[]
}

/** The whole input of a scoring run. */
export interface Universe {
  asOf: Day
  records: ProtocolRecord[]
  /** Every known incident, or why the list cannot be used. */
  incidents: Reading<Incident[]>
  /** Incidents from the pages of single protocols, by protocol id. Only when the incident list cannot be used. */
  pageIncidents?: ReadonlyMap<string, Known<Incident[]>>
  /** All registry rows, also those out of scope: a fork's origin may be one of them. */
  registry: { id: string; name: string; slug: string; parentId: string | null }[]
  chains: Chain[]
}
