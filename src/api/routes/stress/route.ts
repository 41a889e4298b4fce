import { parseStressQuery, stressSearch } from '../../../contract/stress-query.ts'
import { handleByFunction } from '../fetch-function.ts'
import { OPEN, type Route } from '../route.ts'

/** `GET /v1/stress`: answered by the function in `function.ts`. */
export const stress = {
  ...OPEN,
  id: 'stress',
  path: '/v1/stress',
  summary: 'See what a failure costs others',
  readsQuery: true,
  handle: handleByFunction('stress', parseStressQuery, stressSearch),
} as const satisfies Route
