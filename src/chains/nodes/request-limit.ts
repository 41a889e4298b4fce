import { SCAN_CHAINS } from '../scan-chains.ts'
import { BodyFailure, type Fetch } from './read-body.ts'

/** What an ordinary scan needs of one node that takes batches: no other node can use these up. */
export const OF_EACH_NODE = 10
/** Where no node takes batches, Ethereum needs some forty more, and most chains need none; some are sent twice. */
export const FURTHER_REQUESTS = 6 * (SCAN_CHAINS.length + 2)
export const MAX_PRICE_REQUESTS = 30

/** The `fetch` behind each limited one. */
const origins = new WeakMap<Fetch, Fetch>()

/**
 * The same `fetch` for at most `ofEach` requests to each node, and `further` ones to those that need more; later ones reject, and what
 * they asked for counts as not read. Totals, not rates.
 */
export function limitRequests(fetch: Fetch, further: number, ofEach = 0): Fetch {
  let left = further
  const sent = new Map<string, number>()
  const limited: Fetch = (url, init) => {
    const [node = url] = url.split('?')
    const count = (sent.get(node) ?? 0) + 1
    if (count > ofEach) {
      if (left === 0) return Promise.reject(new BodyFailure('broken', USED_UP))
      left -= 1
    }
    sent.set(node, count)
    return fetch(url, init)
  }
  origins.set(limited, originOf(fetch))
  return limited
}

const USED_UP = 'It was not asked: the scan has used up its requests.'

/** The `fetch` behind a limited one, or itself: the key of what is kept from scan to scan. */
export function originOf(fetch: Fetch): Fetch {
  return origins.get(fetch) ?? fetch
}
