import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import {
  SNAPSHOT_FOLDER,
  type SnapshotManifest,
  snapshotManifest,
} from '../contract/snapshot-files.ts'
import { PlimsollError } from '../errors.ts'
import { copyStore, measureHistory, type StoredHistory } from '../store/history.ts'
import type { Store } from '../store/open.ts'
import { fileHash } from './file-hash.ts'

export interface PublishStoreOptions {
  store: Store
  /** Folder that is published; the documents are there already. */
  distDir: string
  previous: SnapshotManifest | null
  /** Of the published documents. */
  snapshot: SnapshotManifest['snapshot']
  content: string
  deploys: string[]
}

/**
 * Adds the whole store to the published folder, plain and packed, with a manifest. Throws `SNAPSHOT_REFUSED` when
 * it goes less far back than the one that is online.
 */
export async function publishStore(options: PublishStoreOptions): Promise<SnapshotManifest> {
  const { store, distDir, previous, snapshot, content, deploys } = options
  const history = measureHistory(store)
  if (!history) throw refused('The store holds no snapshot.')
  refuseShorter(history, previous)
  const folder = path.join(distDir, SNAPSHOT_FOLDER)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const plain = path.join(folder, 'plimsoll.sqlite')
  const packed = `${plain}.gz`
  copyStore(store, plain)
  await pipeline(createReadStream(plain), createGzip(), createWriteStream(packed))
  const manifest = snapshotManifest.parse({
    format: 1,
    snapshot,
    files: {
      'plimsoll.sqlite': await describe(plain),
      'plimsoll.sqlite.gz': await describe(packed),
    },
    history,
    content,
    deploys,
  })
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest))
  return manifest
}

async function describe(file: string) {
  return { sha256: await fileHash(file), bytes: statSync(file).size }
}

function refuseShorter(history: StoredHistory, previous: SnapshotManifest | null): void {
  if (!previous) return
  const { snapshots, firstDay, lastDay, tvlPoints } = previous.history
  const isShorter =
    history.snapshots < snapshots ||
    history.firstDay > firstDay ||
    history.lastDay < lastDay ||
    history.tvlPoints < tvlPoints
  if (isShorter) {
    throw refused(
      `The store holds ${count(history)}, and the one that is online ${count(previous.history)}.`,
    )
  }
}

function count({ snapshots, firstDay, lastDay, tvlPoints }: StoredHistory): string {
  return `${snapshots} snapshots from ${firstDay} to ${lastDay} and ${tvlPoints} points of TVL`
}

function refused(why: string): PlimsollError {
  return new PlimsollError(
    'SNAPSHOT_REFUSED',
    `${why} History is never lost, so nothing is published.`,
  )
}
