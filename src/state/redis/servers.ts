/** A server of Redis, or of Sentinel. */
export interface RedisAddress {
  host: string
  port: number
}

/** How a Redis is reached: one server, the primary that sentinels name, or a cluster. */
export type RedisServers =
  | { mode: 'one'; url: string }
  | (RedisLogin & { mode: 'sentinel'; name: string; addresses: RedisAddress[] })
  | (RedisLogin & { mode: 'cluster'; addresses: RedisAddress[] })

/** How one logs in at the servers of Redis themselves. */
export interface RedisLogin {
  username?: string
  password?: string
  isTls: boolean
}

const PORTS = { sentinel: 26_379, cluster: 6_379 }

/** `rediss+sentinel://USER:PASSWORD@HOST:PORT,HOST:PORT/NAME`, or `redis+cluster://HOST:PORT,HOST:PORT`. */
const FORM =
  /^redis(?<tls>s?)\+(?<mode>sentinel|cluster):\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^@/?#]+)(?:\/(?<name>[^/?#]*))?$/i

/** An address of IPv6 stands in brackets. */
const HOST = /^(?<host>[0-9A-Za-z._-]+|\[[0-9A-Fa-f:]+\])(?::(?<port>\d{1,5}))?$/

/** What STATE_URL says of a Redis; null when it cannot be read. */
export function parseRedisServers(text: string): RedisServers | null {
  if (/^rediss?:/i.test(text)) return { mode: 'one', url: text }
  const { tls, mode, user, password, hosts = '', name = '' } = FORM.exec(text)?.groups ?? {}
  const isSentinel = mode?.toLowerCase() === 'sentinel'
  if (mode === undefined || isSentinel !== /^[0-9A-Za-z._-]+$/.test(name)) return null
  const addresses = hosts
    .split(',')
    .map((host) => addressIn(host, isSentinel ? PORTS.sentinel : PORTS.cluster))
  const known = addresses.filter((address) => address !== null)
  if (known.length < addresses.length) return null
  try {
    const login = {
      ...(user && { username: decodeURIComponent(user) }),
      ...(password && { password: decodeURIComponent(password) }),
      isTls: tls !== '',
    }
    return isSentinel
      ? { mode: 'sentinel', name, addresses: known, ...login }
      : { mode: 'cluster', addresses: known, ...login }
  } catch {
    return null
  }
}

function addressIn(text: string, defaultPort: number): RedisAddress | null {
  const { host, port } = HOST.exec(text)?.groups ?? {}
  const number = port === undefined ? defaultPort : Number(port)
  if (host === undefined || number < 1 || number > 65_535) return null
  return { host: host.replace(/^\[|\]$/g, ''), port: number }
}
