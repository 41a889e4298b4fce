import { existsSync } from 'node:fs'
import { PlimsollError } from '../domain/errors.ts'
import { ORIGINS, type Origin } from '../domain/origin.ts'
import { openStore, type Store } from '../store/open.ts'
import { claimStore, findOrigin } from '../store/origin.ts'
import { findNewestSnapshot } from '../store/snapshots.ts'

/**
 * Opens the store to publish from: the one of the requested origin, else the live store if it has a snapshot, else the
 * sample. Throws `USAGE` for an unknown origin and `STORE_UNUSABLE` for a store of another origin.
 */
export function chooseStore(
  files: Record<Origin, string>,
  source: string | undefined,
): { store: Store; origin: Origin } {
  const asked = ORIGINS.find((name) => name === source)
  if (source !== undefined && !asked) {
    throw new PlimsollError(
      'USAGE',
      `--source must be one of ${ORIGINS.join(', ')}, not ${source}. Try --help.`,
    )
  }
  const store = openStore(files[asked ?? (holdsLive(files.live) ? 'live' : 'seed')])
  try {
    const origin = asked ?? findOrigin(store) ?? 'seed'
    claimStore(store, origin)
    return { store, origin }
  } catch (error) {
    store.close()
    throw error
  }
}

function holdsLive(file: string): boolean {
  if (!existsSync(file)) return false
  const store = openStore(file)
  try {
    return findNewestSnapshot(store)?.origin === 'live'
  } finally {
    store.close()
  }
}
