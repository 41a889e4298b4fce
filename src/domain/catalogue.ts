import type { LostField } from './batch.ts'
import type { Day } from './day.ts'
import type { DimensionKey } from './dimension.ts'
import type { Incident } from './protocol.ts'
import type { ProtocolRecord } from './record.ts'
import type { Score } from './score.ts'

/** One protocol in a snapshot: what was known of it, and the score that followed. Nothing in it changes later. */
export interface SnapshotEntry {
  record: Omit<ProtocolRecord, 'history'>
  score: Score
  /** Sum over chains, or null when TVL is missing. */
  tvlUsd: number | null
  /** Change of TVL over 30 days as a fraction, or null without a point 30 days ago. */
  tvlChange30d: number | null
  /** Own incidents, newest first. */
  incidents: Incident[]
}

export interface CatalogueEntry extends SnapshotEntry {
  /** Of the last twelve snapshots, oldest first, this one included. */
  scoreHistory: PastScore[]
}

export interface PastScore {
  day: Day
  /** Scores of two versions are not alike. */
  methodology: string
  /** As published. */
  composite: number
}

/** Scores of an earlier snapshot under the same methodology, by protocol id. */
export interface EarlierScores {
  asOf: Day
  composites: Map<string, number>
  dimensions: Map<string, Partial<Record<DimensionKey, number>>>
}

export interface SourceState {
  id: string
  /** How the last try went. */
  status: 'ok' | 'failed' | 'absent'
  /** The day of the readings in use. */
  asOf: Day | null
  rows: number | null
  /** Fields that its rows carried once and carry no more; not there when there is none. */
  lostFields?: LostField[]
}

/** What a snapshot says of the whole, beside its entries. */
export interface SnapshotContext {
  /** Every incident of the newest list up to the day of the snapshot, tied to a protocol or not. */
  incidents: Incident[]
  sources: SourceState[]
}

/** Everything that is published of one snapshot. */
export interface Catalogue extends SnapshotContext {
  snapshot: {
    publicId: string
    asOf: Day
    computedAt: string
    methodology: string
    origin: string
  }
  entries: CatalogueEntry[]
  /** Slugs that a protocol had before, each with the id of the protocol that had it last. */
  formerSlugs: { slug: string; protocolId: string }[]
  monthAgo: EarlierScores | null
  weekAgo: EarlierScores | null
  sanctions: { source: string; asOf: Day | null; byAsset: Record<string, string[]> }
}
