import { unusable, withStateDeadline } from '../unusable.ts'
import { type RedisCommand, RedisReplyError } from './command.ts'

/** Deadline of a command. Without a connection it rejects at once. */
export const REDIS_TCP_DEADLINE_MS = 500

const RECONNECT_MAX_MS = 2_000

/** After this many unanswered commands in a row the connection is replaced. */
const SILENT_COMMANDS = 5

/** Most waiting commands; more are rejected, so that a stalled Redis does not fill the memory. */
const QUEUE_LENGTH = 10_000

export interface RedisConnection {
  command: RedisCommand
  end: () => Promise<void>
}

/**
 * A connection to `redis://` or `rediss://`. It connects and reconnects in the background: while Redis is down, commands
 * reject. This function itself rejects only for an invalid URL.
 */
export async function connectRedis(
  url: string,
  deadlineMs = REDIS_TCP_DEADLINE_MS,
): Promise<RedisConnection> {
  const redis = await import('redis')
  let current = connect(redis, url, deadlineMs)
  let silent = 0
  return {
    async command(args) {
      const { client, ready, fault } = current
      if (fault !== null) throw unusable('there is no connection to Redis', fault)
      const reply = ready.then(() => client.sendCommand(args.map(String)))
      try {
        const value: unknown = await withStateDeadline(reply, deadlineMs)
        silent = 0
        return value
      } catch (error) {
        if (error instanceof redis.ErrorReply) {
          silent = 0
          throw new RedisReplyError(error.message)
        }
        silent += 1
        if (silent >= SILENT_COMMANDS && current.client === client) {
          silent = 0
          client.destroy()
          current = connect(redis, url, deadlineMs)
        }
        throw error instanceof Error && error.name === 'PlimsollError'
          ? error
          : unusable('there is no connection to Redis', error)
      }
    },
    async end() {
      const { client } = current
      if (client.isOpen) client.destroy()
    },
  }
}

/** Starts to connect. `fault` is the last error; null while the connection works. */
function connect({ createClient }: typeof import('redis'), url: string, deadlineMs: number) {
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    commandsQueueMaxLength: QUEUE_LENGTH,
    socket: {
      connectTimeout: deadlineMs,
      reconnectStrategy: (retries) => Math.min(2 ** Math.min(retries, 10) * 25, RECONNECT_MAX_MS),
    },
  })
  const connection: { client: typeof client; ready: Promise<unknown>; fault: unknown } = {
    client,
    ready: Promise.resolve(),
    fault: null,
  }
  client.on('error', (error: unknown) => {
    connection.fault = error
  })
  client.on('ready', () => {
    connection.fault = null
  })
  connection.ready = client.connect()
  // The waiting commands report the failure; it must not end the process.
  connection.ready.catch(() => {})
  return connection
}
