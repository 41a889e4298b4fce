import * as z from 'zod'
import { recipientsText } from '../../chains/recipients.ts'
import { changesDocument } from '../../contract/changes.ts'
import { contractDocument } from '../../contract/contracts.ts'
import { dependenciesDocument, dependentsDocument } from '../../contract/dependencies.ts'
import {
  categoriesDocument,
  chainsDocument,
  indexDocument,
  searchDocument,
} from '../../contract/finding.ts'
import { historyDocument } from '../../contract/history.ts'
import { incidentsDocument } from '../../contract/incidents.ts'
import type { Parameter } from '../../contract/openapi-document.ts'
import { PROBLEMS, type ProblemCode } from '../../contract/problems.ts'
import { detailDocument } from '../../contract/protocol-detail.ts'
import { listDocument } from '../../contract/protocol-summary.ts'
import {
  healthDocument,
  screenerDocument,
  usageDocument,
  walletDocument,
} from '../../contract/responses.ts'
import { statsDocument } from '../../contract/stats.ts'
import { stressDocument } from '../../contract/stress.ts'
import categories from '../routes/categories/example.json' with { type: 'json' }
import chains from '../routes/chains/example.json' with { type: 'json' }
import changes from '../routes/changes/example.json' with { type: 'json' }
import contract from '../routes/contract/example.json' with { type: 'json' }
import dependencies from '../routes/dependencies/example.json' with { type: 'json' }
import dependents from '../routes/dependents/example.json' with { type: 'json' }
import health from '../routes/health/example.json' with { type: 'json' }
import history from '../routes/history/example.json' with { type: 'json' }
import incidents from '../routes/incidents/example.json' with { type: 'json' }
import index from '../routes/index/example.json' with { type: 'json' }
import protocol from '../routes/protocol/example.json' with { type: 'json' }
import protocols from '../routes/protocols/example.json' with { type: 'json' }
import type { RouteId } from '../routes/routes.ts'
import screener from '../routes/screener/example.json' with { type: 'json' }
import search from '../routes/search/example.json' with { type: 'json' }
import stats from '../routes/stats/example.json' with { type: 'json' }
import stress from '../routes/stress/example.json' with { type: 'json' }
import usage from '../routes/usage/example.json' with { type: 'json' }
import wallet from '../routes/wallet/example.json' with { type: 'json' }
import endpoints from './endpoints.json' with { type: 'json' }

/** What the description says of an endpoint in words. A test holds the parameters against the parsers of `query.ts`. */
const endpointTexts = z.strictObject({
  /** The method of the client library for this endpoint. */
  operationId: z.string(),
  tag: z.string(),
  description: z.string(),
  parameters: z.array(z.custom<Parameter>((each) => typeof Object(each).name === 'string')),
  /** Whether it returns 304 when `If-None-Match` still matches. */
  conditional: z.boolean(),
  success: z.string(),
  /** Problems of this endpoint, in addition to those of every endpoint. */
  problems: z.array(z.enum(Object.keys(PROBLEMS) as ProblemCode[])),
  /** Example of the details of `INVALID_REQUEST`. */
  invalid: z.record(z.string(), z.array(z.string())).optional(),
})

/** `schema`: of the body of a response with status 200. It needs a name in `schemas.ts`. */
function documented<Schema extends z.ZodType, Example>(
  id: RouteId,
  schema: Schema,
  example: Example,
) {
  return { ...endpointTexts.parse(endpoints[id]), schema, example }
}

const scan = documented('wallet', walletDocument, wallet)

/** The documentation of every endpoint. */
export const ROUTE_DOCUMENTATION = {
  index: documented('index', indexDocument, index),
  health: documented('health', healthDocument, health),
  stats: documented('stats', statsDocument, stats),
  search: documented('search', searchDocument, search),
  protocols: documented('protocols', listDocument, protocols),
  protocol: documented('protocol', detailDocument, protocol),
  history: documented('history', historyDocument, history),
  dependencies: documented('dependencies', dependenciesDocument, dependencies),
  dependents: documented('dependents', dependentsDocument, dependents),
  stress: documented('stress', stressDocument, stress),
  screener: documented('screener', screenerDocument, screener),
  contract: documented('contract', contractDocument, contract),
  chains: documented('chains', chainsDocument, chains),
  categories: documented('categories', categoriesDocument, categories),
  changes: documented('changes', changesDocument, changes),
  incidents: documented('incidents', incidentsDocument, incidents),
  wallet: { ...scan, description: `${scan.description} ${recipientsText()}` },
  usage: documented('usage', usageDocument, usage),
} satisfies Record<RouteId, object>

/** Problems of every endpoint. An invalid key is refused even where none is needed. */
export const COMMON_PROBLEMS = [
  'INVALID_REQUEST',
  'UNAUTHORIZED',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'DATA_UNAVAILABLE',
] as const satisfies ProblemCode[]
