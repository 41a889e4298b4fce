import { listStores } from '@netlify/blobs'
import { DAY_MS } from '../../domain/day.ts'
import { dayOf } from '../time-window.ts'
import { type BlobsAccess, blobsOf, steadyFetch } from './access.ts'

const REQUEST_MS = 5_000

const WINDOWS = 'windows-'

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
  const oldest = dayOf(now - KEEP_DAYS * DAY_MS)
  const parts = await listParts(access, WINDOWS, request)
  const old = parts.filter((part) => part.slice(WINDOWS.length) < oldest)
  const blobs = blobsOf(access, request)
  for (const part of old) {
    await blobs.use(part, 'strong', (one) => one.deleteAll(), 'admin')
  }
  return old.length
}

/** Parts of the state, that is its stores, whose names start with `prefix`. */
export async function listParts(
  { siteId, token, url, name }: BlobsAccess,
  prefix: string,
  request: typeof fetch,
): Promise<string[]> {
  const { stores } = await listStores({
    ...(siteId === undefined ? {} : { siteID: siteId }),
    ...(token === undefined ? {} : { token }),
    ...(url === undefined ? {} : { edgeURL: url }),
    fetch: steadyFetch(request, REQUEST_MS),
  })
  return stores
    .filter((store) => store.startsWith(`${name}-${prefix}`))
    .map((store) => store.slice(name.length + 1))
}
