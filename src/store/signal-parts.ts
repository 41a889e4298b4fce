import type { SnapshotEntry } from '../domain/catalogue.ts'
import type { SignalParts } from '../domain/past.ts'
import { BASES, type Basis } from '../domain/score.ts'
import { partsOf } from '../domain/signal-parts.ts'
import { chooseComparisons } from './comparison-days.ts'
import type { Store } from './open.ts'

/** The basis of a contribution, as the store writes it. */
const LETTERS: Record<Basis, string> = { measured: 'm', category: 'c', missing: 'x' }

/** Stores the contributions of a snapshot's scores. Entries without a composite have none. */
export function insertSignalParts(
  store: Store,
  snapshotId: number,
  entries: readonly SnapshotEntry[],
): void {
  const addLayout = store.prepare('INSERT OR IGNORE INTO signal_layouts (keys) VALUES (?)')
  const findLayout = store
    .prepare<[string], number>('SELECT id FROM signal_layouts WHERE keys = ?')
    .pluck()
  const insert = store.prepare(
    'INSERT INTO signal_parts (snapshot_id, protocol_id, layout_id, parts) VALUES (?, ?, ?, ?)',
  )
  const layouts = new Map<string, number | undefined>()
  for (const entry of entries) {
    if (entry.score.composite === null) continue
    const { keys, micro, basis } = partsOf(entry.score)
    const layout = keys.join(' ')
    if (!layouts.has(layout)) {
      addLayout.run(layout)
      layouts.set(layout, findLayout.get(layout))
    }
    const parts = micro
      .map((amount, index) => `${amount}${LETTERS[basis[index] ?? 'measured']}`)
      .join(' ')
    insert.run(snapshotId, Number(entry.score.protocolId), layouts.get(layout), parts)
  }
}

/** Deletes the contributions of snapshots that are no longer compared with the newest. */
export function dropOldParts(store: Store): void {
  const all = store
    .prepare<[], { id: number; day: string; methodology: string }>(
      'SELECT id, as_of AS day, methodology FROM snapshots ORDER BY as_of',
    )
    .all()
  const newest = all.at(-1)
  if (!newest) return
  const kept = new Set([newest, ...chooseComparisons(all.slice(0, -1), newest.day)])
  const drop = store.prepare('DELETE FROM signal_parts WHERE snapshot_id = ?')
  for (const snapshot of all) if (!kept.has(snapshot)) drop.run(snapshot.id)
  store.exec('DELETE FROM signal_layouts WHERE id NOT IN (SELECT layout_id FROM signal_parts)')
}

/** The contributions of a snapshot by protocol id; empty for snapshots of versions that did not keep them. */
export function loadSignalParts(store: Store, snapshotId: number): Map<string, SignalParts> {
  const rows = store
    .prepare<[number], { id: number; keys: string; parts: string }>(
      `SELECT p.protocol_id AS id, l.keys, p.parts FROM signal_parts p JOIN signal_layouts l ON l.id = p.layout_id
       WHERE p.snapshot_id = ?`,
    )
    .iterate(snapshotId)
  const layouts = new Map<string, string[]>()
  const loaded = new Map<string, SignalParts>()
  for (const { id, keys: layout, parts } of rows) {
    const keys = layouts.get(layout) ?? layout.split(' ')
    layouts.set(layout, keys)
    const written = parts === '' ? [] : parts.split(' ')
    loaded.set(String(id), {
      keys,
      micro: written.map((part) => Number.parseInt(part, 10)),
      basis: written.map((part) => BASIS_OF[part.at(-1) ?? ''] ?? 'measured'),
    })
  }
  return loaded
}

const BASIS_OF: Partial<Record<string, Basis>> = Object.fromEntries(
  BASES.map((basis) => [LETTERS[basis], basis]),
)
