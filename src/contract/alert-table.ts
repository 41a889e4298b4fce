import * as z from 'zod'
import { HOLDING_BASES, SHARE_KINDS } from '../domain/dependency.ts'
import { DIMENSIONS } from '../domain/dimension.ts'
import { movedBy } from './changes.ts'
import * as f from './fields.ts'
import { riskLevel } from './risk-level.ts'

/** Snapshots that `alerts.json` holds: a sender that was down for longer starts at the oldest of them. */
export const MAX_ALERT_SNAPSHOTS = 6
const scores = z.array(f.scoreOrNull)

const watched = z.enum(['composite', ...DIMENSIONS])

const price = z.strictObject({
  usd: z.number().min(0),
  day: f.day,
  pages: z.int().min(1),
})

const snapshot = z.strictObject({ id: f.text, day: f.day, methodology: f.text })

/**
 * `alerts.json`: the published scores of the last snapshots, of which alerts are made. Each column of a snapshot has one value for each
 * protocol, in the order of `protocolIds`; null where it had no score.
 */
export const alertTable = z.strictObject({
  /** Oldest first; the last is the published one. */
  snapshots: z.array(snapshot).min(1).max(MAX_ALERT_SNAPSHOTS),
  /** Ids of upstream, which a rename does not change. */
  protocolIds: z.array(f.text),
  /** Slugs. */
  ids: z.array(f.text),
  names: z.array(f.text),
  /**
   * For each snapshot the composite and the level that were last announced of each protocol, with it or an earlier one: these differ
   * between two snapshots only when there is something to announce.
   */
  announced: z.array(z.strictObject({ composite: scores, level: z.array(riskLevel.nullable()) })),
  scores: z.array(
    z.strictObject({
      composite: scores,
      ...(Object.fromEntries(DIMENSIONS.map((key) => [key, scores])) as Record<
        (typeof DIMENSIONS)[number],
        typeof scores
      >),
    }),
  ),
  /** The last score before the first snapshot, by the methodology of the newest, where that one has none. */
  earlier: z.array(
    z.strictObject({ protocolId: f.text, score: watched, value: f.score, snapshot }),
  ),
  /** Shares of what a protocol stands on that passed a quarter with a snapshot. Left out by earlier versions. */
  passedShares: z
    .array(
      z.strictObject({
        /** Place of that snapshot in `snapshots`. */
        at: f.count,
        protocolId: f.text,
        kind: z.enum(SHARE_KINDS),
        to: z.strictObject({ id: f.text, name: f.text }),
        from: f.share,
        share: f.share,
        basis: z.enum(HOLDING_BASES),
      }),
    )
    .default([]),
  /** Dollars that lost their peg with a snapshot. Left out by earlier versions. */
  lostPegs: z
    .array(
      z.strictObject({
        /** Place of that snapshot in `snapshots`. */
        at: f.count,
        /** The issuer. */
        on: z.strictObject({ id: f.text, name: f.text }),
        /** Symbol of the dollar. */
        token: f.text,
        from: price,
        to: price,
        /** Who stood on the issuer on the day of `from`, the largest value first. */
        protocols: z.array(
          z.strictObject({
            protocolId: f.text,
            kind: z.enum(SHARE_KINDS),
            share: f.share,
          }),
        ),
      }),
    )
    .default([]),
  /**
   * Which signals moved the scores that differ between a snapshot and the newest, largest first: at most five of the composite, and the
   * largest of each dimension. Left out by earlier versions.
   */
  causes: z
    .array(
      z.strictObject({
        /** Place of the earlier snapshot in `snapshots`. */
        at: f.count,
        protocolId: f.text,
        signals: z.array(movedBy).min(1),
      }),
    )
    .default([]),
  /** Slugs that changed hands or that their protocol no longer has: which protocol had each, from the first to the last day. */
  slugs: z.array(
    z.strictObject({
      slug: f.text,
      protocolId: f.text,
      first: f.day,
      last: f.day,
    }),
  ),
})

export type AlertTable = z.infer<typeof alertTable>
