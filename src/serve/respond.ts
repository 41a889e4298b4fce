import { hash } from 'node:crypto'

/** Held by the CDN until the next deploy at the latest; stale answers are refreshed behind the reader's back. */
const CDN_CACHE = 'public, durable, max-age=300, stale-while-revalidate=3600'

/**
 * An answer that is the same for everybody who asks with the same query (docs.netlify.com, "Caching", read 2026-11-21).
 * The tag is strong, and the one that `gateway/conditional.ts` would give. What clients may store is for the gateway to say.
 */
export function respondCacheable(body: unknown): Response {
  const text = JSON.stringify(body)
  return new Response(text, {
    status: 200,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ETag: `"${hash('sha256', text).slice(0, 32)}"`,
      'Netlify-CDN-Cache-Control': CDN_CACHE,
      'Netlify-Vary': 'query',
    },
  })
}
