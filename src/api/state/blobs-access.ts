import { getStore, type Store } from '@netlify/blobs'
import { unusable } from './unusable.ts'

/** A request on the way of a visitor is given up after this time. */
export const BLOB_REQUEST_MS = 300

/** People who manage keys sit further away and can wait. */
const ADMIN_REQUEST_MS = 5_000

/**
 * The package sleeps five seconds and tries again, five times over, after 429, 5xx, a refused signed URL and an
 * aborted request. It passes this status on at once.
 */
const NOT_RETRIED = 499

export interface BlobsAccess {
  /** Leading part of the stores' names, so that a preview does not write what production reads. */
  name: string
  /** Site and token, where the platform does not provide them; base URLs only for the local emulation. */
  siteId?: string
  token?: string
  url?: string
}

export type BlobsPatience = 'visitor' | 'admin'

export interface Blobs {
  /** One operation on a store. Rejects with `STATE_UNUSABLE`. `strong` reads pass the edge cache by. */
  use<T>(
    part: string,
    consistency: 'strong' | 'eventual',
    work: (store: Store) => Promise<T>,
    patience?: BlobsPatience,
  ): Promise<T>
}

/** Stores are looked up for every operation, because the platform renews their token while an instance lives. */
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
            ? 'Netlify Blobs is not configured here; give blobs:SITE_ID and STATE_TOKEN'
            : 'Netlify Blobs did not do what it was asked'
        throw unusable(reason, error)
      }
    },
  }
}

/** A fetch that is over within `deadlineMs` and whose failures are not tried again. */
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
