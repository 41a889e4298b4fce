import { mapDimensionColumns } from '../domain/dimension.ts'
import { riskLevel } from '../domain/risk-level.ts'
import type { ProtocolSummary } from './protocol-summary.ts'
import type { ScreenerRow } from './responses.ts'
import type { ScreenerIndex } from './screener-index.ts'

/** Every row of the list, by id. */
export function summariesOf(index: ScreenerIndex): ProtocolSummary[] {
  return index.columns.id.map((_, row) => summaryAt(index, row))
}

/** One row of the list. A protocol's id is its current slug. */
export function summaryAt(
  { columns, categories, chains }: ScreenerIndex,
  row: number,
): ProtocolSummary {
  const id = columns.id[row] ?? ''
  const category = columns.category[row] ?? null
  const compositeScore = columns.compositeScore[row] ?? null
  return {
    id,
    slug: id,
    name: columns.name[row] ?? '',
    category: category === null ? null : (categories[category] ?? null),
    chains: (columns.chains[row] ?? []).map((chain) => chains[chain] ?? ''),
    logoUrl: columns.logoUrl[row] ?? null,
    url: columns.url[row] ?? null,
    twitter: columns.twitter[row] ?? null,
    coverageScore: columns.coverageScore[row] ?? null,
    assumedDimensions: columns.assumedDimensions?.[row] ?? [],
    compositeScore,
    riskLevel: compositeScore === null ? null : riskLevel(compositeScore),
    status: columns.status?.[row] ?? 'active',
    tvlUsd: columns.tvlUsd[row] ?? null,
    tvlAsOf: columns.tvlAsOf?.[row] ?? null,
    scoreHistory: columns.scoreHistory[row] ?? [],
    scoredAt: columns.scoredAt[row] ?? null,
  }
}

/** One row of the screener. */
export function screenerRowAt(index: ScreenerIndex, row: number): ScreenerRow {
  const { columns } = index
  return {
    ...summaryAt(index, row),
    ...mapDimensionColumns((column) => columns[column][row] ?? null),
  }
}
