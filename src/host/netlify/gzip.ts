import { acceptsCoding, MIN_COMPRESSED_BYTES } from '../../http/accepts-coding.ts'
import type { ApiResponse } from '../../http/api-response.ts'

/**
 * Compresses a response with gzip when the client accepts it. Netlify does not compress responses of edge functions
 * (github.com/withastro/adapters/issues/269) and charges for bandwidth.
 */
export async function gzipResponse(
  answer: ApiResponse,
  accepted: string | null,
): Promise<ApiResponse> {
  const { body, headers } = answer
  if (body === null || body.length < MIN_COMPRESSED_BYTES || !acceptsCoding(accepted, 'gzip'))
    return answer
  const plain = typeof body === 'string' ? body : new Uint8Array(body)
  const stream = new Blob([plain]).stream().pipeThrough(new CompressionStream('gzip'))
  const compressed = new Uint8Array(await new Response(stream).arrayBuffer())
  return { ...answer, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: compressed }
}
