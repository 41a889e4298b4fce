import { type LostField, type RowCounts, usableRows } from '../domain/batch.ts'
import { SOURCES } from '../domain/sources.ts'
import type { Source } from '../ingest/source.ts'
import type { LastRun } from '../store/source-runs.ts'
import { type Loss, lossName } from './accept-loss.ts'

/** A field that this many rows carried, or most of them, does not vanish from all of them by chance. */
const ENOUGH_ROWS = 20

interface LostFields {
  /** Every field that is gone: those of this run, and those of earlier runs that have not come back. */
  all: LostField[]
  /** Why the batch is implausible: it lost a field that scores depend on. */
  loss: Loss | null
  /** A sentence for each. */
  notes: string[]
}

/**
 * The fields that many rows carried in the last good run and none carries now. Upstreams rename fields without notice, and
 * an optional field would then read as absent for all protocols at once.
 */
export function findLostFields(
  source: Pick<Source, 'id' | 'fields'>,
  now: RowCounts,
  last: LastRun | undefined,
): LostFields {
  const before = last?.rowCounts
  if (!last || !before || !now.fields) return { all: [], loss: null, notes: [] }
  const gone = ({ field }: Pick<LostField, 'field'>) => now.fields?.[field] === 0
  const newly = Object.entries(before.fields ?? {})
    .filter(([, rows]) => rows >= ENOUGH_ROWS || rows * 2 > usableRows(before))
    .map(([field, rows]): LostField => ({ field, asOf: last.asOf, rows }))
    .filter(gone)
  const all = [...(before.lost ?? []).filter(gone), ...newly]
  const scored = newly.filter(({ field }) => source.fields?.[field]?.scored)
  return {
    all,
    loss: scored.length === 0 ? null : lossOf(source, scored, last),
    notes: all.map((lost) => `LOST: ${sentence(source, lost)}.`),
  }
}

function lossOf(
  source: Pick<Source, 'id' | 'fields'>,
  lost: LostField[],
  { asOf, fingerprint }: LastRun,
): Loss {
  const what = lost.map((field) => sentence(source, field)).join('; ')
  return {
    name: lossName(`${source.id}-fields`, asOf, fingerprint),
    what: `${SOURCES[source.id].title}: ${what}, and scores depend on it`,
  }
}

function sentence({ fields }: Pick<Source, 'fields'>, { field, asOf, rows }: LostField): string {
  const names = fields?.[field]?.names ?? [field]
  return `no row carries ${names.map((name) => `\`${name}\``).join(' or ')} any more, where ${rows} did on ${asOf}`
}
