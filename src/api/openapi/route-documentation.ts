import type { ProblemCode } from '../../contract/problems.ts'
import { categoriesDocumentation } from '../routes/categories/documentation.ts'
import { chainsDocumentation } from '../routes/chains/documentation.ts'
import { changesDocumentation } from '../routes/changes/documentation.ts'
import type { RouteDocumentation } from '../routes/documentation.ts'
import { healthDocumentation } from '../routes/health/documentation.ts'
import { historyDocumentation } from '../routes/history/documentation.ts'
import { indexDocumentation } from '../routes/index/documentation.ts'
import { protocolDocumentation } from '../routes/protocol/documentation.ts'
import { protocolsDocumentation } from '../routes/protocols/documentation.ts'
import type { RouteId } from '../routes/routes.ts'
import { screenerDocumentation } from '../routes/screener/documentation.ts'
import { searchDocumentation } from '../routes/search/documentation.ts'
import { statsDocumentation } from '../routes/stats/documentation.ts'
import { usageDocumentation } from '../routes/usage/documentation.ts'
import { walletDocumentation } from '../routes/wallet/documentation.ts'

/** The documentation of every endpoint. */
export const ROUTE_DOCUMENTATION = {
  index: indexDocumentation,
  health: healthDocumentation,
  stats: statsDocumentation,
  search: searchDocumentation,
  protocols: protocolsDocumentation,
  protocol: protocolDocumentation,
  history: historyDocumentation,
  screener: screenerDocumentation,
  chains: chainsDocumentation,
  categories: categoriesDocumentation,
  changes: changesDocumentation,
  wallet: walletDocumentation,
  usage: usageDocumentation,
} satisfies Record<RouteId, RouteDocumentation>

/** Problems of every endpoint. An invalid key is refused even where none is needed. */
export const COMMON_PROBLEMS = [
  'INVALID_REQUEST',
  'UNAUTHORIZED',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'DATA_UNAVAILABLE',
] as const satisfies ProblemCode[]
