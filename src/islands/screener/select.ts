import {
  type Filter,
  keepAtLeast,
  keepAtMost,
  keepLevels,
  keepNamed,
  keepText,
} from '../../api/routes/screener/filter.ts'
import {
  orderByName,
  orderByNumber,
  orderByTvl,
  rankedOnly,
} from '../../api/routes/screener/order.ts'
import { type Direction, THRESHOLDS } from '../../contract/query.ts'
import { UNKNOWN } from '../../contract/screener-rows.ts'
import type { ScreenState, Sort } from './state.ts'
import type { Table } from './table.ts'

/** Answers the questions of the page over one table. */
export interface Screen {
  /** The rows that pass all filters, in order. Rows without a value in the sorted column come last in both directions. */
  select(state: ScreenState): Uint32Array
  /** TVL of each row on the chains of the state, or in all when it names none; NaN where it is not known. */
  tvlOf(state: ScreenState): Float64Array
  /** Counts of the work done so far. */
  work: { sorts: number; rowsVisited: number }
}

/** The filters are those of the API (`src/api/routes/screener`); the page adds some orders. */
export function createScreen(table: Table): Screen {
  const byTvl = orderByTvl(table.tvlUsd)
  const orders = new Map<string, Uint32Array>()
  const work = { sorts: 0, rowsVisited: 0 }

  const onChains = new Map<string, Float64Array>()

  function tvlOf({ chains }: ScreenState): Float64Array {
    if (chains.length === 0) return table.tvlUsd
    const key = chains.join()
    const tvl = onChains.get(key) ?? table.tvlOnChains(chains)
    onChains.set(key, tvl)
    return tvl
  }

  function orderOf(state: ScreenState): Uint32Array {
    const { sort, direction, chains } = state
    if (sort !== 'tvl' || chains.length === 0) return order(sort, direction)
    return orderByNumber(tvlOf(state), direction === 'asc' ? 1 : -1, byTvl)
  }

  function order(sort: Sort, direction: Direction): Uint32Array {
    const key = `${sort} ${direction}`
    const known = orders.get(key)
    if (known) return known
    work.sorts += 1
    const rows = sortRows(table, byTvl, sort, direction === 'asc' ? 1 : -1)
    orders.set(key, rows)
    return rows
  }

  return {
    work,
    tvlOf,
    select(state) {
      const all = orderOf(state)
      const filters = filtersOf(table, state, tvlOf(state))
      if (filters.length === 0) return all
      const rows = all.slice()
      const kept = filters.reduce((count, filter) => {
        work.rowsVisited += count
        return filter(rows, count)
      }, rows.length)
      return rows.subarray(0, kept)
    },
  }
}

function sortRows(table: Table, byTvl: Uint32Array, sort: Sort, sign: 1 | -1): Uint32Array {
  if (sort === 'name') return orderByName(table.rows.name, sign, byTvl)
  if (sort === 'tvl' && sign === -1) return byTvl
  return orderByNumber(numbersOf(table, sort), sign, byTvl)
}

/** Numbers that order a column; NaN: no value. */
function numbersOf(table: Table, sort: Exclude<Sort, 'name'>): Float64Array {
  const { rows, ranks } = table
  switch (sort) {
    case 'tvl':
      return table.tvlUsd
    case 'coverage':
      return table.coverage
    case 'category':
      // Names of categories are in alphabetical order.
      return Float64Array.from(rows.category, (place) => (place === UNKNOWN ? Number.NaN : place))
    case 'rank':
      return Float64Array.from(ranks.position, (position) => position || Number.NaN)
    case 'trend':
      return Float64Array.from(rows.history, changeOf)
    default:
      return rankedOnly(table.risks[sort], (row) => rows.inactive[row] === undefined)
  }
}

/** Change over the last scores in tenths; NaN with fewer than two. */
function changeOf(history: readonly number[]): number {
  return history.length < 2 ? Number.NaN : (history.at(-1) ?? 0) - (history[0] ?? 0)
}

/** The filters that are set; the cheapest and most selective come first. */
function filtersOf(table: Table, state: ScreenState, tvlUsd: Float64Array): Filter[] {
  const maxima = Object.values(THRESHOLDS).flatMap((column) => {
    const maximum = state.maxima[column]
    return maximum === undefined ? [] : keepAtMost(table.risks[column], maximum)
  })
  return [
    ...maxima,
    ...(state.categories.length > 0 ? [keepNamed(table.category, state.categories)] : []),
    ...(state.chains.length > 0 ? [keepNamed(table.chain, state.chains)] : []),
    ...(state.levels.length > 0 ? [keepLevels(table.levels, state.levels)] : []),
    ...(state.minTvlUsd === null ? [] : [keepAtLeast(tvlUsd, state.minTvlUsd)]),
    ...(state.maxTvlUsd === null ? [] : [keepAtMost(tvlUsd, state.maxTvlUsd)]),
    ...(state.text === '' ? [] : [keepText(table.folded, state.text)]),
  ]
}
