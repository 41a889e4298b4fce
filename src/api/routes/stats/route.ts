import { passOnDocument } from '../../../http/api-response.ts'
import type { Route } from '../route.ts'

const RETRY_AFTER_SECONDS = 30

/** `GET /v1/stats`: a published document. */
export const stats = {
  id: 'stats',
  path: '/v1/stats',
  summary: 'Get ecosystem aggregates',
  group: 'other',
  auth: 'optional',
  countedAs: 'request',
  cacheControl: 'private, max-age=60',
  readsQuery: false,
  handle: async ({ dataSet, fetchInternal }) =>
    passOnDocument(await fetchInternal(`/_data/${dataSet}/stats.json`), RETRY_AFTER_SECONDS),
} as const satisfies Route
