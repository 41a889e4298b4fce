import { type Batch, type FieldRows, type LostField, usableRows } from '../domain/batch.ts'
import { addDays, type Day } from '../domain/day.ts'
import { SOURCES } from '../domain/sources.ts'
import type { Source } from '../ingest/source.ts'
import type { LastRun } from '../store/source-runs.ts'
import { type DataLoss, lossName } from './accept-loss.ts'

/** Of the rows that had a field and are still listed, this share may lose it. Upstream edits a few rows a day by hand. */
const MAX_LOST_SHARE = 0.1

/** Fewer rows lose a field by chance. */
const MIN_LOST_ROWS = 10

/** A field in this many rows, or in most of them, does not disappear from all rows by chance. */
const ENOUGH_ROWS = 20

/** A row had a field when it had it within this many days, so that a field that is lost bit by bit is lost. */
const REMEMBERED_DAYS = 7

interface LostFields {
  /** All lost fields: those of this run, and those of earlier runs that are still missing. */
  all: LostField[]
  /** The loss of fields that scores depend on, or null. It makes the batch implausible. */
  loss: DataLoss | null
  /** A sentence for each. */
  notes: string[]
  /** What the next run compares with. */
  rows: FieldRows[]
}

/** What is known of earlier runs of the source. */
interface Earlier {
  last: LastRun | undefined
  rows: readonly FieldRows[]
  /** Rows that are judged by themselves, because they are at odds with the day before as a whole. */
  except: ReadonlySet<string>
}

/**
 * The fields that many rows had in the last good runs and that a share of the same rows, or all, no longer has. Upstreams rename
 * fields without notice, and an optional field would then look absent. Without ids of rows, numbers of rows are compared.
 */
export function findLostFields(
  source: Pick<Source, 'id' | 'fields'>,
  now: Pick<Batch, 'asOf' | 'rowCounts' | 'fields' | 'carriers'>,
  { last, rows, except }: Earlier,
): LostFields {
  const before = last?.rowCounts
  const changes = fieldChanges(now, rows, last?.asOf ?? now.asOf, except)
  if (!last || !before || !now.fields) {
    return { all: [], loss: null, notes: [], rows: changes.map(toRows) }
  }
  const counted = Object.entries(before.fields ?? {}).map(([field, had]): FieldChange => {
    const known = changes.find((change) => change.field === field)
    if (known && known.hadRows > 0) return known
    const of = usableRows(before)
    const isShorter = usableRows(now.rowCounts) < of
    const lost: LostField = { field, asOf: last.asOf, rows: had, ...(isShorter && { of }) }
    return countedChange(lost, now)
  })
  const newly = counted
    .filter((change) =>
      isLost(change, usableRows(before), source.fields?.[change.field]?.volatile === true),
    )
    .map(({ field, hadRows, lost }): LostField => lost ?? { field, asOf: last.asOf, rows: hadRows })
  const isNew = new Set(newly.map(({ field }) => field))
  const still = (before.lost ?? []).filter(
    (lost) =>
      !isNew.has(lost.field) &&
      (now.fields?.[lost.field] ?? 0) <= expectedRows(lost, now) * (1 - MAX_LOST_SHARE),
  )
  const all = [...still, ...newly]
  const scored = newly.filter(({ field }) => source.fields?.[field]?.scored)
  return {
    all,
    loss: scored.length === 0 ? null : lossOf(source, scored, now, last),
    notes: all.map((lost) => `LOST: ${sentence(source, lost, now)}.`),
    // A lost field is named until it is back; its rows are not expected to have it any longer.
    rows: changes.map((change) =>
      toRows(isNew.has(change.field) ? { ...change, gone: {} } : change),
    ),
  }
}

