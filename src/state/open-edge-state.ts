import { PlimsollError } from '../domain/errors.ts'
import { type BlobsStateOptions, openBlobsState } from './blobs/store.ts'
import { withBreaker } from './redis/breaker.ts'
import type { RedisCommand } from './redis/command.ts'
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
  /** Keeps an instance alive while it works after the response: `context.waitUntil` on Netlify. */
  background?: (work: Promise<void>) => void
  /** Takes a sentence when a remote store stops answering and when it answers again. */
  log?: (sentence: string) => void
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
  return openRemote(parsed, options)
}

export type RemoteUrl = Extract<StateUrl, { kind: 'rest' | 'blobs' }>

function openRemote(parsed: RemoteUrl, options: StateOptions): StateStore {
  return parsed.kind === 'rest'
    ? createRedisState(restCommand(parsed, options), async () => {})
    : openBlobsState(blobsOptions(parsed, options))
}

/** Throws `CONFIG_INVALID` without a token. */
export function restCommand(
  { url }: Extract<StateUrl, { kind: 'rest' }>,
  options: StateOptions,
): RedisCommand {
  const { token } = options
  if (token === null) throw invalid('a Redis endpoint (https://…) needs STATE_TOKEN')
  return withBreaker(redisOverHttp(url, token), options)
}

/** Throws `CONFIG_INVALID` for a site without a token. */
export function blobsOptions(
  { siteId, name }: Extract<StateUrl, { kind: 'blobs' }>,
  { token, instance, clock, background }: StateOptions,
): BlobsStateOptions {
  if (siteId !== null && token === null) throw invalid('blobs: with a site id needs STATE_TOKEN')
  return {
    access: {
      name,
      ...(siteId === null ? {} : { siteId }),
      ...(token === null ? {} : { token }),
    },
    instance,
    clock,
    ...(background ? { background } : {}),
  }
}

export function invalid(reason: string): PlimsollError {
  return new PlimsollError('CONFIG_INVALID', `Check STATE_URL: ${reason}.`)
}
