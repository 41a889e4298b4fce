import { listStores } from '@netlify/blobs'
import { DAY_MS, dayOf } from '../time-window.ts'
import { type BlobsAccess, blobsOf, steadyFetch } from './access.ts'

const REQUEST_MS = 5_000

/** Yesterday's windows are kept for instances whose clock is behind. */
const KEEP_DAYS = 2

/**
 * Deletes the windows of past days, because Netlify Blobs has no expiry; usage and keys stay. Returns the number of days
 * deleted. For a scheduled function: windows that are left over only cost space.
 */
export async function sweepWindows(
  access: BlobsAccess,
  now: number,
  request: typeof fetch = fetch,
): Promise<number> {
  const { siteId, token, url, name } = access
  const { stores } = await listStores({
    ...(siteId === undefined ? {} : { siteID: siteId }),
    ...(token === undefined ? {} : { token }),
    ...(url === undefined ? {} : { edgeURL: url }),
    fetch: steadyFetch(request, REQUEST_MS),
  })
  const prefix = `${name}-windows-`
  const oldest = dayOf(now - KEEP_DAYS * DAY_MS)
  const old = stores.filter(
    (store) => store.startsWith(prefix) && store.slice(prefix.length) < oldest,
  )
  const blobs = blobsOf(access, request)
  for (const store of old) {
    const part = store.slice(name.length + 1)
    await blobs.use(part, 'strong', (one) => one.deleteAll(), 'admin')
  }
  return old.length
}
