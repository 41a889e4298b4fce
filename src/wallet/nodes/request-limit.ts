import { SCAN_CHAINS } from '../chains/scan-chains.ts'
import type { Fetch } from './read-body.ts'

/** On average: where no node takes batches, Ethereum needs some forty, and most chains need fewer than ten; some are sent twice. */
const REQUESTS_PER_CHAIN = 16

/** How many requests one scan may send to nodes, the exchange and providers, and then to price sources. */
export const MAX_CHAIN_REQUESTS = REQUESTS_PER_CHAIN * (SCAN_CHAINS.length + 2)
export const MAX_PRICE_REQUESTS = 30

/** The `fetch` behind each limited one. */
const origins = new WeakMap<Fetch, Fetch>()

/** The same `fetch` for at most `max` requests; later ones reject, and what they asked for counts as not read. A total, not a rate. */
export function limitRequests(fetch: Fetch, max: number): Fetch {
  let left = max
  const limited: Fetch = (url, init) => {
    left -= 1
    return left < 0
      ? Promise.reject(new Error('The scan has used up its requests.'))
      : fetch(url, init)
  }
  origins.set(limited, originOf(fetch))
  return limited
}

/** The `fetch` behind a limited one, or itself: the key of what is kept from scan to scan. */
export function originOf(fetch: Fetch): Fetch {
  return origins.get(fetch) ?? fetch
}
