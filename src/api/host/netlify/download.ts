import type { Limits } from '../../../contract/plans.ts'
import { retryAfter } from '../../gateway/rate-headers.ts'
import { withDeadline } from '../../http/deadline.ts'
import { callerOfAddress } from '../../state/api-key.ts'
import { type EdgeContext, type EdgeHostOptions, readEdgeSettings } from './edge-settings.ts'

/** Downloads of the store, by address: one costs as much as a thousand answers. A build needs one, three when networks fail. */
export const DOWNLOADS: Limits = { burst: 3, daily: 6 }

const STATE_DEADLINE_MS = 2_000

/**
 * Stands in front of the published store as an edge function. A download beyond the allowance of an address is refused with
 * 429; the manifest is always there. Without a store of state downloads go on uncounted, as public reads do.
 */
export function createDownloadHost(
  options: EdgeHostOptions,
): (request: Request, context: EdgeContext) => Promise<Response> {
  let settings: ReturnType<typeof readEdgeSettings> | null = null
  return async (request, context) => {
    settings ??= readEdgeSettings(options, context, (work) => context.waitUntil(work))
    const { usable, addressHeader } = settings
    if (usable === null || !new URL(request.url).pathname.endsWith('.zst')) {
      return context.next(request)
    }
    const address = (addressHeader && request.headers.get(addressHeader)) || context.ip
    const now = options.now()
    const count = async () =>
      usable.state.hit({
        caller: `${await callerOfAddress(usable.secret, address)}:download`,
        ...{ limits: DOWNLOADS, group: 'other', keyId: null, now },
      })
    const used = await withDeadline(count(), STATE_DEADLINE_MS).catch(() => null)
    if (used === null || used.admitted) return context.next(request)
    return new Response(
      `The store can be downloaded ${DOWNLOADS.daily} times a day from one address, ${DOWNLOADS.burst} times a minute.\n`,
      {
        status: 429,
        headers: {
          'Content-Type': 'text/plain; charset=utf-8',
          'Cache-Control': 'no-store',
          'Retry-After': String(retryAfter({ limits: DOWNLOADS, used, now })),
        },
      },
    )
  }
}
