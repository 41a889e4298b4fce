import { hash } from 'node:crypto'
import { type ApiResponse, JSON_TYPE } from '../../../http/api-response.ts'

/** The CDN keeps it until the next deploy at the latest, and refreshes stale responses in the background. */
const CDN_CACHE = 'public, durable, max-age=300, stale-while-revalidate=3600'

/**
 * A response that depends on the query alone, so that the CDN may store it (docs.netlify.com, "Caching", read 2026-11-21). Its
 * strong tag equals that of `gateway/conditional.ts`. The gateway sets the cache rules for clients.
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
