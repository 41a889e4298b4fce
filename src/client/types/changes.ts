import type { RiskLevel } from './lists.ts'
import type { RetiredReason } from './retired.ts'
import type { Basis, DimensionKey } from './score-parts.ts'

/** A published snapshot. */
export interface ChangesSnapshot {
  /** Identifier of the snapshot. */
  id: string
  /** Day of the snapshot. */
  day: string
  /** Version of the methodology that scored it. */
  methodology: string
}

/**
 * Two consecutive snapshots by different versions of the methodology. What the method and what the
 * facts changed cannot be told apart.
 */
export interface MethodChange {
  /** A published snapshot. */
  before: ChangesSnapshot
  /** A published snapshot. */
  after: ChangesSnapshot
  /** Protocols with a score in both. */
  rescored: number
  /** Of these, protocols with another level. */
  levelChanges: number
  /** Mean change of their scores. Null without any. */
  meanDelta: number | null
}

/** Sizes of the whole lists. */
export interface ChangeCounts {
  /** Protocols that moved, as in `moves`. */
  moved: number
  /** Of these, riskier. */
  riskier: number
  /** Of these, safer. */
  safer: number
  /** Of these, with another announced level. */
  levelChanges: number
  /**
   * Protocols whose published score differs by less than is announced, such as one that crossed a
   * rounding limit.
   */
  notAnnounced: number
  /** Protocols with the same published score. */
  unchanged: number
  /** Protocols that have a score now and had none. */
  scored: number
  /** Protocols that had a score and have none now. */
  unscored: number
  /** Protocols that were not listed. */
  appeared: number
  /** Protocols that are no longer listed. */
  retired: number
}

/** A published score and its level. */
export interface PublishedScore {
  /** As published, to one decimal. */
  composite: number
  /**
   * Risk level of a composite, rounded half up to one decimal: `very-low` to 1.5, `low` to 3.0,
   * `moderate` to 4.5, `elevated` to 6.0, `high` above.
   */
  riskLevel: RiskLevel
}

/** A signal or floor whose part of the composite changed. */
export interface SignalMove {
  /** Name of the signal, or of the floor. */
  signal: string
  /** Whether it is a signal or a floor. */
  kind: 'signal' | 'floor'
  /** The dimension it belongs to. */
  dimension: DimensionKey
  /** Change of what it adds to the composite; positive is riskier. */
  exactDelta: number
  /** Basis of its value now. Null when it no longer applies. */
  basis: Basis | null
  /** Basis of its value then. Null when it did not apply. */
  basisBefore: Basis | null
  /** What it says now, as a sentence. Null when it no longer applies. */
  reason: string | null
}

/**
 * A protocol whose published score differs between the two days, and of which another score was
 * announced in between: one whose exact value is 0.1 or more from the last announced one.
 */
export interface Move {
  /** The protocol's identifier: its current slug. */
  id: string
  /** The display name. */
  name: string
  /** Category of the protocol. */
  category: string | null
  /** A published score and its level. */
  from: PublishedScore
  /** A published score and its level. */
  to: PublishedScore
  /** `to` minus `from`, as published; positive is riskier. */
  delta: number
  /** The change in full precision. */
  exactDelta: number
  /**
   * Whether another level was announced in between. A level is announced when the composite is 0.2
   * beyond its limit, or 0.05 beyond it in three snapshots in a row.
   */
  levelChanged: boolean
  /**
   * Dimensions that are scored on one of the two days only. Their weight moves to or from the
   * others, so that every signal changes.
   */
  redistributed: DimensionKey[]
  /**
   * The largest changes, largest first; at least one. Null when the contributions of the earlier
   * snapshot are not kept.
   */
  signals: SignalMove[] | null
  /** Sum of all other changes: with `signals` it adds up to `exactDelta`. Null like `signals`. */
  otherSignals: number | null
  /**
   * Why `signals` is null: `not-kept`, the contributions of the earlier snapshot are not kept any
   * more.
   */
  signalsMissing: 'not-kept' | null
}

/** A protocol with a first score. */
export interface NewlyScored {
  /** The protocol's identifier: its current slug. */
  id: string
  /** The display name. */
  name: string
  /** Category of the protocol. */
  category: string | null
  /** A published score and its level. */
  to: PublishedScore
}

/** A protocol without enough data now. */
export interface NoLongerScored {
  /** The protocol's identifier: its current slug. */
  id: string
  /** The display name. */
  name: string
  /** Category of the protocol. */
  category: string | null
  /** A published score and its level. */
  from: PublishedScore
  reasons: string[]
}

/** A new protocol. */
export interface NewProtocol {
  /** The protocol's identifier: its current slug. */
  id: string
  /** The display name. */
  name: string
  /** Category of the protocol. */
  category: string | null
  to: PublishedScore | null
}

/** A protocol that is no longer listed. */
export interface RetiredProtocol {
  /** The protocol's identifier: its current slug. */
  id: string
  /** The display name. */
  name: string
  /** Category of the protocol. */
  category: string | null
  /** Day of the first snapshot without it. */
  day: string
  /** Why it left. */
  reason: RetiredReason
}

/** What changed between two published snapshots. */
export interface Changes {
  /** A published snapshot. */
  from: ChangesSnapshot
  /** A published snapshot. */
  to: ChangesSnapshot
  /**
   * The first snapshot from `from` on by the methodology of `to`. `moves` compares with it, so that
   * no change of method is mixed with a change of facts. Null when there is none before `to`.
   */
  comparedFrom: ChangesSnapshot | null
  /** Changes of method from `from` to `to`. */
  methodChanges: MethodChange[]
  /** Sizes of the whole lists. */
  counts: ChangeCounts
  /** Moves between `comparedFrom` and `to`, largest first. */
  moves: Move[]
  /** Listed in `from` without a score, and scored now. */
  scored: NewlyScored[]
  /** Scored in `from`, and without enough data now. */
  unscored: NoLongerScored[]
  /** Not listed in `from`. */
  appeared: NewProtocol[]
  /** Listed in `from`, and not listed now. */
  retired: RetiredProtocol[]
}
