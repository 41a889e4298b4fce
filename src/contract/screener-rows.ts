import type { DimensionColumn, DimensionKey } from '../domain/dimension.ts'
import type { ProtocolStatus } from '../domain/status.ts'

/** In a column of tenths: the value is not known, or the protocol has no score. */
export const UNKNOWN = -1
/** In a dimension: the question does not arise for this kind of protocol. */
export const NOT_APPLICABLE = -2

/**
 * `/screener/rows.json`: every protocol by column, ordered by id, as small as it can be for a browser. Scores are whole tenths of a
 * point, or one of the two numbers above.
 */
export interface ScreenerRows {
  snapshot: string
  /** Day of the snapshot. */
  asOf: string
  categories: string[]
  /** Slugs of the pages of categories by name, where they are not `slugOf(name)`. Empty for one without a page. */
  categorySlug: Record<string, string>
  chains: string[]
  /** Other spellings in lower case, with the indexes of the names that each refers to. */
  aliases: { categories: Record<string, number[]>; chains: Record<string, number[]> }
  name: string[]
  /** 0 where the id is `slugOf(name)`, as it is almost always. */
  id: (string | 0)[]
  /** Names of pages by row, where they differ from the id. */
  page: Record<string, string>
  /** Index of the category, or `UNKNOWN`. */
  category: number[]
  chain: number[][]
  /** As `columns.chainTvlUsd` of the screener's index. */
  chainTvl: (number | null)[][]
  tvlUsd: (number | null)[]
  /** Day of the TVL, in rows where it is not that of the snapshot. */
  tvlDay: Record<string, string>
  coverage: number[]
  composite: number[]
  /** Rows that are not active. */
  inactive: Record<string, ProtocolStatus>
  /** Dimensions whose score is an assumption, in rows that have any. */
  assumed: Record<string, DimensionKey[]>
  /** Last composites, oldest first. */
  history: number[][]
  dimensions: Record<DimensionColumn, number[]>
}

/** The slug that DefiLlama gives to most names. */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
