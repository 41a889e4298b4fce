import { passOnDocument } from '../../../http/api-response.ts'
import type { Route } from '../route.ts'

const RETRY_AFTER_SECONDS = 30

/** `GET /v1/categories`: a published document. */
export const categories = {
  id: 'categories',
  path: '/v1/categories',
  summary: 'List categories and their aliases',
  group: 'protocols',
  auth: 'optional',
  countedAs: 'request',
  cacheControl: 'private, max-age=300',
  readsQuery: false,
  handle: async ({ dataSet, fetchInternal }) =>
    passOnDocument(await fetchInternal(`/_data/${dataSet}/categories.json`), RETRY_AFTER_SECONDS),
} as const satisfies Route
