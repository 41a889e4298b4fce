import * as z from 'zod'
import * as f from './fields.ts'

/** Summary of the snapshot, for the health check. */
export const snapshotNote = z.strictObject({
  id: f.text,
  asOf: f.day,
  protocolCount: f.count,
  /** Days after which the next snapshot is due; null when there will be none. */
  refreshDays: z.int().min(1).nullable(),
})

/** A protocol of the snapshot that is not published, by its slug, and why. */
const leftOut = z.strictObject({ id: f.text, name: f.text, reason: f.text })

export type LeftOut = z.infer<typeof leftOut>

/** What was published: the snapshot, the sources behind it, and the hash of every file beside it. */
export const manifest = z.strictObject({
  format: z.literal(1),
  snapshot: z.strictObject({
    id: f.text,
    asOf: f.day,
    computedAt: f.instant,
    methodology: f.text,
    origin: f.text,
    protocolCount: f.count,
    scoredCount: f.count,
  }),
  /** Hash of all inputs of the documents: store content and code. */
  inputs: f.text,
  sources: z.array(
    z.strictObject({
      id: f.text,
      status: z.enum(['ok', 'failed', 'absent']),
      /** Why the last try failed or was refused. Older manifests lack it. */
      failure: f.text.optional(),
      asOf: f.dayOrNull,
      /** First and last day of the dated readings in use. Older manifests lack both. */
      oldest: f.dayOrNull.default(null),
      newest: f.dayOrNull.default(null),
      rows: f.countOrNull,
      /** Rows that were left out: how many, and the first of them by name; absent when there are none. */
      refused: z
        .strictObject({
          count: z.int().min(1),
          rows: z.array(
            z.strictObject({ row: z.int().min(1), name: f.textOrNull, reason: f.text }),
          ),
        })
        .optional(),
      /** Fields that many rows had on an earlier day and none has since; absent when there are none. */
      lostFields: z
        .array(
          z.strictObject({
            field: f.text,
            asOf: f.day,
            rows: z.int().min(1),
            of: f.count.optional(),
          }),
        )
        .optional(),
      /** Protocols whose TVL is held because it jumped; absent when there are none. */
      heldTvl: z.int().min(1).optional(),
    }),
  ),
  /** Protocols whose documents could not be made; absent when there are none. */
  leftOut: z.array(leftOut).min(1).optional(),
  documents: z.record(f.text, z.strictObject({ sha256: z.string().length(64), bytes: f.count })),
})

export type Manifest = z.infer<typeof manifest>
