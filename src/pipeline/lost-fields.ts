import { type LostField, type RowCounts, usableRows } from '../domain/batch.ts'
import { SOURCES } from '../domain/sources.ts'
import type { Source } from '../ingest/source.ts'
import type { LastRun } from '../store/source-runs.ts'
import { type Loss, lossName } from './accept-loss.ts'

/** A field in this many rows, or in most of them, does not disappear from all rows by chance. */
const ENOUGH_ROWS = 20

interface LostFields {
  /** All lost fields: those of this run, and those of earlier runs that are still missing. */
  all: LostField[]
  /** The loss of fields that scores depend on, or null. It makes the batch implausible. */
  loss: Loss | null
  /** A sentence for each. */
  notes: string[]
}

/**
 * The fields that many rows had in the last good run and none has now. Upstreams rename fields without notice, and an
 * optional field would then look absent for all protocols.
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
