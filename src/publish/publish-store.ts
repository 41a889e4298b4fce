import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  SNAPSHOT_FOLDER,
  type SnapshotManifest,
  snapshotManifest,
} from '../contract/snapshot-files.ts'
import { PlimsollError } from '../domain/errors.ts'
import { copyStore, findLost, type Lost, measureHistory } from '../store/history.ts'
import type { Store } from '../store/open.ts'
import { fileHash } from './file-hash.ts'
import { packStore } from './pack-store.ts'

/** Number of items that an error lists. */
const NAMED = 3

interface PublishStoreOptions {
  store: Store
  /** The published folder; it contains the documents already. */
  distDir: string
  /** The store that is online, from which no data may be lost; left out when there is none. */
  earlierFile?: string | undefined
  /** Snapshot of the published documents. */
  snapshot: SnapshotManifest['snapshot']
  content: string
  deploys: string[]
}

/**
 * Adds the packed store and its manifest to the published folder. Throws `SNAPSHOT_REFUSED` when it lacks data that the
 * published store has.
 */
export async function publishStore(options: PublishStoreOptions): Promise<SnapshotManifest> {
  const { store, distDir, earlierFile, snapshot, content, deploys } = options
  const history = measureHistory(store)
  if (!history) throw refused('The store holds no snapshot.')
  if (earlierFile !== undefined) refuseLoss(findLost(store, earlierFile))
  const folder = path.join(distDir, SNAPSHOT_FOLDER)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const plain = path.join(folder, 'plimsoll.sqlite')
  const packed = `${plain}.zst`
  copyStore(store, plain)
  await packStore(plain, packed)
  const { sha256, bytes } = await describe(packed)
  const name = `plimsoll-${sha256.slice(0, 16)}.sqlite.zst`
  const file = { sha256, bytes, name, packing: 'zstd', unpacked: await describe(plain) }
  rmSync(plain)
  renameSync(packed, path.join(folder, name))
  const manifest = snapshotManifest.safeParse({
    format: 2,
    snapshot,
    store: file,
    history,
    content,
    deploys,
  })
  if (!manifest.success) {
    throw refused('The store is larger than the limit that the next build accepts.')
  }
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest.data))
  return manifest.data
}

async function describe(file: string) {
  return { sha256: await fileHash(file), bytes: statSync(file).size }
}

function refuseLoss({ snapshots, changed, scores, tvl }: Lost): void {
  const losses = [
    ...(snapshots.length > 0 ? [`the snapshots of ${listed(snapshots)}`] : []),
    ...(changed.length > 0 ? [`the snapshots of ${listed(changed)} as they were published`] : []),
    ...(scores.length > 0 ? [`scores of ${listed(scores.map(counted))}`] : []),
    ...(tvl.length > 0 ? [`TVL of ${listed(tvl.map(counted))}`] : []),
  ]
  if (losses.length === 0) return
  throw refused(`The store lacks data that the published store has: ${losses.join('; ')}.`)
}

function counted({ name, days }: { name: string; days: number }): string {
  return `${name} (${days} ${days === 1 ? 'day' : 'days'})`
}

function listed(names: string[]): string {
  const rest = names.length - NAMED
  return names.slice(0, NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

function refused(why: string): PlimsollError {
  return new PlimsollError(
    'SNAPSHOT_REFUSED',
    `${why} History is never lost, so nothing is published.`,
  )
}
