import * as z from 'zod'

/** Folder of the published site with the whole store for download, from which the next build goes on. */
export const SNAPSHOT_FOLDER = 'snapshot'

/** Most bytes of a published store. A year of daily snapshots takes a fifth of either. */
const MAX_PACKED_BYTES = 250_000_000
const MAX_UNPACKED_BYTES = 1_000_000_000

const sha256 = z.string().length(64)
const packed = z.object({ sha256, bytes: z.int().min(1).max(MAX_PACKED_BYTES) })
const unpacked = z.object({ sha256, bytes: z.int().min(1).max(MAX_UNPACKED_BYTES) })

const about = {
  snapshot: z.object({ id: z.string().min(1), asOf: z.iso.date() }),
  history: z.object({
    snapshots: z.int().min(1),
    firstDay: z.iso.date(),
    lastDay: z.iso.date(),
    tvlPoints: z.int().min(0),
  }),
  /** Hash of the documents and the code, without what only tells the time. Equal hashes: nothing to deploy. */
  content: sha256,
  /** Days of this month's production deploys, this one included; a day with two stands there twice. */
  deploys: z.array(z.iso.date()),
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

/** As it was published before the store was packed by Zstandard. */
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

/** `snapshot/manifest.json`: what is there to download, how far back it goes, and what its deploy was about. */
export const snapshotManifest = z.union([current, first])

export type SnapshotManifest = z.infer<typeof snapshotManifest>
