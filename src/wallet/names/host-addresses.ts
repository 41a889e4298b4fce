import { Resolver } from 'node:dns/promises'

export interface HostLookupOptions {
  /** Milliseconds before a name server is asked again. */
  timeoutMs?: number
  tries?: number
  /** Most hosts that are looked up at the same time. */
  atOnce?: number
  /** Name servers with their ports; those of the system unless given. */
  servers?: readonly string[]
}

/** Every address of a host. Rejects when it has none, when too many hosts are being looked up, and when the signal fires. */
export type HostLookup = (host: string, signal: AbortSignal) => Promise<string[]>

/** All the scans that run at once, each with the two gateways that a name may ask. */
const AT_ONCE = 16

/**
 * Looks up the hosts of strangers in DNS, and nowhere else. `dns.lookup` must not be asked for them: it cannot be called off,
 * and two of its questions to a silent name server keep every other host of this process waiting.
 */
export function createHostLookup(options: HostLookupOptions = {}): HostLookup {
  const { timeoutMs = 700, tries = 2, atOnce = AT_ONCE, servers } = options
  let underWay = 0
  return async (host, signal) => {
    signal.throwIfAborted()
    if (underWay >= atOnce) throw new Error('Too many hosts are being looked up.')
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    underWay++
    try {
      const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      const found = asked.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
      if (found.length === 0) throw new Error('The host has no address.')
      return found
    } finally {
      underWay--
      signal.removeEventListener('abort', cancel)
    }
  }
}
