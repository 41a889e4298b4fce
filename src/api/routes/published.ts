import { passOnDocument } from '../../http/api-response.ts'
import { OPEN, type Route } from './route.ts'

/** `GET /v1/stats`, `/v1/chains` and `/v1/categories`: published documents without parameters. */
export const stats = {
  ...documentRoute('stats', 'Get ecosystem aggregates'),
  group: 'other',
  cacheControl: 'private, max-age=60',
} as const satisfies Route

export const chains = documentRoute('chains', 'List chains and their aliases')

export const categories = documentRoute('categories', 'List categories and their aliases')

function documentRoute<Id extends string>(id: Id, summary: string) {
  return {
    id,
    path: `/v1/${id}`,
    summary,
    ...OPEN,
    readsQuery: false,
    handle: async ({ dataSet, fetchInternal }) =>
      passOnDocument(await fetchInternal(`/_data/${dataSet}/${id}.json`)),
  } as const satisfies Route
}
