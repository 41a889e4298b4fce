import type { ProtocolSummary } from '../contract/protocol-summary.ts'
import type { ScreenerIndex } from '../contract/screener-index.ts'
import {
  DIMENSION_TEXT,
  DIMENSIONS,
  type DimensionKey,
  dimensionColumn,
  mapDimensions,
} from '../domain/dimension.ts'
import { pageNameOf, readDetail } from './catalogue-files.ts'

/** Heads of the dimension columns; the soft hyphen lets the longest one break in a narrow column. */
export const COLUMN_HEAD: Record<DimensionKey, string> = mapDimensions((key) =>
  DIMENSION_TEXT[key].label.replace('Counterparty', 'Counter\u00adparty'),
)

/** A dimension's published score, or why there is none. */
export type DimensionCell = number | 'not-applicable' | 'unknown'

export interface TableRow {
  summary: ProtocolSummary
  pageName: string
  /** In the order of `DIMENSIONS`; null for a protocol without a composite. */
  dimensions: DimensionCell[] | null
}

/** Rows with their dimensions from the screener index. The index has one null for two cases; the document distinguishes them. */
export async function tableRows(
  folder: string,
  summaries: ProtocolSummary[],
  screener: ScreenerIndex,
): Promise<TableRow[]> {
  const position = new Map(screener.columns.id.map((id, index) => [id, index]))
  return Promise.all(
    summaries.map(async (summary) => {
      const index = position.get(summary.id)
      const scores = DIMENSIONS.map((key) =>
        index === undefined ? null : (screener.columns[dimensionColumn(key)][index] ?? null),
      )
      return {
        summary,
        pageName: pageNameOf(summary),
        dimensions: summary.compositeScore === null ? null : await cells(folder, summary, scores),
      }
    }),
  )
}

async function cells(
  folder: string,
  summary: ProtocolSummary,
  scores: (number | null)[],
): Promise<DimensionCell[]> {
  const incomplete = scores.includes(null)
  const metadata = incomplete ? (await readDetail(folder, pageNameOf(summary))).scoreMetadata : null
  return DIMENSIONS.map((key, index) => {
    const status = metadata?.dimensions[key].status
    return scores[index] ?? (status === 'not-applicable' ? status : 'unknown')
  })
}
