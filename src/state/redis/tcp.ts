import { PlimsollError } from '../../domain/errors.ts'
import { unusable, withStateDeadline } from '../unusable.ts'
import { createRedisClient, type RedisClient } from './clients.ts'
import { type RedisCommand, RedisReplyError } from './command.ts'
import type { RedisServers } from './servers.ts'

/** Deadline of a command. Without a connection it rejects at once. */
export const REDIS_TCP_DEADLINE_MS = 500

/** When commands fail for so long, with no answer in between, the connection is replaced. Less than the time between two probes of the breaker. */
const SILENT_MS = 1_500

export interface RedisConnection {
  command: RedisCommand
  end: () => Promise<void>
}

/**
 * A connection to a Redis; a text is the URL of one server. `sentinelPassword`: null for none. It connects and reconnects in the background, and finds the new primary after a failover: meanwhile commands
 * reject. This function itself rejects only for an invalid URL.
 */
export async function connectRedis(
  servers: RedisServers | string,
  deadlineMs: number = REDIS_TCP_DEADLINE_MS,
  sentinelPassword: string | null = null,
): Promise<RedisConnection> {
  const redis = await import('redis')
  const to = typeof servers === 'string' ? ({ mode: 'one', url: servers } as const) : servers
  const open = () =>
    connect(createRedisClient(redis, to, { connectMs: deadlineMs, sentinelPassword }))
  let current = open()
  let silentSince: number | null = null
  return {
    async command(args) {
      const connection = current
      const { client, ready } = connection
      if (connection.fault !== null) throw unconnected(connection.fault)
      const reply = ready.then(() => client.send(args.map(String)))
      try {
        const value: unknown = await withStateDeadline(reply, deadlineMs)
        silentSince = null
        return value
      } catch (error) {
        if (error instanceof redis.ErrorReply) {
          silentSince = null
          throw new RedisReplyError(error.message)
        }
        const now = performance.now()
        silentSince ??= now
        if (now - silentSince >= SILENT_MS && current.client === client) {
          silentSince = null
          client.destroy()
          current = open()
        }
        // It waited for a connection that it did not get.
        if (connection.fault !== null) throw unconnected(connection.fault)
        throw error instanceof PlimsollError ? error : unconnected(error)
      }
    },
    async end() {
      current.client.destroy()
    },
  }
}

/** The error of a connection that there is not, with its cause in a word: a code, or how Redis refused. Never an address or a secret. */
function unconnected(fault: unknown): PlimsollError {
  const { code, message, constructor: kind } = Object(fault)
  const cause = code ?? /^[A-Z]{3,}\b/.exec(message)?.[0] ?? kind.name
  return unusable(`there is no connection to Redis (${cause})`, fault)
}

/** Starts to connect. `fault` is the last error; null while the connection works. */
function connect(client: RedisClient) {
  const connection: { client: RedisClient; ready: Promise<unknown>; fault: unknown } = {
    client,
    ready: Promise.resolve(),
    fault: null,
  }
  client.onFault((fault) => {
    connection.fault = fault
  })
  connection.ready = client.connect()
  // The waiting commands report the failure; it must not end the process.
  connection.ready.catch(() => {})
  return connection
}
