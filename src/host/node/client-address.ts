import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Proxies whose header with the client's address is trusted. */
export interface Proxies {
  /** Lower-case name of the header; null without a proxy in front. */
  header: string | null
  /** Addresses and prefixes, such as `10.0.0.0/8`. */
  from: readonly string[]
}

export interface ClientAddresses {
  of(request: IncomingMessage): string
  /** Whether a trusted proxy says that it received the request over TLS (`X-Forwarded-Proto`). */
  isSecure(request: IncomingMessage): boolean
  /** Whether this is the address of a proxy that many clients come through. */
  isProxy(address: string): boolean
}

/**
 * Finds the address of a client: that of the socket or, when a trusted proxy sent the request, the last address in its header
 * that is not a trusted proxy's. The client may have sent the earlier ones itself. Throws for an invalid prefix. Uses Node's
 * own `BlockList`, which also matches IPv4 addresses in their IPv6 form.
 */
export function clientAddresses({ header, from }: Proxies): ClientAddresses {
  const trusted = new BlockList()
  for (const text of header === null ? [] : from) {
    const [address = '', bits] = text.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  const isProxy = (address: string) => {
    if (header === null) return false
    const family = isIP(address)
    return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
  return {
    isProxy,
    isSecure({ headers, socket }) {
      if (!isProxy(socket.remoteAddress ?? '')) return false
      // The last one is that of the proxy before us.
      return String(headers['x-forwarded-proto']).split(',').at(-1)?.trim() === 'https'
    },
    of(request) {
      const peer = request.socket.remoteAddress ?? ''
      const value = header === null ? undefined : request.headers[header]
      if (value === undefined || !isProxy(peer)) return peer
      const listed = String(value).split(',')
      const client = listed.findLast((address) => !isProxy(address.trim()))
      return client?.trim() || peer
    },
  }
}
