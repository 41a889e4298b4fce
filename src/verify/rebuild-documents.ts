import type { Day } from '../domain/day.ts'
import { PlimsollError } from '../domain/errors.ts'
import type { ListedContract } from '../domain/listed-contract.ts'
import { SOURCE_IDS, type SourceId } from '../domain/sources.ts'
import { contractDocuments } from '../export/contract-shards.ts'
import { createDocuments } from '../export/documents.ts'
import { INCIDENT_INDEX_FILE } from '../export/incident-index.ts'
import { createIncidentLists, INCIDENTS_FILE } from '../export/incident-list.ts'
import { scoreSnapshot } from '../pipeline/score-snapshot.ts'
import { createScoreboard, SCOREBOARD_FILE } from '../scoreboard/scoreboard.ts'
import { loadCatalogue } from '../store/load-catalogue.ts'
import type { Store } from '../store/open.ts'
import { publicIdOf, replaceSnapshot, type Snapshot } from '../store/snapshots.ts'
import { findLastGoodRun } from '../store/source-runs.ts'

export interface Rebuilt {
  /** By path below the data set, such as `protocols/aave-v3.json`. */
  documents: Map<string, string>
  /** The id of the rebuilt snapshot: a hash over all readings and scores. */
  snapshotId: string
}

/**
 * Rebuilds the documents of a stored snapshot by scoring its readings again. The stored results are deleted first, so that none
 * of them is reused. `listed`: the contracts of the reviewed tables. Changes the store, so it needs a copy. Throws `SNAPSHOT_REFUSED` when it cannot be scored.
 */
export function rebuildDocuments(
  store: Store,
  snapshot: Snapshot,
  { refreshDays, listed }: { refreshDays: number | null; listed: readonly ListedContract[] },
): Rebuilt {
  const { asOf, origin, computedAt, methodology } = snapshot
  const emptied = { asOf, origin, computedAt, methodology, fingerprint: '', inputs: null }
  replaceSnapshot(store, emptied, { incidents: [], sources: [] }, [])
  scoreSnapshot({ store, asOf, origin, computedAt, codeFingerprint: '' })
  const catalogue = loadCatalogue(store)
  if (!catalogue) throw new PlimsollError('SNAPSHOT_REFUSED', 'The store gave no snapshot.')
  const { publicId } = catalogue.snapshot
  // The id is compared separately: internal fields may change it while every document stays the same.
  const named = { ...catalogue.snapshot, publicId: publicIdOf(snapshot) }
  const documents = new Map<string, string>()
  const snapshots = catalogue.past.snapshots.with(-1, {
    publicId: named.publicId,
    day: asOf,
    methodology: named.methodology,
  })
  const again = { ...catalogue, snapshot: named, past: { ...catalogue.past, snapshots } }
  const made = [createDocuments(again, refreshDays, listed), contractDocuments(again, listed)]
  for (const each of made) for (const { path, body } of each) documents.set(path, body)
  const scoreboard = createScoreboard(store, again)
  documents.set(SCOREBOARD_FILE, scoreboard)
  const incidents = createIncidentLists(again, scoreboard)
  documents.set(INCIDENTS_FILE, incidents.list)
  documents.set(INCIDENT_INDEX_FILE, incidents.index)
  return { documents, snapshotId: publicId }
}

/** Sources that were read again after the snapshot, so that some of its readings are gone. */
export function readLater(store: Store, asOf: Day): SourceId[] {
  return SOURCE_IDS.filter((id) => {
    const last = findLastGoodRun(store, id, '9999-12-31')
    return last !== undefined && last.asOf > asOf
  })
}
