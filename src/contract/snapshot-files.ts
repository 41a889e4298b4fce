import * as z from 'zod'

/** Folder of the published site with the whole store for download, from which the next build goes on. */
export const SNAPSHOT_FOLDER = 'snapshot'

const file = z.object({ sha256: z.string().length(64), bytes: z.int().min(1) })

/** `snapshot/manifest.json`: what is there to download, how far back it goes, and what its deploy was about. */
export const snapshotManifest = z.object({
  format: z.literal(1),
  snapshot: z.object({ id: z.string().min(1), asOf: z.iso.date() }),
  files: z.object({ 'plimsoll.sqlite': file, 'plimsoll.sqlite.gz': file }),
  history: z.object({
    snapshots: z.int().min(1),
    firstDay: z.iso.date(),
    lastDay: z.iso.date(),
    tvlPoints: z.int().min(0),
  }),
  /** Hash of the documents and the code, without what only tells the time. Equal hashes: nothing to deploy. */
  content: z.string().length(64),
  /** Days of this month's production deploys, this one included; a day with two stands there twice. */
  deploys: z.array(z.iso.date()),
})

export type SnapshotManifest = z.infer<typeof snapshotManifest>
