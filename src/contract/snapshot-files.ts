import * as z from 'zod'
import * as f from './fields.ts'

/** Folder of the published site with the whole store for download, which the next build continues from. */
export const SNAPSHOT_FOLDER = 'snapshot'

/** Most bytes of a published store. A year of daily snapshots takes a fifth of either. */
const MAX_PACKED_BYTES = 250_000_000
const MAX_UNPACKED_BYTES = 1_000_000_000

const sha256 = z.string().length(64)
const packed = z.object({ sha256, bytes: z.int().min(1).max(MAX_PACKED_BYTES) })
const unpacked = z.object({ sha256, bytes: z.int().min(1).max(MAX_UNPACKED_BYTES) })

const about = {
  snapshot: z.object({ id: f.someText, asOf: f.day }),
  history: z.object({
    snapshots: z.int().min(1),
    firstDay: f.day,
    lastDay: f.day,
    tvlPoints: f.count,
  }),
  /** Hash of the documents and the code, without times. When it equals that of the last deploy, there is nothing to deploy. */
  content: sha256,
  /** Days of this month's production deploys, including this one; a day with two deploys is listed twice. */
  deploys: z.array(f.day),
}

const current = z.object({
  format: z.literal(2),
  /** The SQLite file that is published: named after its hash, so that it never changes under its name. */
  store: packed.extend({
    name: z.string().regex(/^plimsoll-[0-9a-f]{16}\.sqlite\.zst$/),
    packing: z.literal('zstd'),
    unpacked,
  }),
  ...about,
})

/** The format before the store was compressed with Zstandard. */
const first = z
  .object({
    format: z.literal(1),
    files: z.object({ 'plimsoll.sqlite': unpacked, 'plimsoll.sqlite.gz': packed }),
    ...about,
  })
  .transform(({ files, ...rest }) => ({
    ...rest,
    store: {
      ...files['plimsoll.sqlite.gz'],
      name: 'plimsoll.sqlite.gz',
      packing: 'gzip' as const,
      unpacked: files['plimsoll.sqlite'],
    },
  }))

/** `snapshot/manifest.json`: the store for download, its history, and the deploy that published it. */
export const snapshotManifest = z.union([current, first])

export type SnapshotManifest = z.infer<typeof snapshotManifest>
