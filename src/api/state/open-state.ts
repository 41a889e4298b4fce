import { PlimsollError } from '../../errors.ts'
import { openRemoteState, type StateOptions } from './open-edge-state.ts'
import { createRedisState } from './redis/store.ts'
import type { StateStore } from './state-store.ts'
import { parseStateUrl } from './state-url.ts'

/**
 * The store that STATE_URL names: `sqlite:FILE` or a plain path, `redis://…`, `rediss://…`, `https://…` or `blobs:`.
 * A file that cannot be used rejects with `STATE_UNUSABLE` here; a server that is down shows on its first use and may
 * come back. Rejects with `CONFIG_INVALID`; no message holds a password or token. On the edge: `openEdgeState`.
 */
export async function openState(url: string, options: StateOptions): Promise<StateStore> {
  const parsed = parseStateUrl(url)
  switch (parsed.kind) {
    case 'sqlite': {
      const { openSqliteState } = await import('./sqlite/store.ts')
      return openSqliteState(parsed.file)
    }
    case 'redis': {
      const { connectRedis } = await import('./redis/tcp.ts')
      const { command, end } = await connectRedis(parsed.url).catch(() => {
        // The cause is left out: it may repeat the URL.
        throw new PlimsollError('CONFIG_INVALID', 'Check STATE_URL: Redis cannot use this URL.')
      })
      return createRedisState(command, end)
    }
    default:
      return openRemoteState(parsed, options)
  }
}
