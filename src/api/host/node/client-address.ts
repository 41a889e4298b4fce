import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Proxies on this machine, by address. */
export const LOOPBACK = ['127.0.0.0/8', '::1']

/** Whose word about a client's address is taken, and the header it stands in. */
export interface Proxies {
  /** Lower-case name of the header; null without a proxy in front. */
  header: string | null
  /** Addresses and prefixes, such as `10.0.0.0/8`. */
  from: readonly string[]
}

export interface ClientAddresses {
  of(request: IncomingMessage): string
  /** Whether this is the address of a proxy that many clients come through. */
  isProxy(address: string): boolean
}

/**
 * Finds the address of a client: that of the socket or, where a named proxy sent the request, the last address in its
 * header that is not a named proxy's. Earlier ones were sent by the client itself. Throws for a prefix that is none.
 */
export function clientAddresses({ header, from }: Proxies): ClientAddresses {
  const named = new BlockList()
  for (const text of header === null ? [] : from) {
    const [address = '', bits] = text.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) named.addAddress(address, family)
    else named.addSubnet(address, Number(bits), family)
  }
  const isProxy = (address: string) => {
    const family = isIP(address)
    return family !== 0 && named.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
  return {
    isProxy,
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
