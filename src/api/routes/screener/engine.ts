import { screenerRowAt, summaryAt } from '../../../contract/index-rows.ts'
import type { ProtocolSummary } from '../../../contract/protocol-summary.ts'
import {
  type ListRequest,
  type ListSort,
  type PageRequest,
  type RiskColumn,
  type ScreenerRequest,
  type ScreenerSort,
  THRESHOLDS,
} from '../../../contract/query.ts'
import type { ScreenerRow } from '../../../contract/responses.ts'
import type { ScreenerIndex } from '../../../contract/screener-index.ts'
import { mapDimensionColumns } from '../../../domain/dimension.ts'
import { RISK_LEVELS, riskLevel } from '../../../domain/risk-level.ts'
import { type AssetNotes, assetChooser } from './assets.ts'
import { tvlOnChains } from './chain-tvl.ts'
import {
  type Filter,
  keepAtLeast,
  keepAtMost,
  keepLevels,
  keepNamed,
  keepRows,
  keepStatuses,
  keepText,
  NO_LEVEL,
  namedRows,
  searchedText,
} from './filter.ts'
import { numericColumn, orderByName, orderByNumber, orderByTvl } from './order.ts'

export interface EnginePage<T> {
  rows: T[]
  /** Matching rows on all pages. */
  total: number
}

/** What a filter by asset could not see; absent without one. */
interface ScreenNotes {
  assets?: AssetNotes
}

/** Answers list and screener queries over one index. A page begins after `start` rows; by default where its number says. */
export interface Engine {
  list(query: ListRequest, start?: number): EnginePage<ProtocolSummary>
  screen(query: ScreenerRequest, start?: number): EnginePage<ScreenerRow> & ScreenNotes
  /** Those of the ids that no row has. */
  unknownIds(ids: readonly string[]): string[]
  /** Those of the names of chains, in lower case, that no row has. */
  unknownChains(names: readonly string[]): string[]
}

/**
 * An engine over a complete index (`isScreenerIndex`). Each sort order is computed on first use. A query is one pass over its
 * order, and creates only the rows of its page, each once. Rows are frozen, because responses share them.
 */
export function createEngine(index: ScreenerIndex): Engine {
  const { columns } = index
  const { risks, tvlUsd, onChains, chains, categories, levels } = readColumns(index)
  const assets = assetChooser(index)
  const rowOf = new Map(columns.id.map((id, row) => [id, row]))
  for (const [former, id] of Object.entries(index.former ?? {})) {
    const row = rowOf.get(id)
    if (row !== undefined && !rowOf.has(former)) rowOf.set(former, row)
  }
  let searched: string[] | undefined
  const order = createOrders(index, { risks, tvlUsd })
  const summary = memoize((row) => summaryAt(index, row))
  const screenerRow = memoize((row) => screenerRowAt(index, row))

  /** TVL on the chains of the query; null when it names none. */
  function chainTvl({ chains: wanted }: PageRequest): Float64Array | null {
    return wanted.length === 0 ? null : onChains(wanted)
  }

  function named({ ids, categories: wanted, chains: wantedChains }: PageRequest): Filter[] {
    return [
      ...(ids ? [keepRows(new Set(ids.map((id) => rowOf.get(id))))] : []),
      ...(wanted.length > 0 ? [keepNamed(categories, wanted)] : []),
      ...(wantedChains.length > 0 ? [keepNamed(chains, wantedChains)] : []),
    ]
  }

  /** The filters that only the screener has. */
  function narrowed(query: ScreenerRequest, tvl: Float64Array): Filter[] {
    const { text, levels: wanted, statuses } = query
    if (text !== '') {
      searched ??= columns.name.map((name, row) => searchedText(name, columns.id[row] ?? ''))
    }
    return [
      ...thresholds(query, risks, tvl),
      ...(wanted.length > 0 ? [keepLevels(levels, wanted)] : []),
      ...(statuses.length > 0 ? [keepStatuses(columns.status ?? [], statuses)] : []),
      ...(text === '' ? [] : [keepText(searched ?? [], text)]),
    ]
  }

  return {
    list(query, start = startOf(query)) {
      const least = query.minScore
      const filters = least === null ? [] : [keepAtLeast(risks.compositeScore, least)]
      const tvl = chainTvl(query)
      const page = select(order(query, tvl), [...filters, ...named(query)], start, query.perPage)
      return { rows: page.rows.map(withChainTvl(summary, tvl)), total: page.total }
    },
    screen(query, start = startOf(query)) {
      const tvl = chainTvl(query)
      const all = [...narrowed(query, tvl ?? tvlUsd), ...named(query)]
      const chosen = query.assets && assets(query.assets)
      const filters = chosen ? [...all, chosen.keep] : all
      const page = select(order(query, tvl), filters, start, query.perPage)
      const rowAt = withChainTvl(screenerRow, tvl)
      if (!chosen) return { rows: page.rows.map(rowAt), total: page.total }
      const rows = page.rows.map((row) => ({ ...rowAt(row), assetShare: chosen.shareOf(row) }))
      return { rows, total: page.total, assets: chosen.notes }
    },
    unknownIds: (ids) => ids.filter((id) => !rowOf.has(id)),
    unknownChains: (names) => names.filter((name) => !chains.rowsOf.has(name)),
  }
}

