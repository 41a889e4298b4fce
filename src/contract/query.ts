import { type Day, isDay } from '../domain/day.ts'
import { DIMENSION_COLUMNS, type DimensionColumn } from '../domain/dimension.ts'
import type { ProblemDetails } from './problems.ts'
import { MAX_SEARCH_LENGTH, plainText } from './search-text.ts'

/** A valid query with the names of ignored parameters, or what is wrong with it, by field. */
export type ParsedQuery<T> =
  | { ok: true; value: T; ignored: string[] }
  | { ok: false; details: ProblemDetails }

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

export interface PageQuery {
  page: number
  perPage: number
  /** Lower case; empty: every chain. */
  chains: string[]
  categories: string[]
}

export interface ListQuery extends PageQuery {
  minScore: number | null
  sort: ListSort
  direction: Direction
}

export interface ScreenerQuery extends PageQuery {
  maxima: Partial<Record<RiskColumn, number>>
  sort: ScreenerSort
  direction: Direction
}

export interface SearchQuery {
  /** Plain text, not empty. */
  q: string
  limit: number
}

/** Most protocols that a search returns. */
export const MAX_SEARCH_LIMIT = 50

export interface ChangesQuery {
  /** Null: a week before the newest snapshot. */
  since: Day | null
  /** Most rows of each list. */
  limit: number
}

/** The largest page. Published blocks have as many rows, so that a block is such a page. */
export const MAX_PER_PAGE = 100
/** A page past the end is empty, not an error. Larger numbers than this are not exact. */
export const MAX_PAGE = Number.MAX_SAFE_INTEGER
/** Most names in a filter. */
export const MAX_NAMES = 100
/** Most rows of each list of changes; the published comparisons have as many. */
export const MAX_CHANGES = 250
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/
const WHOLE = /^-?(0|[1-9]\d*)$/

/** The query of `GET /v1/protocols`. */
export function parseListQuery(params: URLSearchParams): ParsedQuery<ListQuery> {
  const reader = new ParameterReader(params)
  const value: ListQuery = {
    ...readPage(reader),
    minScore: reader.score('min_credit_score'),
    sort: reader.choice('sort_by', LIST_SORTS, 'compositeScore'),
    direction: reader.choice('sort_dir', DIRECTIONS, 'desc'),
  }
  return reader.result(value)
}

/** The query of `GET /v1/screener`. */
export function parseScreenerQuery(params: URLSearchParams): ParsedQuery<ScreenerQuery> {
  const reader = new ParameterReader(params)
  const maxima: ScreenerQuery['maxima'] = {}
  for (const [name, column] of Object.entries(THRESHOLDS)) {
    const maximum = reader.score(name)
    if (maximum !== null) maxima[column] = maximum
  }
  const value: ScreenerQuery = {
    ...readPage(reader),
    maxima,
    sort: reader.choice('sort', SCREENER_SORTS, 'compositeScore'),
    direction: reader.choice('order', DIRECTIONS, 'desc'),
  }
  return reader.result(value)
}

/** The query of `GET /v1/search`. */
export function parseSearchQuery(params: URLSearchParams): ParsedQuery<SearchQuery> {
  const reader = new ParameterReader(params)
  const value: SearchQuery = {
    q: reader.plainText('q', MAX_SEARCH_LENGTH),
    limit: reader.integer('limit', 1, MAX_SEARCH_LIMIT, 10),
  }
  return reader.result(value)
}

/** The query of `GET /v1/changes`. */
export function parseChangesQuery(params: URLSearchParams): ParsedQuery<ChangesQuery> {
  const reader = new ParameterReader(params)
  const value: ChangesQuery = {
    since: reader.day('since'),
    limit: reader.integer('limit', 1, MAX_CHANGES, 50),
  }
  return reader.result(value)
}

function readPage(reader: ParameterReader): PageQuery {
  return {
    page: reader.integer('page', 1, MAX_PAGE, 1),
    perPage: reader.integer('per_page', 1, MAX_PER_PAGE, 20),
    chains: reader.names('chain'),
    categories: reader.names('category'),
  }
}

/** Parses parameters strictly and collects every problem, so that one response lists all of them. */
class ParameterReader {
  readonly #values = new Map<string, string[]>()
  readonly #read = new Set<string>()
  readonly #details: ProblemDetails = {}

  constructor(params: URLSearchParams) {
    for (const [name, value] of params) {
      const values = this.#values.get(name)
      if (values) values.push(value)
      else this.#values.set(name, [value])
    }
  }

  result<T>(value: T): ParsedQuery<T> {
    if (Object.keys(this.#details).length > 0) return { ok: false, details: this.#details }
    const names = [...this.#values.keys()].filter((name) => !this.#read.has(name))
    // `?=1` has an empty name.
    return { ok: true, value, ignored: names.filter((name) => name !== '').sort() }
  }

  integer(name: string, least: number, most: number, fallback: number): number {
    const text = this.#text(name)
    if (text === null) return fallback
    if (!WHOLE.test(text)) return this.#complain(name, 'must be a whole number', fallback)
    const number = Number(text)
    if (number < least || number > most) {
      return this.#complain(name, `must be from ${least} to ${most}`, fallback)
    }
    return number
  }

  /** A score from 0 to 10; null when absent. */
  score(name: string): number | null {
    const text = this.#text(name)
    if (text === null) return null
    if (!DECIMAL.test(text)) return this.#complain(name, 'must be a decimal number', null)
    const number = Number(text)
    if (number < 0 || number > 10) return this.#complain(name, 'must be from 0 to 10', null)
    return Math.abs(number)
  }

  /** A text that must be given and have at most so many characters, in the form in which searches compare it. */
  plainText(name: string, most: number): string {
    const values = this.#valuesOf(name)
    if (values.length === 0) return this.#complain(name, 'must be given', '')
    const text = this.#text(name)
    if (text === null) return ''
    if (text.length > most) return this.#complain(name, `must have at most ${most} characters`, '')
    const plain = plainText(text)
    return plain === '' ? this.#complain(name, 'must not be empty', '') : plain
  }

  /** A calendar day; null when absent. */
  day(name: string): Day | null {
    const text = this.#text(name)
    if (text === null || isDay(text)) return text
    return this.#complain(name, 'must be a day, such as 2026-11-21', null)
  }

  choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const text = this.#text(name)
    if (text === null) return fallback
    const choice = choices.find((candidate) => candidate === text)
    return choice ?? this.#complain(name, `must be one of ${choices.join(', ')}`, fallback)
  }

  /** Comma-separated names in lower case, from one or more parameters; skips empty parts. */
  names(name: string): string[] {
    const texts = this.#valuesOf(name)
    if (texts.length === 0) return []
    if (texts.includes('')) return this.#complain(name, 'must not be empty', [])
    const parts = texts.flatMap((text) => text.split(','))
    const names = parts.flatMap((part) => part.trim().toLowerCase() || [])
    if (names.length === 0) return this.#complain(name, 'must name at least one', [])
    if (names.length > MAX_NAMES) return this.#complain(name, `must name at most ${MAX_NAMES}`, [])
    return names
  }

  #valuesOf(name: string): string[] {
    this.#read.add(name)
    return this.#values.get(name) ?? []
  }

  #text(name: string): string | null {
    const values = this.#valuesOf(name)
    if (values.length > 1) return this.#complain(name, 'must be given once', null)
    const [text = null] = values
    return text === '' ? this.#complain(name, 'must not be empty', null) : text
  }

  #complain<T>(name: string, complaint: string, fallback: T): T {
    this.#details[name] = [...(this.#details[name] ?? []), complaint]
    return fallback
  }
}
