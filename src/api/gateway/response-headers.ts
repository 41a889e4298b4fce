import type { ApiResponse } from '../../http/api-response.ts'

/** Methods under `/v1`. */
export const ALLOW = 'GET, HEAD, OPTIONS'

const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Burst-Limit',
  'X-RateLimit-Burst-Remaining',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'X-Request-Id',
  'X-Ignored-Parameters',
  'X-Snapshot',
  'Deprecation',
  'Sunset',
  'Link',
].join(', ')

/** Headers of every response: any page may read it, browsers must not guess its type, and only a route may allow caching. */
export const EVERYWHERE = {
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED,
  'X-Content-Type-Options': 'nosniff',
  Vary: 'X-API-Key, Accept-Encoding',
}

/** The response to the CORS preflight that browsers send before a request with `X-API-Key`. Not counted. */
export function preflight(): ApiResponse {
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': ALLOW,
      'Access-Control-Allow-Headers': 'X-API-Key, If-None-Match, Content-Type',
      'Access-Control-Max-Age': '86400',
      'Cache-Control': 'no-store',
      Allow: ALLOW,
    },
    body: null,
  }
}
