import type { Stats } from '../contract/documents.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { addDays } from '../domain/day.ts'
import { roundUsd } from './amounts.ts'

const RECENT_DAYS = 7

/** Aggregates over every protocol in the registry. Protocols without a score are counted, but never in the index. */
export function createStats(catalogue: Catalogue): Stats {
  const { entries, snapshot } = catalogue
  const composites = entries.flatMap(({ score }) => score.composite ?? [])
  const tvls = entries.flatMap(({ tvlUsd }) => tvlUsd ?? [])
  const riskDelta = rounded(mean(weekDeltas(catalogue)))
  const since = addDays(snapshot.asOf, -RECENT_DAYS)
  return {
    protocolCount: entries.length,
    chainCount: new Set(entries.flatMap(({ record }) => record.chains)).size,
    globalRiskIndex: rounded(mean(composites)),
    globalRiskDelta7d: riskDelta,
    globalRiskDelta7dSince: riskDelta === null ? null : (catalogue.weekAgo?.asOf ?? null),
    totalTvlUsd: tvls.length > 0 ? roundUsd(tvls.reduce((sum, usd) => sum + usd, 0)) : null,
    recentExploitsCount: catalogue.incidents.filter(
      ({ day }) => day > since && day <= snapshot.asOf,
    ).length,
    updatedAt: snapshot.computedAt,
  }
}

function weekDeltas({ entries, weekAgo }: Catalogue): number[] {
  return entries.flatMap(({ record, score }) => {
    const then = weekAgo?.composites.get(record.id)
    return score.composite === null || then === undefined ? [] : [score.composite - then]
  })
}

function mean(numbers: number[]): number | null {
  if (numbers.length === 0) return null
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100
}
