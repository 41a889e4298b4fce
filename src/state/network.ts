/** All texts that are not an address share one counter. */
const UNKNOWN_ADDRESS = 'unknown'

/**
 * The network that an address is counted in: the IPv4 address itself, or the /64 network of an IPv6 address, since a client
 * usually has all of it. Ignores ports, brackets and zones, as in `1.2.3.4:5678`, `[::1]:5678` and `fe80::1%eth0`.
 */
export function networkOf(ip: string): string {
  const { v4, groups } = read(ip)
  if (v4 !== null) return v4
  return groups ? `${hex(groups.slice(0, 4))}::/64` : UNKNOWN_ADDRESS
}

/**
 * The network around that of `networkOf`, for clients that have many: the /48 of an IPv6 address, the /24 of an IPv4 address. Both are the
 * smallest that are announced on the internet by themselves. Null when it is no address.
 */
export function widerNetworkOf(ip: string): { kind: 'ipv4' | 'ipv6'; name: string } | null {
  const { v4, groups } = read(ip)
  if (v4 !== null) {
    return { kind: 'ipv4', name: `${v4.slice(0, v4.lastIndexOf('.'))}.0/24` }
  }
  return groups ? { kind: 'ipv6', name: `${hex(groups.slice(0, 3))}::/48` } : null
}

/**
 * An IPv4 address, or the eight groups of an IPv6 address; neither when it is not one. Not ipaddr.js: its 30 KB do not fit into
 * the edge bundle.
 */
function read(ip: string): { v4: string | null; groups: number[] | null } {
  const text = ip.trim()
  const v4 = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/.exec(text)?.[1]
  if (v4 !== undefined) return { v4: canonicalV4(v4), groups: null }
  const bare = /^\[([^[\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? text
  const v6 = /^([0-9a-fA-F:.]{2,45})(?:%[^[\]\s]*)?$/.exec(bare)?.[1]
  const groups = v6 === undefined ? null : groupsOf(v6)
  if (!groups) return { v4: null, groups: null }
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped
    ? { v4: [high >> 8, high & 255, low >> 8, low & 255].join('.'), groups: null }
    : { v4: null, groups }
}

function hex(groups: number[]): string {
  return groups.map((group) => group.toString(16)).join(':')
}

/** A leading zero may mean octal, so such a text is not read as an address. */
function canonicalV4(text: string): string | null {
  const valid = text.split('.').every((part) => Number(part) < 256 && String(Number(part)) === part)
  return valid ? text : null
}

/** The eight groups of an IPv6 address, read by the platform's URL parser; null when it is not one. */
function groupsOf(address: string): number[] | null {
  const url = URL.parse(`http://[${address}]/`)
  if (!url) return null
  const [head = '', tail] = url.hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16))
}
