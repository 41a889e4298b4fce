import type { SnapshotContext, SnapshotEntry } from '../domain/catalogue.ts'
import { type Day, dayNumber } from '../domain/day.ts'
import type { DependencyShares } from '../domain/dependency.ts'
import { DIMENSIONS } from '../domain/dimension.ts'
import type { PastSnapshot } from '../domain/past.ts'
import { roundScore } from '../domain/risk-level.ts'
import { dropOldShares, insertDependencyShares } from './dependency-shares.ts'
import type { Store } from './open.ts'
import { updateRetired } from './retired.ts'
import { dropOldParts, insertSignalParts } from './signal-parts.ts'

/** Number of snapshots with full results: the newest and the one before it. Scores are kept for all. */
const DETAILED_SNAPSHOTS = 2

/** Context of a snapshot whose details were removed. */
const NO_CONTEXT = '{"incidents":[],"sources":[]}'

export interface Snapshot {
  id: number
  asOf: Day
  /** ISO 8601 instant. */
  computedAt: string
  methodology: string
  origin: string
  fingerprint: string
  /** Hash of the inputs of the scores; null for snapshots of older versions. */
  inputs: string | null
}

/**
 * Writes a snapshot and all its scores in one transaction. Replaces a snapshot of the same day.
 * `texts`: the entries as JSON, if the caller has them already. `shares`: what stands on what. Returns the snapshot's row id.
 */
export function replaceSnapshot(
  store: Store,
  snapshot: Omit<Snapshot, 'id'>,
  context: SnapshotContext,
  entries: SnapshotEntry[],
  texts: string[] = entries.map((entry) => JSON.stringify(entry)),
  shares: DependencyShares | null = null,
): number {
  return store
    .transaction(() => {
      store.prepare('DELETE FROM snapshots WHERE as_of = ?').run(snapshot.asOf)
      const { lastInsertRowid } = store
        .prepare(
          'INSERT INTO snapshots (as_of, computed_at, methodology, origin, fingerprint, inputs, context) VALUES (?, ?, ?, ?, ?, ?, ?)',
        )
        .run(
          snapshot.asOf,
          snapshot.computedAt,
          snapshot.methodology,
          snapshot.origin,
          snapshot.fingerprint,
          snapshot.inputs,
          JSON.stringify(context),
        )
      const id = Number(lastInsertRowid)
      insertEntries(store, id, snapshot.asOf, entries, texts)
      insertSignalParts(store, id, entries)
      if (shares) insertDependencyShares(store, id, shares)
      updateRetired(store, id, snapshot.asOf)
      dropOldDetails(store)
      dropOldParts(store)
      dropOldShares(store)
      return id
    })
    .immediate()
}

