import { rmSync } from 'node:fs'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import { openStore, type Store } from '../store/open.ts'
import { findOrigin } from '../store/origin.ts'
import { findNewestSnapshot } from '../store/snapshots.ts'
import { findLastGoodRun } from '../store/source-runs.ts'
import { fingerprintOf } from './ingest.ts'

/** Whether a store holds the sample as other code brought it, whose lists are no measure of this one. */
export function holdsOtherSample(store: Store, codeFingerprint: string): boolean {
  const newest = findNewestSnapshot(store)
  if (!newest || findOrigin(store) !== 'seed') return false
  const run = findLastGoodRun(store, SOURCE_OF_ROLE.registry, newest.asOf)
  return run !== undefined && run.fingerprint !== fingerprintOf(codeFingerprint, run.asOf, [])
}

/** Closes a store of the sample, which has no history of its own to keep, and opens an empty one in its place. */
export function beginAnew(store: Store, file: string): Store {
  store.close()
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
  return openStore(file)
}
