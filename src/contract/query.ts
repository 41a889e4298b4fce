import type { Day } from '../domain/day.ts'
import { DIMENSION_COLUMNS, type DimensionColumn } from '../domain/dimension.ts'
import { RISK_LEVELS, type RiskLevel } from '../domain/risk-level.ts'
import { type ProtocolStatus, STATUSES } from '../domain/status.ts'
import { CURSOR_FORM } from './cursor.ts'
import { MAX_DEPENDENTS } from './dependency-limits.ts'
import { ParameterReader, type ParsedQuery } from './parameter-reader.ts'
import { MAX_SEARCH_LENGTH } from './search-text.ts'

export const LIST_SORTS = ['compositeScore', 'tvl', 'name'] as const
export type ListSort = (typeof LIST_SORTS)[number]

export const DIRECTIONS = ['asc', 'desc'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** The dimension columns of the screener, by the threshold parameter that filters them. */
export const THRESHOLDS = {
  maxCompositeScore: 'compositeScore',
  maxCreditRisk: 'creditRisk',
  maxCounterpartyRisk: 'counterpartyRisk',
  maxLiquidityRisk: 'liquidityRisk',
  maxOracleRisk: 'oracleRisk',
  maxSmartContractRisk: 'smartContractRisk',
  maxLiquidityTrapRisk: 'liquidityTrapRisk',
} as const satisfies Record<string, 'compositeScore' | DimensionColumn>

export type ThresholdName = keyof typeof THRESHOLDS
export type RiskColumn = (typeof THRESHOLDS)[ThresholdName]

export const SCREENER_SORTS = ['compositeScore', ...DIMENSION_COLUMNS, 'tvl'] as const
export type ScreenerSort = (typeof SCREENER_SORTS)[number]

/** A level of the filter; `none` is a protocol without a score. */
export type LevelChoice = RiskLevel | 'none'
export const LEVEL_CHOICES: readonly LevelChoice[] = [...RISK_LEVELS, 'none']

/** The largest amount in US dollars of a filter. */
export const MAX_USD = 1e15

/** Which rows of a list, which fields of them, and from where. Each is absent when it is not asked for. */
export interface RowChoice {
  /** At most `MAX_NAMES`, each once. */
  ids?: string[]
  /** Names of fields, not yet checked. */
  fields?: string[]
  /** Takes the place of `page`; not yet decoded. */
  cursor?: string
}

/** Which page of a list. */
export interface PagePosition extends Pick<RowChoice, 'cursor'> {
  page: number
  perPage: number
}

export interface PageRequest extends RowChoice, PagePosition {
  /** Lower case; empty: every chain. */
  chains: string[]
  categories: string[]
}

export interface ListRequest extends PageRequest {
  minScore: number | null
  sort: ListSort
  direction: Direction
}

export interface ScreenerRequest extends PageRequest {
  /** Symbols in lower case, at least one; absent when it is not asked for. */
  assets?: string[]
  /** Part of a name or id, as plain text; empty: all. */
  text: string
  /** In the order of `LEVEL_CHOICES`; empty: all. */
  levels: LevelChoice[]
  /** In the order of `STATUSES`; empty: all. */
  statuses: ProtocolStatus[]
  minTvlUsd: number | null
  maxTvlUsd: number | null
  maxima: Partial<Record<RiskColumn, number>>
  sort: ScreenerSort
  direction: Direction
}

export interface SearchRequest {
  /** Plain text, not empty. */
  q: string
  limit: number
}

/** Most protocols that a search returns. */
export const MAX_SEARCH_LIMIT = 50

export interface HistoryRequest {
  /** Null: from the first day. */
  since: Day | null
  /** Most points, the newest of them. */
  limit: number
}

/** Most points of a history; a published one has no more. */
export const MAX_POINTS = 1_100

export interface ChangesRequest {
  /** Null: a week before the newest snapshot. */
  since: Day | null
  /** Most rows of each list. */
  limit: number
  /** Only these protocols; empty: all. */
  ids: string[]
}

const MAX_SCORE = 10
/** The largest page. */
export const MAX_PER_PAGE = 100
/** A page past the end is empty, not an error. Larger numbers than this are not exact. */
export const MAX_PAGE = Number.MAX_SAFE_INTEGER
/** Most rows of each list of changes; the published comparisons have as many. */
export const MAX_CHANGES = 250

/** The query of `GET /v1/protocols`. `sort` and `order` are the names of the screener for `sort_by` and `sort_dir`. */
export function parseListQuery(params: URLSearchParams): ParsedQuery<ListRequest> {
  const reader = new ParameterReader(params)
  const value: ListRequest = {
    ...readRows(reader),
    ...readPage(reader),
    minScore: reader.number('min_credit_score', MAX_SCORE),
    sort: reader.choice(reader.oneOf('sort_by', 'sort'), LIST_SORTS, 'compositeScore'),
    direction: reader.choice(reader.oneOf('sort_dir', 'order'), DIRECTIONS, 'desc'),
  }
  return reader.result(value)
}

/** The query of `GET /v1/screener`. */
export function parseScreenerQuery(params: URLSearchParams): ParsedQuery<ScreenerRequest> {
  const reader = new ParameterReader(params)
  const assets = reader.names('asset')
  return reader.result({
    ...readRows(reader),
    ...readScreen(reader),
    ...(assets.length > 0 && { assets }),
  })
}

/** The filters, the order and the page of the screener alone, which its page has in its address. */
export function parseScreenerFilters(params: URLSearchParams): ParsedQuery<ScreenerRequest> {
  const reader = new ParameterReader(params)
  return reader.result(readScreen(reader))
}

function readScreen(reader: ParameterReader): ScreenerRequest {
  const maxima: ScreenerRequest['maxima'] = {}
  for (const [name, column] of Object.entries(THRESHOLDS)) {
    const maximum = reader.number(name, MAX_SCORE)
    if (maximum !== null) maxima[column] = maximum
  }
  return {
    ...readPage(reader),
    text: reader.optionalText('q', MAX_SEARCH_LENGTH),
    levels: reader.choices('level', LEVEL_CHOICES),
    statuses: reader.choices('status', STATUSES),
    minTvlUsd: reader.number('minTvl', MAX_USD),
    maxTvlUsd: reader.number('maxTvl', MAX_USD),
    maxima,
    sort: reader.choice('sort', SCREENER_SORTS, 'compositeScore'),
    direction: reader.choice('order', DIRECTIONS, 'desc'),
  }
}

/** The query of `GET /v1/search`. */
export function parseSearchQuery(params: URLSearchParams): ParsedQuery<SearchRequest> {
  const reader = new ParameterReader(params)
  const value: SearchRequest = {
    q: reader.plainText('q', MAX_SEARCH_LENGTH),
    limit: reader.integer('limit', 1, MAX_SEARCH_LIMIT, 10),
  }
  return reader.result(value)
}

/** The query of `GET /v1/protocols/{id}/history`. */
export function parseHistoryQuery(params: URLSearchParams): ParsedQuery<HistoryRequest> {
  const reader = new ParameterReader(params)
  return reader.result({
    since: reader.day('since'),
    limit: reader.integer('limit', 1, MAX_POINTS, MAX_POINTS),
  })
}

/** The query of `GET /v1/changes`. */
export function parseChangesQuery(params: URLSearchParams): ParsedQuery<ChangesRequest> {
  const reader = new ParameterReader(params)
  const ids = reader.exactNames('ids')
  const value: ChangesRequest = {
    since: reader.day('since'),
    limit: reader.integer('limit', 1, MAX_CHANGES, ids.length > 0 ? MAX_CHANGES : 50),
    ids,
  }
  return reader.result(value)
}

/** The query of `GET /v1/dependencies/{id}/dependents`. */
export function parseDependentsQuery(
  params: URLSearchParams,
): ParsedQuery<Pick<PageRequest, 'page' | 'perPage'>> {
  const reader = new ParameterReader(params)
  return reader.result({
    page: reader.integer('page', 1, MAX_PAGE, 1),
    perPage: reader.integer('per_page', 1, MAX_DEPENDENTS, MAX_DEPENDENTS),
  })
}

/** The parameters `ids`, `fields` and `cursor` of a list. */
export function readRows(reader: ParameterReader): RowChoice {
  const ids = readIds(reader)
  const fields = [...new Set(reader.exactNames('fields'))]
  return {
    ...(ids.length > 0 && { ids }),
    ...(fields.length > 0 && { fields }),
    ...readCursor(reader),
  }
}

/** The parameter `cursor` of a list. */
export function readCursor(reader: ParameterReader): Pick<RowChoice, 'cursor'> {
  const cursor = reader.optional('cursor')
  if (cursor === null) return {}
  if (!CURSOR_FORM.test(cursor)) reader.complain('cursor', 'must be a nextCursor as it was given')
  if (reader.has('page')) reader.complain('cursor', 'must not be beside page')
  return { cursor }
}

/** The parameter `ids`: at most `MAX_NAMES` ids of protocols as they are written, each once. Empty when absent. */
export function readIds(reader: ParameterReader): string[] {
  return [...new Set(reader.exactNames('ids'))]
}

function readPage(reader: ParameterReader): PageRequest {
  return {
    page: reader.integer('page', 1, MAX_PAGE, 1),
    // Who names rows wants all of them.
    perPage: reader.integer('per_page', 1, MAX_PER_PAGE, reader.has('ids') ? MAX_PER_PAGE : 20),
    chains: reader.names('chain'),
    categories: reader.names('category'),
  }
}
