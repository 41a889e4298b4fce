import { BlockList, isIP } from 'node:net'

/** What the registries of IANA do not call globally reachable (iana-ipv4-special-registry), and multicast. */
const NOT_PUBLIC_V4: [net: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Inside 2000::/3 and yet not an ordinary host: Teredo and its kin, documentation, 6to4 (which wraps any IPv4 address), AS112. */
const NOT_PUBLIC_V6: [net: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

const notPublic = new BlockList()
for (const [net, prefix] of NOT_PUBLIC_V4) notPublic.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of NOT_PUBLIC_V6) notPublic.addSubnet(net, prefix, 'ipv6')

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/**
 * True for an IP address on the public internet. Everything else is false, names too. IPv6 must be global unicast, so
 * the forms that wrap an IPv4 address (`::ffff:…`, `64:ff9b::…`, `2002:…`) are refused whatever they wrap.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4')
    case 6:
      return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
    default:
      return false
  }
}
