import { PREFIX } from './command.ts'
import type { RedisLogin, RedisServers } from './servers.ts'

/** What a connection needs of the clients of the `redis` package. */
export interface RedisClient {
  send(args: string[]): Promise<unknown>
  connect(): Promise<unknown>
  destroy(): void
  /** Takes what ended the connection, and null when it works. Only one server has one connection; others find another server. */
  onFault(take: (fault: unknown) => void): void
}

interface ClientOptions {
  /** Time to connect, in milliseconds. */
  connectMs: number
  /** Password of the sentinels; null for none. */
  sentinelPassword: string | null
}

const RECONNECT_MAX_MS = 2_000

/** Most waiting commands; more are rejected, so that a stalled Redis does not fill the memory. */
const QUEUE_LENGTH = 10_000

/** Time between two looks for the new primary of a cluster. The package looks when it tries to connect to the old one. */
const REDISCOVER_MS = 1_000

/** The slot of all keys: `CLUSTER KEYSLOT {plimsoll}`. */
export const SLOT = 13_247

/** Sent to all primaries of a cluster by the package, and by us to the one that has our slot. */
const KEYLESS = ['PING', 'WAIT']

type Package = typeof import('redis')

/** A client of one server, of the primary that sentinels name, or of a cluster. Throws for an invalid URL. */
export function createRedisClient(
  redis: Package,
  servers: RedisServers,
  options: ClientOptions,
): RedisClient {
  if (servers.mode === 'one') return oneServer(redis, servers.url, options)
  return servers.mode === 'sentinel'
    ? sentinels(redis, servers, options)
    : cluster(redis, servers, options)
}

function oneServer({ createClient }: Package, url: string, options: ClientOptions): RedisClient {
  const client = createClient({ url, ...common(options) })
  return {
    send: (args) => client.sendCommand(args),
    connect: () => client.connect(),
    destroy: () => client.isOpen && client.destroy(),
    onFault(take) {
      client.on('error', take)
      client.on('ready', () => take(null))
    },
  }
}

function sentinels(
  { createSentinel }: Package,
  servers: Extract<RedisServers, { mode: 'sentinel' }>,
  options: ClientOptions,
): RedisClient {
  const { sentinelPassword: password } = options
  const client = createSentinel({
    name: servers.name,
    sentinelRootNodes: servers.addresses,
    nodeClientOptions: common(options, servers),
    sentinelClientOptions: { ...common(options), ...(password !== null && { password }) },
  })
  return {
    send: (args) => client.sendCommand(false, args),
    connect: () => client.connect(),
    destroy: () => void client.destroy().catch(() => undefined),
    // Faults of one sentinel or of the primary that is gone: the client looks for the next one.
    onFault: () => client.on('error', () => undefined),
  }
}

function cluster(
  { createCluster }: Package,
  servers: Extract<RedisServers, { mode: 'cluster' }>,
  options: ClientOptions,
): RedisClient {
  const defaults = common(options, servers)
  const client = createCluster({
    RESP: defaults.RESP,
    // To the primary of our slot alone: the end of another one is not ours.
    minimizeConnections: true,
    topologyRefreshOnReconnectionAttemptStrategy: REDISCOVER_MS,
    rootNodes: servers.addresses.map(({ host, port }) => ({
      socket: { ...defaults.socket, host, port },
    })),
    defaults,
  })
  return {
    async send(args) {
      if (!KEYLESS.includes(args[0] ?? '')) return client.sendCommand(PREFIX, false, args)
      const shard = client.slots[SLOT]
      if (!shard) throw new Error('No server of the cluster has our slot.')
      return (await client.nodeClient(shard.master)).sendCommand(args)
    },
    connect: () => client.connect(),
    destroy: () => client.destroy(),
    onFault: () => client.on('error', () => undefined),
  }
}

/** The options of every connection. */
function common({ connectMs }: ClientOptions, login?: RedisLogin) {
  const socket = {
    connectTimeout: connectMs,
    reconnectStrategy: (retries: number) =>
      Math.min(2 ** Math.min(retries, 10) * 25, RECONNECT_MAX_MS),
  }
  return {
    RESP: 2 as const,
    disableOfflineQueue: true,
    commandsQueueMaxLength: QUEUE_LENGTH,
    ...(login?.username !== undefined && { username: login.username }),
    ...(login?.password !== undefined && { password: login.password }),
    socket: login?.isTls ? { ...socket, tls: true as const } : socket,
  }
}
