import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True for an IP address on the public internet, false for anything else, names included. IPv6 must be global unicast, so
 * addresses that wrap an IPv4 address (`::ffff:…`, `64:ff9b::…`, `2002:…`) are refused.
 */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js alone would also read `1.1` and `0x7f000001` as addresses.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST)
}
