import type { ApiResponse } from '../../http/api-response.ts'

/** Compression does not pay for smaller bodies. */
const LEAST_BYTES = 1_024

/**
 * Compresses a response with gzip when the client accepts it. Netlify does not compress responses of edge functions
 * (github.com/withastro/adapters/issues/269) and charges for bandwidth.
 */
export async function gzipResponse(
  answer: ApiResponse,
  accepted: string | null,
): Promise<ApiResponse> {
  const { body, headers } = answer
  if (body === null || body.length < LEAST_BYTES || !acceptsGzip(accepted)) return answer
  const plain = typeof body === 'string' ? body : new Uint8Array(body)
  const stream = new Blob([plain]).stream().pipeThrough(new CompressionStream('gzip'))
  const compressed = new Uint8Array(await new Response(stream).arrayBuffer())
  return { ...answer, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: compressed }
}

/** An encoding with `q=0` is refused by the client. */
function acceptsGzip(accepted: string | null): boolean {
  return (accepted ?? '')
    .toLowerCase()
    .split(',')
    .some((offer) => offer.split(';')[0]?.trim() === 'gzip' && !/;\s*q=0(\.0*)?\s*$/.test(offer))
}
