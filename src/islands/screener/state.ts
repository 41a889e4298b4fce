import {
  DIRECTIONS,
  type Direction,
  LEVEL_CHOICES,
  type LevelChoice,
  parseScreenerFilters,
  type RiskColumn,
  SCREENER_SORTS,
  type ScreenerSort,
  THRESHOLDS,
} from '../../contract/query.ts'

/** Sort keys of this page that the API does not have. */
export const PAGE_SORTS = ['name', 'category', 'rank', 'coverage', 'trend'] as const
export type Sort = ScreenerSort | (typeof PAGE_SORTS)[number]

/** What the page shows: filters and order. */
export interface ScreenState {
  /** Part of a name or id; empty: all. */
  text: string
  /** Lower case, as the API reads them; empty: all. */
  chains: string[]
  categories: string[]
  /** In the order of `LEVEL_CHOICES`; empty: all. */
  levels: LevelChoice[]
  minTvlUsd: number | null
  maxTvlUsd: number | null
  maxima: Partial<Record<RiskColumn, number>>
  sort: Sort
  direction: Direction
}

export const START: ScreenState = {
  text: '',
  chains: [],
  categories: [],
  levels: [],
  minTvlUsd: null,
  maxTvlUsd: null,
  maxima: {},
  sort: 'tvl',
  direction: 'desc',
}

/** Longest text that is searched for. */
const MAX_TEXT = 100

/** Parameters of `/v1/screener` that mean the same here. */
const SHARED = ['chain', 'category', ...Object.keys(THRESHOLDS)]

/** The direction that a first click on a column gives: the largest, the safest, or the first of the alphabet on top. */
export function firstDirection(sort: Sort): Direction {
  return sort === 'tvl' || sort === 'coverage' ? 'desc' : 'asc'
}

/** The state that an address asks for. A parameter that is not valid is left out, never an error. */
export function parseState(params: URLSearchParams): ScreenState {
  const query = readShared(params)
  const sort = [...SCREENER_SORTS, ...PAGE_SORTS].find((name) => name === once(params, 'sort'))
  // As in the API: the order of a sort that is named without one is descending.
  const direction = DIRECTIONS.find((name) => name === once(params, 'order')) ?? 'desc'
  const wanted = wantedLevels(params)
  return {
    text: searchText(once(params, 'q') ?? ''),
    chains: [...new Set(query?.chains)].sort(),
    categories: [...new Set(query?.categories)].sort(),
    levels: levelsOf(LEVEL_CHOICES.filter((level) => wanted.includes(level))),
    minTvlUsd: dollars(once(params, 'minTvl')),
    maxTvlUsd: dollars(once(params, 'maxTvl')),
    maxima: query?.maxima ?? {},
    sort: sort ?? START.sort,
    direction,
  }
}

/**
 * The names of parameters that `parseState` left out because their values are not valid or the page has no such filter of the API, in
 * the order of the alphabet.
 */
export function ignoredIn(params: URLSearchParams): string[] {
  const shared = parseScreenerFilters(sharedOf(params))
  const isOneOf = (names: readonly string[], text: string | null) => !text || names.includes(text)
  const valid: Record<string, boolean> = {
    asset: !params.has('asset'),
    level: wantedLevels(params).every((level) => isOneOf(LEVEL_CHOICES, level)),
    minTvl: !params.get('minTvl') || dollars(params.get('minTvl')) !== null,
    maxTvl: !params.get('maxTvl') || dollars(params.get('maxTvl')) !== null,
    sort: isOneOf([...SCREENER_SORTS, ...PAGE_SORTS], params.get('sort')),
    order: isOneOf(DIRECTIONS, params.get('order')),
    q: true,
    status: !params.has('status'),
  }
  const isTwice = (name: string) => name !== 'level' && params.getAll(name).length > 1
  const own = Object.keys(valid).filter((name) => !valid[name] || isTwice(name))
  return [...own, ...(shared.ok ? [] : Object.keys(shared.details))].sort()
}

/** The value of a parameter that is given at most once; null for none. */
function once(params: URLSearchParams, name: string): string | null {
  const [value = null, ...others] = params.getAll(name)
  return others.length === 0 ? value : null
}

function wantedLevels(params: URLSearchParams): string[] {
  return params.getAll('level').join().split(',')
}

/** A text as it is searched for. */
export function searchText(text: string): string {
  return text.slice(0, MAX_TEXT).toWellFormed().trim()
}

/** All levels are no filter. */
export function levelsOf(levels: LevelChoice[]): LevelChoice[] {
  return levels.length === LEVEL_CHOICES.length ? [] : levels
}

/** The filters of the API, read by its own parser. */
function readShared(params: URLSearchParams) {
  const shared = sharedOf(params)
  const parsed = parseScreenerFilters(shared)
  if (parsed.ok) return parsed.value
  for (const name of Object.keys(parsed.details)) shared.delete(name)
  const again = parseScreenerFilters(shared)
  return again.ok ? again.value : null
}

function sharedOf(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => SHARED.includes(name)))
}

/** A whole number of dollars. */
function dollars(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
