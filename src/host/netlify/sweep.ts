import { PlimsollError } from '../../domain/errors.ts'
import type { BlobsAccess } from '../../state/blobs/access.ts'
import { sweepBlobs } from '../../state/blobs/sweep.ts'
import { parseStateUrl } from '../../state/state-url.ts'
import { PREVIEW_STATE, PRODUCTION_STATE } from './state.ts'

export interface SweepOptions {
  /** STATE_URL; when it is not set, the stores of `state.ts`. */
  stateUrl: string | undefined
  stateToken: string | undefined
  /** Milliseconds since 1970. */
  now: number
  /** Takes one line of JSON. */
  log: (line: string) => void
  sweep?: (access: BlobsAccess, now: number) => Promise<number>
}

/**
 * Deletes the windows of past days from Netlify Blobs; other state stores delete them themselves. Rejects when that fails, so
 * that the run counts as failed; the next one retries.
 */
export async function sweepState(options: SweepOptions): Promise<void> {
  const { stateUrl, now, log, sweep = sweepBlobs } = options
  const say = (level: 'info' | 'error', message: string) =>
    log(JSON.stringify({ level, job: 'sweep', message }))
  try {
    const stores = (stateUrl ? [stateUrl] : [PRODUCTION_STATE, PREVIEW_STATE]).flatMap((url) =>
      accessOf(url, options.stateToken),
    )
    let days = 0
    for (const access of stores) days += await sweep(access, now)
    say('info', stores.length > 0 ? `Days deleted: ${days}.` : 'State is not in Netlify Blobs.')
  } catch (error) {
    // Only our own messages are known to contain no address and no token.
    const reason = error instanceof PlimsollError ? error.message : 'Netlify Blobs did not answer.'
    say('error', reason)
    throw new Error(reason)
  }
}

/** The stores of a STATE_URL in Netlify Blobs; empty for any other store. */
function accessOf(url: string, token: string | undefined): BlobsAccess[] {
  const parsed = parseStateUrl(url)
  if (parsed.kind !== 'blobs') return []
  const { siteId, name } = parsed
  return [{ name, ...(siteId === null ? {} : { siteId }), ...(token ? { token } : {}) }]
}
