import { type TvlOnChains, tvlOnChains } from '../../api/routes/screener/chain-tvl.ts'
import {
  type NamedRows,
  NO_LEVEL,
  namedRows,
  searchedText,
} from '../../api/routes/screener/filter.ts'
import type { RiskColumn } from '../../contract/query.ts'
import { type ScreenerRows, slugOf, UNKNOWN } from '../../contract/screener-rows.ts'
import { DIMENSION_COLUMNS, mapDimensionColumns } from '../../domain/dimension.ts'
import { isOldTvl } from '../../domain/old-tvl.ts'
import { RISK_LEVELS, riskLevel } from '../../domain/risk-level.ts'
import { loadJson } from '../load-json.ts'
import { type CategoryRanks, rankInCategory } from './rank.ts'

/** In place of the level of a protocol that is not active: it is shown without a score, and no level of the filter has it. */
const NOT_ACTIVE = 255

/** The rows of the registry, ready to be filtered, sorted and shown. Rows are numbered by id; NaN is "no value". */
export interface Table {
  rows: ScreenerRows
  count: number
  ids: string[]
  /** `searchedText` of each row. */
  folded: string[]
  category: NamedRows
  chain: NamedRows
  tvlUsd: Float64Array
  tvlOnChains: TvlOnChains
  coverage: Float64Array
  /** 1 (very low) to 5 (high), `NO_LEVEL`, or `NOT_ACTIVE`. */
  levels: Uint8Array
  risks: Record<RiskColumn, Float64Array>
  ranks: CategoryRanks
}

export function createTable(rows: ScreenerRows): Table {
  const ids = rows.name.map((name, row) => rows.id[row] || slugOf(name))
  const tvlUsd = Float64Array.from(rows.tvlUsd, (tvl) => tvl ?? Number.NaN)
  return {
    rows,
    count: ids.length,
    ids,
    folded: rows.name.map((name, row) => searchedText(name, ids[row] ?? '')),
    category: namedRows(
      rows.categories,
      rows.category.map((place) => (place === UNKNOWN ? [] : [place])),
      rows.aliases.categories,
    ),
    chain: namedRows(rows.chains, rows.chain, rows.aliases.chains),
    tvlUsd,
    tvlOnChains: tvlOnChains({
      names: rows.chains,
      chains: rows.chain,
      amounts: rows.chainTvl,
      tvlUsd,
      aliases: rows.aliases.chains,
    }),
    coverage: points(rows.coverage),
    levels: Uint8Array.from(rows.composite, (tenths, row) =>
      rows.inactive[row] ? NOT_ACTIVE : levelOf(tenths),
    ),
    risks: {
      compositeScore: points(rows.composite),
      ...mapDimensionColumns((column) => points(rows.dimensions[column])),
    },
    ranks: rankInCategory(
      rows.category,
      rows.composite.map((tenths, row) => (isRanked(rows, row) ? tenths : UNKNOWN)),
    ),
  }
}

/** Whether a row is of a protocol of today: it is active, and its TVL is not old. */
function isRanked({ inactive, tvlDay, asOf }: ScreenerRows, row: number): boolean {
  return !inactive[row] && !isOldTvl({ tvlAsOf: tvlDay[row] ?? null }, asOf)
}

/** The rows of the whole registry, from this site; null when they cannot be had. */
export async function fetchTable(): Promise<Table | null> {
  try {
    const rows = await loadJson('/screener/rows.json')
    return isScreenerRows(rows) ? createTable(rows) : null
  } catch {
    return null
  }
}

/** Level 1 to 5 of a score in tenths; `NO_LEVEL` for none. */
export function levelOf(tenths: number): number {
  return tenths < 0 ? NO_LEVEL : RISK_LEVELS.indexOf(riskLevel(tenths / 10)) + 1
}

/** Points, as the API gives them: a tenth of 23 and the text `2.3` are the same number. */
function points(tenths: readonly number[]): Float64Array {
  return Float64Array.from(tenths, (value) => (value < 0 ? Number.NaN : value / 10))
}

/** Whether a document has every column, each of one length. It was made by the build of this page. */
export function isScreenerRows(document: unknown): document is ScreenerRows {
  const rows = document as Partial<ScreenerRows> | null
  const count = rows?.name?.length
  const { dimensions, categorySlug, aliases, page, tvlDay, inactive, assumed } = rows ?? {}
  const objects = [dimensions, categorySlug, aliases, page, tvlDay, inactive, assumed]
  if (!rows || count === undefined || !objects.every(Boolean)) return false
  const { id, category, chain, chainTvl, tvlUsd, coverage, composite, history } = rows
  const columns = [id, category, chain, chainTvl, tvlUsd, coverage, composite, history]
  const risks = DIMENSION_COLUMNS.map((column) => dimensions?.[column])
  return [...columns, ...risks].every((column) => column?.length === count)
}
