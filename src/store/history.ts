import type { Day } from '../domain/day.ts'
import { type Store, storeError } from './open.ts'

export interface StoredHistory {
  snapshots: number
  firstDay: Day
  lastDay: Day
  tvlPoints: number
}

/** How much past the store holds; null without a snapshot. */
export function measureHistory(store: Store): StoredHistory | null {
  const row = store
    .prepare<[], { snapshots: number; firstDay: Day | null; lastDay: Day | null }>(
      'SELECT COUNT(*) AS snapshots, MIN(as_of) AS firstDay, MAX(as_of) AS lastDay FROM snapshots',
    )
    .get()
  if (!row || row.firstDay === null || row.lastDay === null) return null
  const points = store.prepare<[], { n: number }>('SELECT COUNT(*) AS n FROM tvl_daily').get()
  return {
    snapshots: row.snapshots,
    firstDay: row.firstDay,
    lastDay: row.lastDay,
    tvlPoints: points?.n ?? 0,
  }
}

/** Writes the store as one packed file that needs no other beside it. The file must not exist. */
export function copyStore(store: Store, file: string): void {
  try {
    store.prepare('VACUUM INTO ?').run(file)
  } catch (error) {
    throw storeError(error, file)
  }
}
