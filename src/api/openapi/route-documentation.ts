import type { ProblemCode } from '../../contract/problems.ts'
import { changesDocumentation } from '../routes/changes/documentation.ts'
import type { RouteDocumentation } from '../routes/documentation.ts'
import { healthDocumentation } from '../routes/health/documentation.ts'
import { historyDocumentation } from '../routes/history/documentation.ts'
import { protocolDocumentation } from '../routes/protocol/documentation.ts'
import { protocolsDocumentation } from '../routes/protocols/documentation.ts'
import type { RouteId } from '../routes/routes.ts'
import { screenerDocumentation } from '../routes/screener/documentation.ts'
import { statsDocumentation } from '../routes/stats/documentation.ts'
import { usageDocumentation } from '../routes/usage/documentation.ts'
import { walletDocumentation } from '../routes/wallet/documentation.ts'

/** The documentation of every endpoint. */
export const ROUTE_DOCUMENTATION = {
  health: healthDocumentation,
  stats: statsDocumentation,
  protocols: protocolsDocumentation,
  protocol: protocolDocumentation,
  history: historyDocumentation,
  screener: screenerDocumentation,
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
