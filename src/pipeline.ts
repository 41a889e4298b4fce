import { PlimsollError } from './domain/errors.ts'
import { ORIGIN_NAMES } from './domain/origin.ts'
import type { Progress } from './domain/progress.ts'
import { SOURCE_OF_ROLE } from './domain/sources.ts'
import type { Acceptance } from './pipeline/accept-loss.ts'
import { confirmByLoss } from './pipeline/confirm-held.ts'
import { fillHistories, type HistoryReport } from './pipeline/fill-histories.ts'
import { ingestSources } from './pipeline/ingest.ts'
import { type ScoreReport, scoreSnapshot } from './pipeline/score-snapshot.ts'
import type { SnapshotInput } from './pipeline/snapshot-input.ts'
import { endsRun, type SourceReport } from './pipeline/source-report.ts'
import type { Store } from './store/open.ts'
import { claimStore } from './store/origin.ts'
import { findNewestSnapshot } from './store/snapshots.ts'

const REGISTRY = SOURCE_OF_ROLE.registry

export interface SnapshotOptions extends Acceptance, SnapshotInput {
  store: Store
  codeFingerprint: string
  progress: Progress
  clock: () => number
}

export interface SnapshotReport {
  sources: SourceReport[]
  histories: HistoryReport
  score: ScoreReport
}

/**
 * Takes a snapshot: reads every source, stores the readings, fills histories, scores. Start reading here.
 * `src/publish/publish.ts` then writes the newest snapshot as documents.
 *
 * Throws `STORE_UNUSABLE` for the store of another origin, and `SNAPSHOT_REFUSED` when the result may not be published. The
 * readings of sound sources are stored even then, and the last snapshot stays as it was.
 */
export async function takeSnapshot(options: SnapshotOptions): Promise<SnapshotReport> {
  removeOtherOrigins(options)
  rejectOlderSnapshot(options)
  const sources = await ingestSources(options)
  const budget = registryFailed(sources) ? 0 : options.historyBudget
  const histories = await fillHistories({ ...options, budget })
  confirmByLoss(options.store, options.asOf)
  refuseImplausible(sources)
  const score = scoreSnapshot(options)
  return { sources, histories, score }
}

/** Earlier versions mixed origins in one store: removes the snapshots of other origins. */
function removeOtherOrigins({ store, origin, progress }: SnapshotOptions): void {
  const removed = claimStore(store, origin)
  if (removed > 0) {
    progress.line(
      `– Removed ${removed} snapshots that are not ${ORIGIN_NAMES[origin]} from the store: a store holds one origin`,
    )
  }
}

/** History only grows: a day before the newest snapshot cannot be added later. */
function rejectOlderSnapshot({ store, asOf }: SnapshotOptions): void {
  const newest = findNewestSnapshot(store)
  if (newest && newest.asOf > asOf) {
    throw new PlimsollError(
      'SNAPSHOT_REFUSED',
      `The store already has a snapshot of ${newest.asOf}, later than ${asOf}. To replay the past, use another store (PLIMSOLL_DB).`,
    )
  }
}

/** The history comes from the registry's host: when that host fails, do not send it hundreds more requests. */
function registryFailed(reports: SourceReport[]): boolean {
  return reports.some(({ source, status }) => source === REGISTRY && status === 'failed')
}

/** Throws when a source ends the run. One that did not respond is no reason to stop. */
function refuseImplausible(reports: SourceReport[]): void {
  const refused = reports.find(endsRun)
  if (refused) {
    throw new PlimsollError(
      'SNAPSHOT_REFUSED',
      `No snapshot was taken. ${refused.message} The last published snapshot stays as it is.`,
    )
  }
}
