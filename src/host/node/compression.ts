import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { acceptsCoding, MIN_COMPRESSED_BYTES } from '../../http/accepts-coding.ts'
import type { ApiResponse } from '../../http/api-response.ts'

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/** Most compressed bodies in memory, by entity tag. */
const MAX_CACHED = 1_000

/** Compresses responses as the client accepts it. Caches the result for bodies with an entity tag. */
export function createCompressor(): (
  answer: ApiResponse,
  accepted: string | null,
) => Promise<ApiResponse> {
  const cache = new LRUCache<string, Uint8Array>({ max: MAX_CACHED })
  return async (answer, accepted) => {
    const { body, headers } = answer
    if (accepted === null || body === null || body.length < MIN_COMPRESSED_BYTES) return answer
    if (headers['Content-Type'] === 'image/png') return answer
    const encoding = chooseEncoding(accepted)
    if (!encoding) return answer
    const key = headers.ETag ? `${encoding} ${headers.ETag}` : null
    const compressed = (key && cache.get(key)) || (await compress(body, encoding))
    if (key) cache.set(key, compressed)
    return { ...answer, headers: { ...headers, 'Content-Encoding': encoding }, body: compressed }
  }
}

type Encoding = 'br' | 'gzip'

/** Brotli before gzip; null when the client accepts neither. */
export function chooseEncoding(accepted: string): Encoding | null {
  if (acceptsCoding(accepted, 'br')) return 'br'
  return acceptsCoding(accepted, 'gzip') ? 'gzip' : null
}

function compress(body: string | Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'gzip') return gzipped(body)
  return brotlied(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}
