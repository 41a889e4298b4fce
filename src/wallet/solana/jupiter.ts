import { BodyFailure, type Fetch, readBody } from '../../chains/nodes/read-body.ts'
import { parseOutsideJson } from '../../domain/json.ts'
import { RpcFailure } from './failure.ts'
import { JUPITER_PLATFORMS, jupiterFindings } from './jupiter-map.ts'
import { jupiterPortfolio } from './jupiter-schema.ts'
import type { SolanaPositionProvider } from './provider.ts'

export interface JupiterOptions {
  fetch: Fetch
  /** An API key from portal.jup.ag. */
  apiKey: string
  baseUrl?: string
  timeoutMs?: number
}

const BASE_URL = 'https://api.jup.ag'
const TIMEOUT_MS = 3000
const MAX_BYTES = 4_000_000

/** Jupiter Portfolio, which covers Jupiter's own products only. `positions` throws `RpcFailure`. */
export function jupiterProvider(options: JupiterOptions): SolanaPositionProvider {
  const { fetch, apiKey, baseUrl = BASE_URL, timeoutMs = TIMEOUT_MS } = options
  return {
    id: 'jupiter',
    platforms: JUPITER_PLATFORMS,
    async positions(owner, signal) {
      const { status, bytes } = await readBody(
        `${baseUrl}/portfolio/v1/positions/${encodeURIComponent(owner)}`,
        { headers: { accept: 'application/json', 'x-api-key': apiKey } },
        {
          fetch,
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
          maxBytes: MAX_BYTES,
        },
      ).catch(asRpcFailure)
      if (status !== 200)
        throw new RpcFailure('rpc-error', `Jupiter answered with status ${status}.`)
      const parsed = jupiterPortfolio.safeParse(parseOutsideJson(new TextDecoder().decode(bytes)))
      if (!parsed.success)
        throw new RpcFailure('rpc-error', 'The response of Jupiter does not match its schema.')
      return jupiterFindings(parsed.data)
    },
  }
}

function asRpcFailure(error: unknown): never {
  const isLate = error instanceof BodyFailure && error.kind === 'timeout'
  throw new RpcFailure(
    isLate ? 'rpc-timeout' : 'rpc-error',
    isLate ? 'Jupiter did not answer in time.' : 'The request to Jupiter failed.',
  )
}
