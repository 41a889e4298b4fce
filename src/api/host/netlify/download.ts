import type { Limits } from '../../../contract/plans.ts'
import { retryAfter } from '../../gateway/rate-headers.ts'
import { inPart } from '../../http/byte-range.ts'
import { withDeadline } from '../../http/deadline.ts'
import { callerOfAddress } from '../../state/api-key.ts'
import { type EdgeContext, type EdgeHostOptions, readEdgeSettings } from './edge-settings.ts'

/** Downloads of the store per address: each costs as much as a thousand API responses. A build needs one, or three with retries. */
export const DOWNLOADS: Limits = { burst: 3, daily: 6 }

/** Downloads of tables per address, each range of one counted: a check of all files needs ten, DuckDB over HTTP a few for each file. */
export const BULK_DOWNLOADS: Limits = { burst: 20, daily: 40 }

const STATE_DEADLINE_MS = 2_000

interface Counted {
  limits: Limits
  name: string
  what: string
}

/** Which limit a file counts against; null for manifests, signatures and keys, which are small. */
function countedAs(pathname: string): Counted | null {
  if (pathname.endsWith('.zst')) {
    return { limits: DOWNLOADS, name: 'download', what: 'the store' }
  }
  return /^\/bulk\/.*\.(parquet|gz|csv|sqlite)$/.test(pathname)
    ? { limits: BULK_DOWNLOADS, name: 'bulk', what: 'tables' }
    : null
}

/**
 * Limits downloads of the published store and tables, as an edge function. Beyond the limit of an address it answers 429; the manifest is
 * not limited. Without a state store, downloads are not counted, like public reads.
 */
export function createDownloadHost(
  options: EdgeHostOptions,
): (request: Request, context: EdgeContext) => Promise<Response> {
  let settings: ReturnType<typeof readEdgeSettings> | null = null
  return async (request, context) => {
    settings ??= readEdgeSettings(options, context, (work) => context.waitUntil(work))
    const { usable, addressHeader } = settings
    const counted = countedAs(new URL(request.url).pathname)
    const pass = async () =>
      inPart(request, await context.next(request, { sendConditionalRequest: true }))
    if (usable === null || counted === null) return pass()
    const { limits, name, what } = counted
    const address = (addressHeader && request.headers.get(addressHeader)) || context.ip
    const now = options.now()
    const count = async () =>
      usable.state.hit({
        caller: `${await callerOfAddress(usable.secret, address)}:${name}`,
        ...{ limits, group: 'other', meter: null, now },
      })
    const used = await withDeadline(count(), STATE_DEADLINE_MS).catch(() => null)
    if (used === null || used.admitted) return pass()
    return new Response(
      `The limit for one address is ${limits.daily} downloads of ${what} a day and ${limits.burst} a minute.\n`,
      {
        status: 429,
        headers: {
          'Content-Type': 'text/plain; charset=utf-8',
          'Cache-Control': 'no-store',
          'Retry-After': String(retryAfter({ limits, used, now })),
        },
      },
    )
  }
}
