import type { FullState } from './full-state.ts'
import { invalid, type StateOptions } from './open-edge-state.ts'
import { openParsedState } from './open-remote-state.ts'
import { withBreaker } from './redis/breaker.ts'
import { createRedisFullState } from './redis/full-state.ts'
import { parseRedisServers } from './redis/servers.ts'
import { parseStateUrl } from './state-url.ts'

const SET_FORM =
  'it must be redis+sentinel://USER:PASSWORD@HOST:PORT,HOST:PORT/NAME or redis+cluster://HOST:PORT,HOST:PORT'

/**
 * The store that STATE_URL names: `sqlite:FILE` or a plain path, `redis://…`, `redis+sentinel://…`, `redis+cluster://…`, each also as
 * `rediss`, `https://…` or `blobs:`.
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
      const servers = parseRedisServers(parsed.url)
      if (servers === null) throw invalid(SET_FORM)
      const { command, end } = await connectRedis(servers, undefined, options.token).catch(() => {
        // The cause is left out: it may repeat the URL.
        throw invalid('Redis cannot use this URL')
      })
      const sent = withBreaker(command, options)
      return createRedisFullState(sent, end, options.clock, servers.mode !== 'one')
    }
    default:
      return openParsedState(parsed, options)
  }
}
