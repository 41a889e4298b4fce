import { PlimsollError } from '../domain/errors.ts'
import { ORIGIN_NAMES, ORIGINS, type Origin } from '../domain/origin.ts'
import { type Store, storeError, storeName } from './open.ts'

/**
 * The origin of a store; null while it is empty. Older stores may mix origins: then it is live data if there is any, else
 * the origin of the newest snapshot.
 */
export function findOrigin(store: Store): Origin | null {
  const name = store
    .prepare<[], string>(
      `SELECT origin FROM (SELECT origin, as_of FROM snapshots
         UNION ALL SELECT origin, '' FROM source_runs WHERE status = 'ok')
       ORDER BY origin = 'live' DESC, as_of DESC LIMIT 1`,
    )
    .pluck()
    .get()
  return ORIGINS.find((origin) => origin === name) ?? null
}

/**
 * Makes a store contain one origin only, and returns the number of snapshots of other origins that were removed.
 * Throws `STORE_UNUSABLE` when the store belongs to another origin.
 */
export function claimStore(store: Store, origin: Origin): number {
  try {
    const owner = findOrigin(store)
    if (owner !== null && owner !== origin) throw belongsTo(owner, origin, storeName(store))
    return store
      .transaction(() => {
        store.prepare('DELETE FROM source_runs WHERE origin <> ?').run(origin)
        return store.prepare('DELETE FROM snapshots WHERE origin <> ?').run(origin).changes
      })
      .immediate()
  } catch (error) {
    throw storeError(error, storeName(store))
  }
}

function belongsTo(owner: Origin, origin: Origin, file: string): PlimsollError {
  return new PlimsollError(
    'STORE_UNUSABLE',
    `The store ${file} holds ${ORIGIN_NAMES[owner]}; a store never mixes origins. To store ${ORIGIN_NAMES[origin]}, set PLIMSOLL_DB to another file, or move this one away.`,
  )
}
