import { listMark, pageMeta } from '../contract/page-meta.ts'
import type { ListDocument, ProtocolSummary } from '../contract/protocol-summary.ts'
import {
  DIRECTIONS,
  type Direction,
  LIST_SORTS,
  type ListSort,
  MAX_PER_PAGE,
} from '../contract/query.ts'
import { roundUsd } from '../domain/amounts.ts'
import type { CatalogueEntry } from '../domain/catalogue.ts'
import { DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import type { Score } from '../domain/score.ts'
import { coverageScore, scoredAt, tvlDay } from './protocol-detail.ts'

/** A block is the response to the largest page. */
const BLOCK_ROWS = MAX_PER_PAGE

/** One list in one order, as the full responses to `per_page=100`: page after page. */
interface ListBlock {
  sort: ListSort
  direction: Direction
  page: number
  document: ListDocument
}

export function createSummary({
  record,
  score,
  tvlUsd,
  scoreHistory,
  inactive,
}: CatalogueEntry): ProtocolSummary {
  return {
    id: record.slug,
    slug: record.slug,
    name: record.name,
    category: record.category,
    chains: record.chains,
    logoUrl: record.logoUrl,
    url: record.url,
    twitter: record.twitter,
    coverageScore: coverageScore(score),
    assumedDimensions: assumedDimensions(score),
    compositeScore: score.rounded,
    riskLevel: score.level,
    status: inactive?.status ?? 'active',
    tvlUsd: tvlUsd === null ? null : roundUsd(tvlUsd),
    tvlAsOf: tvlDay(record),
    scoreHistory: scoreHistory.map(({ composite }) => composite),
    scoredAt: scoredAt(score),
  }
}

/** The dimensions whose published score is an assumption. */
function assumedDimensions({ composite, dimensions }: Score): DimensionKey[] {
  return composite === null ? [] : DIMENSIONS.filter((key) => dimensions[key].isAssumed)
}

/** Every sort in both directions of one snapshot, cut into blocks of 100 rows. An empty registry gives one empty block each. */
export function listBlocks(rows: ProtocolSummary[], snapshot: string): ListBlock[] {
  const every = { page: 1, perPage: BLOCK_ROWS, chains: [], categories: [], minScore: null }
  const total = rows.length
  return LIST_SORTS.flatMap((sort) =>
    DIRECTIONS.flatMap((direction) => {
      const mark = listMark({ ...every, sort, direction })
      const sorted = [...rows].sort(compareBy(sort, direction))
      const pageCount = Math.ceil(rows.length / BLOCK_ROWS)
      return Array.from({ length: Math.max(1, pageCount) }, (_, index) => ({
        sort,
        direction,
        page: index + 1,
        document: {
          success: true as const,
          data: sorted.slice(index * BLOCK_ROWS, (index + 1) * BLOCK_ROWS),
          meta: pageMeta(
            { ...every, page: index + 1 },
            { start: index * BLOCK_ROWS, total, snapshot, mark },
          ),
        },
      }))
    }),
  )
}

/** Sort order everywhere: published value, nulls last in both directions, then TVL falling, then id. */
function compareBy(
  sort: ListSort,
  direction: Direction,
): (a: ProtocolSummary, b: ProtocolSummary) => number {
  const sign = direction === 'asc' ? 1 : -1
  return (a, b) => {
    const first =
      sort === 'name'
        ? sign * compareText(a.name.toLowerCase(), b.name.toLowerCase())
        : compareNumbers(sortValue(a, sort), sortValue(b, sort), sign)
    return first || compareNumbers(a.tvlUsd, b.tvlUsd, -1) || compareText(a.id, b.id)
  }
}

function sortValue(row: ProtocolSummary, sort: 'compositeScore' | 'tvl'): number | null {
  return sort === 'tvl' ? row.tvlUsd : row.compositeScore
}

function compareNumbers(a: number | null, b: number | null, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign * (a - b)
}

/** By code unit, so that the order is the same on every machine. */
function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
