import { lookup } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { PlimsollError } from '../domain/errors.ts'
import type { PublishedSnapshot } from './published.ts'
import { openPublishedFolder } from './published-folder.ts'
import { openPublishedSite } from './published-site.ts'

interface OpenOptions {
  /** A published folder, or the URL of a site. */
  snapshot: string
  /** A store to use instead of the published one; null: the published one. */
  storeFile: string | null
  /** An empty temporary folder. */
  workDir: string
  /** The checkout. */
  root: string
}

/** Opens a published snapshot. Throws `USAGE` for a store given with a site, and like `openPublishedFolder` and `openPublishedSite`. */
export function openPublished(options: OpenOptions): Promise<PublishedSnapshot> {
  const { snapshot, storeFile, workDir, root } = options
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(snapshot)) {
    return openPublishedFolder({ dir: snapshot, storeFile, workDir, root })
  }
  if (storeFile !== null) {
    throw new PlimsollError('USAGE', '--store needs a folder; a site publishes its own store.')
  }
  return openPublishedSite({
    address: snapshot,
    workDir,
    fetch,
    pause: (ms) => pause(ms),
    // A name without an address here is left to the request, which may use a proxy.
    lookUp: async (host) => {
      const found = await lookup(host, { all: true }).catch(() => [])
      return found.map(({ address }) => address)
    },
  })
}
