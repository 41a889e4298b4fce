import type { ProtocolSummary } from '../contract/protocol-summary.ts'
import { roundUsd } from '../domain/amounts.ts'
import type { CatalogueEntry } from '../domain/catalogue.ts'
import { DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import type { Score } from '../domain/score.ts'
import { coverageScore, scoredAt, tvlDay } from './protocol-detail.ts'

/** The row of a protocol in lists. */
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
