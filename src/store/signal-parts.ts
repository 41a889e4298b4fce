import { deflateSync, inflateSync } from 'node:zlib'
import type { SnapshotEntry } from '../domain/catalogue.ts'
import type { SignalParts } from '../domain/past.ts'
import { BASES, type Basis } from '../domain/score.ts'
import { partsOf } from '../domain/signal-parts.ts'
import { chooseComparisons } from './comparison-days.ts'
import type { Store } from './open.ts'

/** The basis of a contribution, as the store writes it. */
const LETTERS: Record<Basis, string> = { measured: 'm', category: 'c', missing: 'x' }

/** Most bytes of the unpacked contributions of one snapshot: those of 5,000 protocols take one million. */
const MAX_BYTES = 64_000_000

/** Stores the contributions of a snapshot's scores. Entries without a composite have none. */
export function insertSignalParts(
  store: Store,
  snapshotId: number,
  entries: readonly SnapshotEntry[],
): void {
  const layouts = new Map<string, number>()
  const rows = entries.flatMap(({ score }) => {
    if (score.composite === null) return []
    const { keys, micro, basis } = partsOf(score)
    const layout = keys.join(' ')
    const number = layouts.get(layout) ?? layouts.size
    layouts.set(layout, number)
    const parts = micro.map((amount, index) => `${amount}${LETTERS[basis[index] ?? 'measured']}`)
    return [[score.protocolId, number, ...parts].join(' ')]
  })
  const text = [layouts.size, ...layouts.keys(), ...rows].join('\n')
  store
    .prepare('INSERT INTO signal_parts (snapshot_id, packed) VALUES (?, ?)')
    .run(snapshotId, deflateSync(text))
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
}

/** The contributions of a snapshot by protocol id; empty for snapshots of versions that did not keep them. */
export function loadSignalParts(store: Store, snapshotId: number): Map<string, SignalParts> {
  const packed = store
    .prepare<[number], Buffer>('SELECT packed FROM signal_parts WHERE snapshot_id = ?')
    .pluck()
    .get(snapshotId)
  if (!packed) return new Map()
  const text = inflateSync(packed, { maxOutputLength: MAX_BYTES }).toString('utf8')
  const [count = '0', ...lines] = text.split('\n')
  const layouts = lines
    .splice(0, Number(count))
    .map((layout) => (layout === '' ? [] : layout.split(' ')))
  return new Map(
    lines.map((line) => {
      const [id = '', layout = '', ...parts] = line.split(' ')
      return [
        id,
        {
          keys: layouts[Number(layout)] ?? [],
          micro: parts.map((part) => Number.parseInt(part, 10)),
          basis: parts.map((part) => BASIS_OF[part.at(-1) ?? ''] ?? 'measured'),
        },
      ]
    }),
  )
}

const BASIS_OF: Partial<Record<string, Basis>> = Object.fromEntries(
  BASES.map((basis) => [LETTERS[basis], basis]),
)
