import type { Parameter } from './openapi-document.ts'
import { EXAMPLES } from './openapi-examples.ts'
import {
  ADDRESS_PARAMETER,
  ID_PARAMETER,
  LIST_PARAMETERS,
  SCREENER_PARAMETERS,
} from './openapi-parameters.ts'
import type { SchemaName } from './openapi-schemas.ts'
import { HEALTH_A_MINUTE } from './plans.ts'
import type { ProblemCode, ProblemDetails } from './problems.ts'
import type { RouteId } from './routes.ts'

export interface OperationText {
  /** The method of the client library that mirrors this endpoint. */
  operationId: string
  tag: 'Protocols' | 'Wallet' | 'Service'
  summary: string
  description: string
  parameters: Parameter[]
  /** Whether it answers 304 to an `If-None-Match` that still holds. */
  conditional: boolean
  schema: SchemaName
  success: string
  example?: unknown
  /** Problems of this endpoint, beside those that every endpoint has. */
  problems: readonly ProblemCode[]
  /** What the details of `INVALID_REQUEST` may say here. */
  invalid?: ProblemDetails
}

/** Every endpoint answers with these: broken HTTP is refused anywhere, and an invalid key also where none is needed. */
export const COMMON_PROBLEMS = [
  'INVALID_REQUEST',
  'UNAUTHORIZED',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'DATA_UNAVAILABLE',
] as const satisfies ProblemCode[]

/** What the description says of each endpoint beyond the route table. */
export const OPERATIONS: Record<RouteId, OperationText> = {
  health: {
    operationId: 'health',
    tag: 'Service',
    summary: 'Check health',
    description: `Answers 200 with the snapshot that is served, or 503 when none can be read. The status is \`stale\` when the snapshot is older than twice the time after which the next one was due. Spends nothing of any allowance; its own limit is ${HEALTH_A_MINUTE} a minute for each caller.`,
    parameters: [],
    conditional: false,
    schema: 'HealthResponse',
    success: 'The service is up.',
    example: EXAMPLES.health,
    problems: [],
  },
  stats: {
    operationId: 'stats',
    tag: 'Protocols',
    summary: 'Get ecosystem aggregates',
    description: 'The whole registry in seven figures. May be kept for a minute.',
    parameters: [],
    conditional: true,
    schema: 'StatsResponse',
    success: 'The aggregates.',
    example: EXAMPLES.stats,
    problems: [],
  },
  protocols: {
    operationId: 'list',
    tag: 'Protocols',
    summary: 'List protocols',
    description:
      'A page of the list, filtered and sorted. Ties stand by TVL, largest first, then by id. An unknown chain or category gives an empty page. Numbers are plain decimals; a parameter may be given once, but for `chain` and `category`, and not empty.',
    parameters: LIST_PARAMETERS,
    conditional: true,
    schema: 'ProtocolListResponse',
    success: 'A page of protocols.',
    example: EXAMPLES.protocols,
    problems: [],
    invalid: { per_page: ['must be from 1 to 100'] },
  },
  protocol: {
    operationId: 'get',
    tag: 'Protocols',
    summary: 'Get one protocol',
    description: 'The full record with every input behind its score.',
    parameters: [ID_PARAMETER],
    conditional: true,
    schema: 'ProtocolResponse',
    success: 'The protocol.',
    problems: ['PROTOCOL_NOT_FOUND'],
  },
  screener: {
    operationId: 'screener',
    tag: 'Protocols',
    summary: 'Screen protocols by dimension',
    description:
      'The list with the six dimension scores inline. Filters combine: a row stays when it passes all of them. Numbers are plain decimals; a parameter may be given once, but for `chain` and `category`, and not empty.',
    parameters: SCREENER_PARAMETERS,
    conditional: true,
    schema: 'ScreenerResponse',
    success: 'A page of rows.',
    example: EXAMPLES.screener,
    problems: [],
    invalid: { maxOracleRisk: ['must be from 0 to 10'] },
  },
  wallet: {
    operationId: 'walletScan',
    tag: 'Wallet',
    summary: 'Scan a wallet',
    description:
      'Finds DeFi positions, joins them with the scores, and screens the address against sanctions lists. Answers with what could be seen: `coverage` says what was looked at, and 503 is for when nothing could be seen or no list could be asked. Needs a key on the Pro plan or higher.',
    parameters: [ADDRESS_PARAMETER],
    conditional: false,
    schema: 'WalletResponse',
    success: 'The scan.',
    example: EXAMPLES.wallet,
    problems: ['FORBIDDEN', 'NOT_FOUND', 'UNPROCESSABLE', 'NAME_RESOLUTION_FAILED'],
    invalid: {
      address: ['must be an EVM address, a Solana address, or a name ending in .eth or .sol'],
    },
  },
  usage: {
    operationId: 'usage',
    tag: 'Service',
    summary: 'Report usage of the calling key',
    description:
      'Requests of this key in the current calendar month, UTC. Needs a key on any plan.',
    parameters: [],
    conditional: false,
    schema: 'UsageResponse',
    success: 'The report.',
    example: EXAMPLES.usage,
    problems: [],
  },
}
