import { PlimsollError } from '../domain/errors.ts'
import type { FullState } from './full-state.ts'
import type { StateOptions } from './open-edge-state.ts'
import { openParsedState } from './open-remote-state.ts'
import { withBreaker } from './redis/breaker.ts'
import { createRedisFullState } from './redis/full-state.ts'
import { parseStateUrl } from './state-url.ts'

/**
 * The store that STATE_URL names: `sqlite:FILE` or a plain path, `redis://…`, `rediss://…`, `https://…` or `blobs:`.
 * Rejects with `STATE_UNUSABLE` for a file that cannot be used; a server that is down fails on its first use and may
 * come back. Rejects with `CONFIG_INVALID` for an invalid URL; no message contains a password or token. On the edge: `openEdgeState`.
 */
export async function openState(url: string, options: StateOptions): Promise<FullState> {
  const parsed = parseStateUrl(url)
  switch (parsed.kind) {
    case 'sqlite': {
      const { openSqliteState } = await import('./sqlite/store.ts')
      return openSqliteState(parsed.file)
    }
    case 'redis': {
      const { connectRedis } = await import('./redis/tcp.ts')
      const connection = await connectRedis(parsed.url).catch(() => {
        // The cause is left out: it may repeat the URL.
        throw new PlimsollError('CONFIG_INVALID', 'Check STATE_URL: Redis cannot use this URL.')
      })
      return createRedisFullState(
        withBreaker(connection.command, options),
        connection.end,
        options.clock,
      )
    }
    default:
      return openParsedState(parsed, options)
  }
}
