import { PlimsollError } from '../../errors.ts'
import { openBlobsState } from './blobs/store.ts'
import { redisOverHttp } from './redis/rest.ts'
import { createRedisState } from './redis/store.ts'
import type { StateStore } from './state-store.ts'
import { parseStateUrl, type StateUrl } from './state-url.ts'

export interface StateOptions {
  /** STATE_TOKEN: of the Redis endpoint, or of Netlify when `blobs:` names a site. */
  token: string | null
  /** A name that no other instance has or had: a random UUID. Only `blobs:` uses it. */
  instance: string
  clock: () => number
  /** Keeps an instance alive while it writes after the response: `context.waitUntil` on Netlify. Only `blobs:` uses it. */
  background?: (work: Promise<void>) => void
}

/**
 * The stores that run on the edge: `https://…` and `blobs:`. Does not connect yet, so a store that is down fails
 * on its first use. Throws `CONFIG_INVALID`; the message contains no part of the URL or token.
 */
export function openEdgeState(url: string, options: StateOptions): StateStore {
  const parsed = parseStateUrl(url)
  if (parsed.kind === 'sqlite' || parsed.kind === 'redis') {
    throw invalid('the edge supports https://… and blobs:')
  }
  return openRemoteState(parsed, options)
}

export function openRemoteState(
  parsed: Extract<StateUrl, { kind: 'rest' | 'blobs' }>,
  { token, instance, clock, background }: StateOptions,
): StateStore {
  if (parsed.kind === 'rest') {
    if (token === null) throw invalid('a Redis endpoint (https://…) needs STATE_TOKEN')
    return createRedisState(redisOverHttp(parsed.url, token), async () => {})
  }
  const { siteId, name } = parsed
  if (siteId !== null && token === null) throw invalid('blobs: with a site id needs STATE_TOKEN')
  return openBlobsState({
    access: {
      name,
      ...(siteId === null ? {} : { siteId }),
      ...(token === null ? {} : { token }),
    },
    instance,
    clock,
    ...(background ? { background } : {}),
  })
}

function invalid(reason: string): PlimsollError {
  return new PlimsollError('CONFIG_INVALID', `Check STATE_URL: ${reason}.`)
}
