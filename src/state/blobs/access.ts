import { getStore, type Store } from '@netlify/blobs'
import { unusable } from '../unusable.ts'

/** Deadline of one request while a visitor waits. */
export const BLOB_REQUEST_MS = 300

/** Deadline of one request of the key commands, which run further from the store. */
const ADMIN_REQUEST_MS = 5_000

/**
 * The package retries 429, 5xx, a refused signed URL and an aborted request five times, five seconds apart. It returns
 * this status at once.
 */
const NOT_RETRIED = 499

export interface BlobsAccess {
  /** Prefix of the stores' names, so that a preview does not write what production reads. */
  name: string
  /** Site and token, unless the platform provides them; base URLs only for the local emulation. */
  siteId?: string
  token?: string
  url?: string
}

export type BlobsPatience = 'visitor' | 'admin'

export interface Blobs {
  /** One operation on a store. Rejects with `STATE_UNUSABLE`. `strong` reads bypass the edge cache. */
  use<T>(
    part: string,
    consistency: 'strong' | 'eventual',
    work: (store: Store) => Promise<T>,
    patience?: BlobsPatience,
  ): Promise<T>
}

/** Where a record is: the first part of its name is that of the store, the rest that of the blob. */
export function placeOf(name: string): [part: string, blob: string] {
  const [part = '', ...rest] = name.split('/')
  return [part, rest.join('/')]
}

/** Opens the store for every operation, because the platform renews its token while an instance runs. */
export function blobsOf(
  access: BlobsAccess,
  request: typeof fetch = fetch,
  requestMs = BLOB_REQUEST_MS,
): Blobs {
  const fetchers = {
    visitor: steadyFetch(request, requestMs),
    admin: steadyFetch(request, ADMIN_REQUEST_MS),
  }
  const { siteId, token, url } = access
  const given = {
    ...(siteId === undefined ? {} : { siteID: siteId }),
    ...(token === undefined ? {} : { token }),
    ...(url === undefined ? {} : { edgeURL: url, uncachedEdgeURL: url }),
  }
  let strongReads = true
  return {
    async use(part, consistency, work, patience = 'visitor') {
      const attempt = (mode: 'strong' | 'eventual') =>
        work(
          getStore({
            ...given,
            name: `${access.name}-${part}`,
            consistency: mode,
            fetch: fetchers[patience],
          }),
        )
      try {
        return await attempt(strongReads ? consistency : 'eventual')
      } catch (error) {
        if (!(error instanceof Error)) throw error
        if (error.name === 'PlimsollError') throw error
        if (error.name === 'BlobsConsistencyError') {
          strongReads = false
          return this.use(part, 'eventual', work, patience)
        }
        const reason =
          error.name === 'MissingBlobsEnvironmentError'
            ? 'Netlify Blobs is not configured; set STATE_URL to blobs:SITE_ID, and STATE_TOKEN'
            : 'the request to Netlify Blobs failed'
        throw unusable(reason, error)
      }
    },
  }
}

/** A fetch that ends within `deadlineMs` and whose failures are not retried. */
export function steadyFetch(request: typeof fetch, deadlineMs: number): typeof fetch {
  return async (input, init) => {
    try {
      const signal = AbortSignal.timeout(deadlineMs)
      const response = await request(input, { ...init, signal })
      const { status } = response
      if (status !== 429 && status !== 403 && status < 500) return response
      await response.body?.cancel()
      return refusal(`status ${status}`)
    } catch {
      return refusal(`no answer within ${deadlineMs} ms`)
    }
  }
}

function refusal(reason: string): Response {
  return new Response(null, { status: NOT_RETRIED, headers: { 'x-nf-error': reason } })
}