interface FieldChange {
  field: string
  /** Ids of rows that have the field now. */
  has: readonly string[]
  /** Ids of listed rows that had it within the last days and no longer have, each with the last day on which it had. */
  gone: Record<string, Day>
  /** Of the rows that are compared, those that had it within the last days, and how many of them lost it. */
  hadRows: number
  lostRows: number
  /** Where rows were counted, and not compared by their ids: what it is if it is lost. */
  lost?: LostField
}

function fieldChanges(
  { asOf, carriers }: Pick<Batch, 'asOf' | 'carriers'>,
  rows: readonly FieldRows[],
  lastDay: Day,
  except: ReadonlySet<string>,
): FieldChange[] {
  if (!carriers) return []
  const listed = new Set(carriers.listed)
  const oldest = addDays(asOf, -REMEMBERED_DAYS)
  return Object.entries(carriers.byField).map(([field, has]) => {
    const last = rows.find((row) => row.field === field)
    const lastDays = new Map([
      ...Object.entries(last?.gone ?? {}).filter(([, day]) => day >= oldest),
      ...(lastDay >= oldest ? (last?.ids ?? []) : []).map((id): [string, Day] => [id, lastDay]),
    ])
    const had = new Set([...lastDays.keys()].filter((id) => listed.has(id) && !except.has(id)))
    const hasNow = new Set(has)
    const gone = Object.fromEntries(
      [...lastDays].filter(([id]) => listed.has(id) && !hasNow.has(id)),
    )
    const lostRows = Object.keys(gone).filter((id) => had.has(id)).length
    return { field, has, gone, hadRows: had.size, lostRows }
  })
}

function countedChange(lost: LostField, now: Pick<Batch, 'rowCounts' | 'fields'>): FieldChange {
  const hadRows = expectedRows(lost, now)
  const lostRows = Math.max(0, hadRows - (now.fields?.[lost.field] ?? 0))
  return { field: lost.field, has: [], gone: {}, hadRows, lostRows, lost }
}

/** Rows that would have a field today if the same share had it as before; of a list that did not become shorter, the same rows. */
function expectedRows({ rows, of }: LostField, { rowCounts }: Pick<Batch, 'rowCounts'>): number {
  return of === undefined ? rows : Math.round(rows * Math.min(1, usableRows(rowCounts) / of))
}

function isLost(
  { hadRows, lostRows }: FieldChange,
  rowsBefore: number,
  isVolatile: boolean,
): boolean {
  if (lostRows === 0) return false
  if (lostRows === hadRows && (hadRows >= ENOUGH_ROWS || hadRows * 2 > rowsBefore)) return true
  return !isVolatile && lostRows >= MIN_LOST_ROWS && lostRows > hadRows * MAX_LOST_SHARE
}

function toRows({ field, has, gone }: FieldChange): FieldRows {
  return { field, ids: has, gone }
}

function lossOf(
  source: Pick<Source, 'id' | 'fields'>,
  lost: LostField[],
  now: Pick<Batch, 'rowCounts' | 'fields'>,
  { asOf, fingerprint }: LastRun,
): DataLoss {
  const what = lost.map((field) => sentence(source, field, now)).join('; ')
  return {
    name: lossName(`${source.id}-fields`, asOf, fingerprint),
    what: `${SOURCES[source.id].title}: ${what}, and scores depend on it`,
  }
}

function sentence(
  { fields }: Pick<Source, 'fields'>,
  { field, asOf, rows, of }: LostField,
  now: Pick<Batch, 'rowCounts' | 'fields'>,
): string {
  const names = (fields?.[field]?.names ?? [field]).map((name) => `\`${name}\``).join(' or ')
  const left = now.fields?.[field] ?? 0
  const before = `where ${rows}${of === undefined ? '' : ` of ${of}`} did on ${asOf}`
  if (left === 0) return `no row carries ${names} any more, ${before}`
  const listed = of === undefined ? '' : ` of ${usableRows(now.rowCounts)}`
  return `only ${left}${listed} ${left === 1 ? 'row carries' : 'rows carry'} ${names}, ${before}`
}
