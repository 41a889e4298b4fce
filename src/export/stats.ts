import type { Stats } from '../contract/stats.ts'
import { sumUsd } from '../domain/amounts.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { addDays, type Day } from '../domain/day.ts'
import type { Incident } from '../domain/protocol.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'

const RECENT_DAYS = 7

/** A TVL is older when its day is further back. */
const YEAR_DAYS = 365

/** Aggregates over every protocol in the registry. Protocols without a score count, but not in the risk index. */
export function createStats(catalogue: Catalogue): Stats {
  const { entries, snapshot } = catalogue
  const composites = entries.flatMap(({ score }) => score.composite ?? [])
  const tvls = entries.flatMap(({ tvlUsd }) => tvlUsd ?? [])
  const older = entries.flatMap(({ record, tvlUsd }) =>
    isOlderTvl(record, snapshot.asOf) ? (tvlUsd ?? []) : [],
  )
  const incidentsAsOf = dayOfIncidents(catalogue)
  const riskDelta = rounded(mean(weekDeltas(catalogue)))
  return {
    protocolCount: entries.length,
    chainCount: new Set(entries.flatMap(({ record }) => record.chains)).size,
    globalRiskIndex: rounded(mean(composites)),
    globalRiskDelta7d: riskDelta,
    globalRiskDelta7dSince: riskDelta === null ? null : (catalogue.weekAgo?.asOf ?? null),
    totalTvlUsd: tvls.length > 0 ? sumUsd(tvls) : null,
    olderTvlUsd: tvls.length > 0 ? sumUsd(older) : null,
    recentExploitsCount: incidentsAsOf === null ? 0 : recent(catalogue.incidents, incidentsAsOf),
    incidentsAsOf,
    updatedAt: snapshot.computedAt,
  }
}

/** Whether the day of a TVL is more than a year before that of the snapshot. */
export function isOlderTvl({ tvl }: Pick<ProtocolRecord, 'tvl'>, asOf: Day): boolean {
  return tvl.known && tvl.asOf < addDays(asOf, -YEAR_DAYS)
}

/** Day of the newest list of incidents that was read; null when none was. */
export function dayOfIncidents({ sources }: Pick<Catalogue, 'sources'>): Day | null {
  return sources.find(({ id }) => id === SOURCE_OF_ROLE.incidents)?.asOf ?? null
}

/** Number of incidents in the seven days up to the day of the list, which has no later ones. */
function recent(incidents: Incident[], asOf: Day): number {
  const since = addDays(asOf, -RECENT_DAYS)
  return incidents.filter(({ day }) => day > since && day <= asOf).length
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
