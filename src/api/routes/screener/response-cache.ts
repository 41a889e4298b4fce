import { LRUCache } from 'lru-cache'
import type { ApiResponse } from '../../../http/api-response.ts'

/** `bytes` includes the bodies and the queries. */
export interface CacheLimits {
  responses: number
  bytes: number
}

/** Responses by query, the most recently used ones within the limits. */
export function createResponseCache({
  responses: max,
  bytes: maxSize,
}: CacheLimits): LRUCache<string, ApiResponse> {
  return new LRUCache({
    max,
    maxSize,
    sizeCalculation: ({ body }, query) => 2 * query.length + (body?.length ?? 0),
  })
}
