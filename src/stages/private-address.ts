import { BlockList, isIP } from 'node:net'

/** Addresses that no site of the open internet has (IANA special-purpose registries: RFC 6890, RFC 4193, RFC 4291). */
const PRIVATE = new BlockList()
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(address, prefix, 'ipv4')
  // The same, written as an IPv6 address.
  PRIVATE.addSubnet(`::ffff:${address}`, 96 + prefix, 'ipv6')
}
for (const [address, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(address, prefix, 'ipv6')
}

/** Whether an IP address belongs to this machine, a private network or no host at all. */
export function isPrivateAddress(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