/** The filters that keep rows up to a risk, and between two values. */
function thresholds(
  { maxima, minTvlUsd, maxTvlUsd }: ScreenerRequest,
  risks: ReturnType<typeof numericRisks>,
  tvl: Float64Array,
): Filter[] {
  return [
    ...Object.values(THRESHOLDS).flatMap((column) => {
      const maximum = maxima[column]
      return maximum === undefined ? [] : keepAtMost(risks[column], maximum)
    }),
    ...(minTvlUsd === null ? [] : [keepAtLeast(tvl, minTvlUsd)]),
    ...(maxTvlUsd === null ? [] : [keepAtMost(tvl, maxTvlUsd)]),
  ]
}

/** The columns as filters and orders use them. */
function readColumns(index: ScreenerIndex) {
  const { columns } = index
  const risks = numericRisks(index)
  const tvlUsd = numericColumn(columns.tvlUsd)
  const onChains = tvlOnChains({
    names: index.chains,
    chains: columns.chains,
    amounts: columns.chainTvlUsd,
    tvlUsd,
    aliases: index.aliases?.chains,
  })
  const chains = namedRows(index.chains, columns.chains, index.aliases?.chains)
  const categories = namedRows(
    index.categories,
    columns.category.map((category) => (category === null ? [] : [category])),
    index.aliases?.categories,
  )
  const levels = Uint8Array.from(columns.compositeScore, (score) =>
    score === null ? NO_LEVEL : RISK_LEVELS.indexOf(riskLevel(score)) + 1,
  )
  return { risks, tvlUsd, onChains, chains, categories, levels }
}

type Sorting = Pick<ListRequest | ScreenerRequest, 'sort' | 'direction'>

/** The rows in the order of a query, whose chains have this TVL; null when it names none. */
function createOrders(
  { columns }: ScreenerIndex,
  { risks, tvlUsd }: { risks: Record<RiskColumn, Float64Array>; tvlUsd: Float64Array },
): (query: Sorting, chainTvlUsd: Float64Array | null) => Uint32Array {
  const byTvl = orderByTvl(tvlUsd)
  const orders = new Map<string, Uint32Array>()

  function sortRows(sort: ListSort | ScreenerSort, sign: 1 | -1): Uint32Array {
    if (sort === 'name') return orderByName(columns.name, sign, byTvl)
    if (sort !== 'tvl') return orderByNumber(risks[sort], sign, byTvl)
    return sign === -1 ? byTvl : orderByNumber(tvlUsd, sign, byTvl)
  }

  return ({ sort, direction }, chainTvlUsd) => {
    const sign = direction === 'asc' ? 1 : -1
    // Not kept: there are too many combinations of chains.
    if (sort === 'tvl' && chainTvlUsd) return orderByNumber(chainTvlUsd, sign, byTvl)
    const key = `${sort} ${direction}`
    const rows = orders.get(key) ?? sortRows(sort, sign)
    orders.set(key, rows)
    return rows
  }
}

/** Adds `chainTvlUsd` to the rows of a query that names chains. */
function withChainTvl<T extends ProtocolSummary>(
  rowAt: (row: number) => T,
  chainTvl: Float64Array | null,
): (row: number) => T {
  if (!chainTvl) return rowAt
  return (row) => {
    const usd = chainTvl[row] ?? Number.NaN
    return { ...rowAt(row), chainTvlUsd: Number.isNaN(usd) ? null : usd }
  }
}

function startOf({ page, perPage }: PageRequest): number {
  return (page - 1) * perPage
}

/** The rows of one page, in order, and the number of matching rows. */
function select(
  order: Uint32Array,
  filters: readonly Filter[],
  start: number,
  perPage: number,
): EnginePage<number> {
  const rows = filters.length === 0 ? order : order.slice()
  const total = filters.reduce((count, filter) => filter(rows, count), rows.length)
  return { rows: [...rows.subarray(start, Math.min(start + perPage, total))], total }
}

function memoize<T extends object>(make: (row: number) => T): (row: number) => T {
  const made = new Map<number, T>()
  return (row) => {
    const known = made.get(row)
    if (known) return known
    const value = Object.freeze(make(row))
    made.set(row, value)
    return value
  }
}

function numericRisks({ columns }: ScreenerIndex): Record<RiskColumn, Float64Array> {
  return {
    compositeScore: numericColumn(columns.compositeScore),
    ...mapDimensionColumns((column) => numericColumn(columns[column])),
  }
}
