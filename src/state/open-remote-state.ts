import { openBlobsAccountState } from './blobs/account-state.ts'
import type { FullState } from './full-state.ts'
import {
  blobsOptions,
  invalid,
  type RemoteUrl,
  restCommand,
  type StateOptions,
} from './open-edge-state.ts'
import { createRedisFullState } from './redis/full-state.ts'
import { parseStateUrl } from './state-url.ts'

/**
 * The stores of a function on Netlify, with accounts: `https://…` and `blobs:`. Does not connect yet, so a store that is down fails
 * on its first use. Throws `CONFIG_INVALID`; the message contains no part of the URL or token.
 */
export function openRemoteState(url: string, options: StateOptions): FullState {
  const parsed = parseStateUrl(url)
  if (parsed.kind === 'sqlite' || parsed.kind === 'redis') {
    throw invalid('a function supports https://… and blobs:')
  }
  return openParsedState(parsed, options)
}

export function openParsedState(parsed: RemoteUrl, options: StateOptions): FullState {
  if (parsed.kind === 'blobs') return openBlobsAccountState(blobsOptions(parsed, options))
  return createRedisFullState(restCommand(parsed, options), async () => {}, options.clock)
}
