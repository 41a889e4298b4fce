import { hash } from 'node:crypto'
import { type ApiResponse, JSON_TYPE } from '../../http/api-response.ts'

/** Held by the CDN until the next deploy at the latest; stale answers are refreshed behind the reader's back. */
const CDN_CACHE = 'public, durable, max-age=300, stale-while-revalidate=3600'

/**
 * An answer that is the same for everybody who asks with the same query (docs.netlify.com, "Caching", read 2026-11-21).
 * The tag is strong, and the one that `gateway/conditional.ts` would give. What clients may store is for the gateway to say.
 */
export function cacheable(content: unknown): ApiResponse {
  const body = new TextEncoder().encode(JSON.stringify(content))
  return {
    status: 200,
    headers: {
      'Content-Type': JSON_TYPE,
      ETag: `"${hash('sha256', body).slice(0, 32)}"`,
      'Netlify-CDN-Cache-Control': CDN_CACHE,
      'Netlify-Vary': 'query',
    },
    body,
  }
}
