import { Resolver } from 'node:dns/promises'

export interface HostLookupOptions {
  /** Milliseconds before a query to a name server is repeated. */
  timeoutMs?: number
  tries?: number
  /** How many hosts may be looked up at the same time. */
  atOnce?: number
  /** Name servers with their ports; those of the system unless given. */
  servers?: readonly string[]
}

/** Every address of a host. Rejects when it has none, when too many hosts are being looked up, and when the signal fires. */
export type HostLookup = (host: string, signal: AbortSignal) => Promise<string[]>

/** Enough for all concurrent scans, each with the two look-ups that a name may need. */
const AT_ONCE = 16

/**
 * Looks up untrusted hosts, in DNS only. `dns.lookup` is not suitable: it cannot be cancelled, and two of its queries to a name
 * server that does not answer block all other look-ups of this process.
 */
export function createHostLookup(options: HostLookupOptions = {}): HostLookup {
  const { timeoutMs = 700, tries = 2, atOnce = AT_ONCE, servers } = options
  let running = 0
  return async (host, signal) => {
    signal.throwIfAborted()
    if (running >= atOnce) throw new Error('Too many hosts are being looked up.')
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    running++
    try {
      const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      const found = asked.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
      if (found.length === 0) throw new Error('The host has no address.')
      return found
    } finally {
      running--
      signal.removeEventListener('abort', cancel)
    }
  }
}
