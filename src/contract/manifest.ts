import * as z from 'zod'

const instant = z.iso.datetime()
const day = z.iso.date()
const text = z.string()

/** Summary of the snapshot, for the health check. */
export const snapshotNote = z.strictObject({
  id: text,
  asOf: day,
  protocolCount: z.int().min(0),
  /** Days after which the next snapshot is due; null when there will be none. */
  refreshDays: z.int().min(1).nullable(),
})

/** A protocol of the snapshot that is not published, by its slug, and why. */
const leftOut = z.strictObject({ id: text, name: text, reason: text })

export type LeftOut = z.infer<typeof leftOut>

/** What was published: the snapshot, the sources behind it, and the hash of every file beside it. */
export const manifest = z.strictObject({
  format: z.literal(1),
  snapshot: z.strictObject({
    id: text,
    asOf: day,
    computedAt: instant,
    methodology: text,
    origin: text,
    protocolCount: z.int().min(0),
    scoredCount: z.int().min(0),
  }),
  /** Hash of all inputs of the documents: store content and code. */
  inputs: text,
  sources: z.array(
    z.strictObject({
      id: text,
      status: z.enum(['ok', 'failed', 'absent']),
      /** Why the last try failed or was refused. Older manifests lack it. */
      failure: text.optional(),
      asOf: day.nullable(),
      /** First and last day of the dated readings in use. Older manifests lack both. */
      oldest: day.nullable().default(null),
      newest: day.nullable().default(null),
      rows: z.int().min(0).nullable(),
      /** Rows that were left out: how many, and the first of them by name; absent when there are none. */
      refused: z
        .strictObject({
          count: z.int().min(1),
          rows: z.array(
            z.strictObject({ row: z.int().min(1), name: text.nullable(), reason: text }),
          ),
        })
        .optional(),
      /** Fields that many rows had on an earlier day and none has since; absent when there are none. */
      lostFields: z
        .array(z.strictObject({ field: text, asOf: day, rows: z.int().min(1) }))
        .optional(),
      /** Protocols whose TVL is held because it jumped; absent when there are none. */
      heldTvl: z.int().min(1).optional(),
    }),
  ),
  /** Protocols whose documents could not be made; absent when there are none. */
  leftOut: z.array(leftOut).min(1).optional(),
  documents: z.record(
    text,
    z.strictObject({ sha256: z.string().length(64), bytes: z.int().min(0) }),
  ),
})

export type Manifest = z.infer<typeof manifest>
