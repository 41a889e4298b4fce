import { DIMENSION_COLUMNS } from '../domain/dimension.ts'
import type { ProtocolSummary } from './protocol-summary.ts'
import type { ScreenerRow } from './responses.ts'

/** The fields of a row of the protocol list, as the parameter `fields` names them. A test holds them against the schema. */
export const LIST_FIELDS = [
  'id',
  'slug',
  'name',
  'category',
  'chains',
  'logoUrl',
  'url',
  'twitter',
  'coverageScore',
  'assumedDimensions',
  'compositeScore',
  'riskLevel',
  'status',
  'tvlUsd',
  'tvlAsOf',
  'scoreHistory',
  'scoredAt',
  'chainTvlUsd',
] as const satisfies (keyof ProtocolSummary)[]

/** The same of the screener. */
export const SCREENER_FIELDS = [
  ...LIST_FIELDS,
  ...DIMENSION_COLUMNS,
  'assetShare',
] as const satisfies (keyof ScreenerRow)[]
