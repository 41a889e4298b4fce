import type { LostField, RefusedRow } from './batch.ts'
import type { Chain } from './chain.ts'
import type { Day } from './day.ts'
import type { DimensionKey } from './dimension.ts'
import type { Past, PastShares, RetiredReason } from './past.ts'
import type { Incident } from './protocol.ts'
import type { ProtocolRecord } from './record.ts'
import type { Score } from './score.ts'
import type { Inactive } from './status.ts'

/** One protocol in a snapshot: its data and its score. Immutable. */
export interface SnapshotEntry {
  record: Omit<ProtocolRecord, 'history'>
  score: Score
  /** Sum over chains, or null when TVL is missing. */
  tvlUsd: number | null
  /** Change of TVL over 30 days as a fraction, or null without a point 30 days ago. */
  tvlChange30d: number | null
  /** Own incidents, newest first. */
  incidents: Incident[]
  /** Left out while the protocol is active. */
  inactive?: Inactive
}

export interface CatalogueEntry extends SnapshotEntry {
  /** The last twelve, oldest first, this one included; empty without a score. */
  scoreHistory: PastScore[]
}

export interface PastScore {
  day: Day
  /** Version of the methodology. Scores of different versions are not comparable. */
  methodology: string
  /** As published. */
  composite: number
}

/** A protocol that an earlier snapshot had and the newest one lacks. */
export interface RetiredEntry {
  /** Day of the first snapshot without it. */
  day: Day
  reason: RetiredReason
  /** Day of the last snapshot that had it. */
  lastDay: Day
  /** Its part of that snapshot. */
  entry: SnapshotEntry
}

/** Scores of an earlier snapshot under the same methodology, by protocol id. */
export interface EarlierScores {
  asOf: Day
  composites: Map<string, number>
  dimensions: Map<string, Partial<Record<DimensionKey, number>>>
}

export interface SourceState {
  id: string
  /** Result of the last run. */
  status: 'ok' | 'failed' | 'absent'
  /** Why the last run failed or was refused, without addresses; left out when it was not. */
  failure?: string
  /** The day of the readings in use. */
  asOf: Day | null
  rows: number | null
  /** The rows of these readings that were left out, and the first of them by name; left out when there are none. */
  refused?: { count: number; rows: RefusedRow[] }
  /** Fields that its rows no longer contain; left out when there are none. */
  lostFields?: LostField[]
  /** Protocols whose TVL is held because it jumped; left out when there are none. */
  heldTvl?: number
}

/** The data of a snapshot that belongs to no single protocol. */
export interface SnapshotContext {
  /** Every incident in the newest list up to the day of the snapshot, with or without a protocol. */
  incidents: Incident[]
  sources: SourceState[]
}

/** Everything that one snapshot publishes. */
export interface Catalogue extends SnapshotContext {
  snapshot: {
    publicId: string
    asOf: Day
    computedAt: string
    methodology: string
    origin: string
  }
  entries: CatalogueEntry[]
  /** What is known of every chain that our table or upstream lists. */
  chains: Chain[]
  /** Slugs that a protocol had before, each with the id of the protocol that had it last. */
  formerSlugs: { slug: string; protocolId: string }[]
  /** Ids under which upstream listed a protocol again, each with the id under which it is kept. */
  successors: [upstream: string, kept: string][]
  /** Each slug that changed hands or that its protocol no longer has, with the days on which each protocol had it. */
  slugDays: { slug: string; protocolId: string; firstDay: Day; lastDay: Day }[]
  monthAgo: EarlierScores | null
  weekAgo: EarlierScores | null
  sanctions: { source: string; asOf: Day | null; byAsset: Record<string, string[]> }
  past: Past
  /** What stood on what: in the last snapshots, oldest first, and in the one before an incident, by its id, on its protocol alone. */
  pastShares: { recent: PastShares[]; before: ReadonlyMap<string, PastShares> }
  /** Protocols that an earlier snapshot had and this one lacks, in the order of their ids. */
  retired: RetiredEntry[]
  /** Protocols of earlier snapshots that are not listed and whose last record is not kept, in the order of their ids. */
  departed: { id: string; slug: string; name: string }[]
}
