import { rmSync } from 'node:fs'
import { PlimsollError } from '../domain/errors.ts'
import { ORIGIN_NAMES } from '../domain/origin.ts'
import { measureHistory, type StoredHistory } from '../store/history.ts'
import { openStore } from '../store/open.ts'
import { claimStore, findOrigin } from '../store/origin.ts'
import type { NetlifySettings } from './netlify-settings.ts'

/**
 * Prepares the store of the live site for the source of a build, and returns the history that must not be lost; null when
 * there is none. The sample has no history, so it is removed before live data, and before the sample of this code. Throws `SNAPSHOT_REFUSED` when the
 * sample would replace live history.
 */
export function fitPrevious(
  storeFile: string,
  source: NetlifySettings['source'],
  line: (text: string) => void,
): StoredHistory | null {
  const store = openStore(storeFile)
  try {
    const origin = findOrigin(store)
    if (origin !== null && origin !== source && source === 'seed') {
      throw new PlimsollError(
        'SNAPSHOT_REFUSED',
        `The site holds ${ORIGIN_NAMES[origin]}, and PLIMSOLL_SOURCE=seed would put the sample in its place. Set it to live or previous; to start anew with the sample, deploy it as a site of its own.`,
      )
    }
    if (origin !== null && (source === 'previous' || (source === 'live' && origin === 'live'))) {
      claimStore(store, origin)
      return measureHistory(store)
    }
    if (source === 'live') {
      line(
        `– The site holds no live data yet${origin ? `, but ${ORIGIN_NAMES[origin]}` : ''}; its history starts now`,
      )
    }
  } finally {
    store.close()
  }
  for (const ending of ['', '-wal', '-shm']) rmSync(storeFile + ending, { force: true })
  return null
}