function insertEntries(
  store: Store,
  snapshotId: number,
  asOf: Day,
  entries: SnapshotEntry[],
  texts: string[],
): void {
  const insertScore = store.prepare(
    `INSERT INTO score_numbers (snapshot_id, protocol_id, composite, smart_contract, counterparty, credit, liquidity,
       oracle, liquidity_trap, coverage, tvl_usd, composite_low, composite_high, tvl_day) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const findEntry = store
    .prepare<[number, string | undefined], number>(
      'SELECT id FROM entries WHERE protocol_id = ? AND entry = ?',
    )
    .pluck()
  const insertEntry = store.prepare('INSERT INTO entries (protocol_id, entry) VALUES (?, ?)')
  const tie = store.prepare(
    'INSERT INTO snapshot_entries (snapshot_id, protocol_id, entry_id) VALUES (?, ?, ?)',
  )
  for (const [index, { score, tvlUsd, record }] of entries.entries()) {
    const id = Number(score.protocolId)
    const others = [...DIMENSIONS.map((key) => score.dimensions[key].score), score.coverage]
    insertScore.run(
      snapshotId,
      id,
      inParts(score.composite, 1e6),
      ...others.map(inTenThousandths),
      inParts(tvlUsd, 1),
      inParts(score.band && roundScore(score.band.low), 10),
      inParts(score.band && roundScore(score.band.high), 10),
      record.tvl.known && record.tvl.asOf !== asOf ? dayNumber(record.tvl.asOf) : null,
    )
    const text = texts[index]
    const entryId = findEntry.get(id, text) ?? insertEntry.run(id, text).lastInsertRowid
    tie.run(snapshotId, id, entryId)
  }
}

/** An amount in whole parts of its unit, as `score_numbers` keeps it. */
function inParts(amount: number | null, parts: number): number | null {
  return amount === null ? null : Math.round(amount * parts)
}

/**
 * Points in ten-thousandths that round to the same tenth as the points themselves: 4.34998 is kept as 4.3499, because it is published
 * as 4.3, also by what is published from the store.
 */
function inTenThousandths(points: number | null): number | null {
  if (points === null) return null
  const nearest = Math.round(points * 1e4)
  return nearest + Math.sign(roundScore(points) - roundScore(nearest / 1e4))
}

function dropOldDetails(store: Store): void {
  const old = `NOT IN (SELECT id FROM snapshots ORDER BY as_of DESC LIMIT ${DETAILED_SNAPSHOTS})`
  store.exec(
    `DELETE FROM snapshot_entries WHERE snapshot_id ${old};
     DELETE FROM entries WHERE id NOT IN (SELECT entry_id FROM snapshot_entries);
     UPDATE snapshots SET context = '${NO_CONTEXT}' WHERE id ${old} AND context <> '${NO_CONTEXT}'`,
  )
}

const COLUMNS =
  'id, as_of AS asOf, computed_at AS computedAt, methodology, origin, fingerprint, inputs'

/** The published id of a snapshot: its day and the start of its fingerprint. */
export function publicIdOf({ asOf, fingerprint }: Pick<Snapshot, 'asOf' | 'fingerprint'>): string {
  return `${asOf}-${fingerprint.slice(0, 12)}`
}

/** Every snapshot of an origin with its row id, oldest first. */
export function listPublished(store: Store, origin: string): (PastSnapshot & { id: number })[] {
  return store
    .prepare<[string], Snapshot>(`SELECT ${COLUMNS} FROM snapshots WHERE origin = ? ORDER BY as_of`)
    .all(origin)
    .map(({ id, asOf, fingerprint, methodology }) => ({
      id,
      publicId: publicIdOf({ asOf, fingerprint }),
      day: asOf,
      methodology,
    }))
}

/** The newest snapshot, or undefined when there is none. */
export function findNewestSnapshot(store: Store): Snapshot | undefined {
  return store
    .prepare<[], Snapshot>(`SELECT ${COLUMNS} FROM snapshots ORDER BY as_of DESC LIMIT 1`)
    .get()
}

/** The snapshot of a day, or undefined. */
export function findSnapshot(store: Store, asOf: Day): Snapshot | undefined {
  return store
    .prepare<[string], Snapshot>(`SELECT ${COLUMNS} FROM snapshots WHERE as_of = ?`)
    .get(asOf)
}

/** The snapshot nearest to a day, between two others (inclusive), of the same origin and methodology, or undefined. */
export function findSnapshotNear(
  store: Store,
  day: Day,
  { from, to }: { from: Day; to: Day },
  { methodology, origin }: Pick<Snapshot, 'methodology' | 'origin'>,
): Snapshot | undefined {
  return store
    .prepare<Record<string, string>[], Snapshot>(
      `SELECT ${COLUMNS} FROM snapshots
       WHERE as_of BETWEEN @from AND @to AND methodology = @methodology AND origin = @origin
       ORDER BY ABS(julianday(as_of) - julianday(@day)), as_of DESC LIMIT 1`,
    )
    .get({ day, from, to, methodology, origin })
}

/** The number of protocols in a snapshot, and of those with a composite. */
export function countScores(
  store: Store,
  snapshotId: number,
): { protocols: number; scored: number } {
  return (
    store
      .prepare<[number], { protocols: number; scored: number }>(
        'SELECT COUNT(*) AS protocols, COUNT(composite) AS scored FROM scores WHERE snapshot_id = ?',
      )
      .get(snapshotId) ?? { protocols: 0, scored: 0 }
  )
}

/** Ids of the protocols that have a composite in a snapshot. */
export function loadScoredIds(store: Store, snapshotId: number): Set<string> {
  const ids = store
    .prepare<[number], number>(
      'SELECT protocol_id FROM scores WHERE snapshot_id = ? AND composite IS NOT NULL',
    )
    .pluck()
    .all(snapshotId)
  return new Set(ids.map(String))
}
