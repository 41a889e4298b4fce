import type { RowCounts } from '../domain/batch.ts'
import type { Day } from '../domain/day.ts'
import type { SourceId } from '../domain/sources.ts'
import type { Store } from './open.ts'

/** `absent`: the recording or seed does not contain the source. */
export type RunStatus = 'ok' | 'failed' | 'absent'

export interface SourceRun {
  source: SourceId
  /** `live`, `seed` or `recorded`. */
  origin: string
  asOf: Day
  status: RunStatus
  message: string | null
  rowCounts: RowCounts | null
  /** Hash of the bodies and of the code; with an equal fingerprint nothing has changed. */
  fingerprint: string | null
  durationMs: number
}

export function insertSourceRun(store: Store, run: SourceRun): void {
  store
    .prepare(
      `INSERT INTO source_runs (source, origin, as_of, status, message, account, fingerprint, duration_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      run.source,
      run.origin,
      run.asOf,
      run.status,
      run.message,
      run.rowCounts && JSON.stringify(run.rowCounts),
      run.fingerprint,
      Math.round(run.durationMs),
    )
}

export interface LastRun {
  origin: string
  asOf: Day
  rowCounts: RowCounts | null
  fingerprint: string | null
}

/** The last good run of a source up to a day, whose readings are in use; undefined without one. */
export function findLastGoodRun(store: Store, source: SourceId, asOf: Day): LastRun | undefined {
  const row = store
    .prepare<
      [string, string],
      { origin: string; as_of: string; account: string | null; fingerprint: string | null }
    >(
      `SELECT origin, as_of, account, fingerprint FROM source_runs
       WHERE source = ? AND status = 'ok' AND as_of <= ? ORDER BY id DESC LIMIT 1`,
    )
    .get(source, asOf)
  if (!row) return undefined
  return {
    origin: row.origin,
    asOf: row.as_of,
    rowCounts: row.account === null ? null : JSON.parse(row.account),
    fingerprint: row.fingerprint,
  }
}

/** The status and message of the newest run of a source, good or bad. */
export function findLastResult(
  store: Store,
  source: SourceId,
): Pick<SourceRun, 'status' | 'message'> | undefined {
  return store
    .prepare<[string], Pick<SourceRun, 'status' | 'message'>>(
      'SELECT status, message FROM source_runs WHERE source = ? ORDER BY id DESC LIMIT 1',
    )
    .get(source)
}
