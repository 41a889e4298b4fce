import type { Chain } from './chain.ts'
import type { Day } from './day.ts'
import type { Facts, Incident, TvlPoint } from './protocol.ts'
import type { Known, MissingReason, Reading } from './reading.ts'

/** Daily totals of what users hold in a protocol; `usd[i]` belongs to day number `days[i]`, days rise. */
export interface DailyTotals {
  days: number[]
  usd: number[]
  /** Why days may lack; left out when upstream was asked and has no more. */
  missing?: MissingReason
}

/** An audit report that upstream links to. */
export interface Audit {
  auditor: string | null
  auditedOn: Day | null
  reportUrl: string
}

/** Everything the store holds about one protocol in scope, as one snapshot reads it. */
export interface ProtocolRecord {
  id: string
  slug: string
  name: string
  category: string | null
  chains: string[]
  symbol: string | null
  url: string | null
  twitter: string | null
  logoUrl: string | null
  description: string | null
  parentId: string | null
  parentSlug: string | null
  facts: Facts
  /** All sections of the latest day. */
  tvl: Reading<TvlPoint[]>
  history: DailyTotals
  /** First day on which TVL is known, or null. */
  trackedSince: Day | null
  audits: Audit[]
}

/** The whole input of a scoring run. */
export interface Universe {
  asOf: Day
  records: ProtocolRecord[]
  /** Every incident known, or why the list cannot be used. */
  incidents: Reading<Incident[]>
  /** What the pages of single protocols told of their incidents, by protocol id, while there is no list that can be used. */
  pageIncidents?: ReadonlyMap<string, Known<Incident[]>>
  /** Names of all registry rows by id, out of scope ones too, so that a fork's origin is found. */
  registry: { id: string; name: string; slug: string; parentId: string | null }[]
  chains: Chain[]
}
