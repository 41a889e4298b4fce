import type { Fetch } from './read-body.ts'

/** Requests that one scan may send to nodes, the exchange and providers, and then to sources of prices. */
export const MAX_CHAIN_REQUESTS = 120
export const MAX_PRICE_REQUESTS = 30

/** What a limited `fetch` was made from. */
const origins = new WeakMap<Fetch, Fetch>()

/** The same `fetch` for so many requests; then it rejects, and what was not asked counts as not read. */
export function limitRequests(fetch: Fetch, max: number): Fetch {
  let left = max
  const limited: Fetch = (url, init) => {
    left -= 1
    return left < 0
      ? Promise.reject(new Error('The scan has sent as many requests as it may.'))
      : fetch(url, init)
  }
  origins.set(limited, originOf(fetch))
  return limited
}

/** The `fetch` that a limited one was made from, for what is remembered from scan to scan; else itself. */
export function originOf(fetch: Fetch): Fetch {
  return origins.get(fetch) ?? fetch
}
