import type { RouteId } from '../../contract/routes.ts'
import type { Answer } from './answer.ts'

/** Methods under `/v1`. */
export const ALLOW = 'GET, HEAD, OPTIONS'

/** Bodies are the same for all callers of a data set; the headers are not, so only the client may store them. */
export const CACHE_CONTROL: Record<RouteId, string> = {
  health: 'no-store',
  stats: 'private, max-age=60',
  protocols: 'private, max-age=300',
  protocol: 'private, max-age=300',
  screener: 'private, max-age=300',
  wallet: 'private, no-store',
  usage: 'private, no-store',
}

/** Routes whose answers are never stored, so they need no tag. */
export function isPrivate(route: RouteId): boolean {
  return CACHE_CONTROL[route].includes('no-store')
}

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
].join(', ')

/** On every response: any page may read it, no browser guesses at its type, and it is stored only where a route says so. */
export const EVERYWHERE = {
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED,
  'X-Content-Type-Options': 'nosniff',
  Vary: 'X-API-Key, Accept-Encoding',
}

/** Browsers ask before they send `X-API-Key`. Not counted. */
export function preflight(): Answer {
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
