import { type Day, daysBetween } from '../domain/day.ts'
import { DIMENSIONS, type DimensionKey, mapDimensions } from '../domain/dimension.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import { type RiskLevel, riskLevel } from '../domain/risk-level.ts'
import type { Score } from '../domain/score.ts'
import { activityByCategory } from '../score/category.ts'
import type { Methodology } from '../score/methodology.ts'
import { round } from '../statistics/bootstrap.ts'
import type { Labels, LossEvent } from './labels.ts'
import type { ScoredCohort } from './score-cohort.ts'

/** A loss of this share of the TVL is severe. */
const SEVERE_SHARE = 0.1

/** Sizes in US dollars that a figure may ask for, rising. */
export const SIZE_CLASSES_USD = [100_000, 1_000_000] as const

/** One protocol on one day: its score and its later losses. What every figure is computed from. */
export interface JudgedRow {
  cohort: Day
  id: string
  name: string
  /** Parent id, else own id: rows of one family are never independent. */
  family: string
  /** The published composite; for a protocol without one, the weighted mean of its scored dimensions. */
  composite: number
  isPublished: boolean
  level: RiskLevel
  dimensions: Record<DimensionKey, number | null>
  /** Orders rows by TVL: US dollars, or its rank where amounts may not be published. */
  size: number
  /** The largest of `SIZE_CLASSES_USD` that its TVL reaches; 0 below all of them. */
  atLeastUsd: number
  category: string
  /** Activity that the methodology gives to the category; null when it gives none. */
  activity: string | null
  event: LossEvent | null
  /** TVL in the unit of its losses: US dollars, or 1 where they are shares of TVL. */
  lossBase: number
  isSevere: boolean
  /** Loss as a share of TVL, at most 1; 0 without an event and where no amount is given. */
  lossShare: number
}

/** A row with what the simple rankings read of the registry. */
export interface RankableRow extends JudgedRow {
  /** Days since the listing; null when DefiLlama has no listing date. */
  ageDays: number | null
  audits: number
  isFork: boolean
}

/** A row of a cohort that was scored here. */
export interface BacktestRow extends RankableRow {
  slug: string
  score: Score
}

/** An event of a protocol without a usable score, and why. */
export interface LostEvent {
  cohort: Day
  name: string
  day: Day
  lossUsd: number | null
  reason: 'out-of-scope' | 'not-scored' | 'no-size'
  /** The reasons for having no score, if any were given. */
  detail: string
}

export interface CohortRows {
  rows: BacktestRow[]
  lost: LostEvent[]
  /** Left out: other members of the family of an exploited protocol. */
  siblings: number
}

/** A scored protocol of a cohort. */
export interface RankedProtocol {
  record: ProtocolRecord
  score: Score
  /** In US dollars; null when it is not known. */
  sizeUsd: number | null
  /** What it is ranked by: see `JudgedRow.composite`. Null when no dimension is scored. */
  composite: number | null
  isPublished: boolean
}

/** Every protocol of a cohort with its score, in the order of the records. */
export function rankedProtocols(
  cohort: ScoredCohort,
  sizes: ReadonlyMap<string, number>,
): RankedProtocol[] {
  return cohort.universe.records.flatMap((record, index) => {
    const score = cohort.scores[index]
    if (!score) return []
    const sizeUsd = sizes.get(record.id) ?? null
    const dimensions = mapDimensions((key) => score.dimensions[key].score)
    return {
      record,
      score,
      sizeUsd,
      composite: score.composite ?? meanOfDimensions(dimensions, cohort.method.dimensionWeights),
      isPublished: wouldBePublished(score, record, cohort, sizeUsd),
    }
  })
}

/** The rows of a cohort with a score and a size, without the siblings of exploited protocols. */
export function rowsOf(
  cohort: ScoredCohort,
  labels: Labels,
  sizes: ReadonlyMap<string, number>,
): CohortRows {
  const { universe, place, method } = cohort
  const parents = new Map(universe.registry.map(({ id, parentId }) => [id, parentId]))
  const hit = new Set([...labels.events.keys()].flatMap((id) => parents.get(id) ?? []))
  const unmatched = new Map(labels.events)
  const activities = activityByCategory(method)
  const result: CohortRows = { rows: [], lost: [], siblings: 0 }
  const lose = (event: LossEvent, name: string, reason: LostEvent['reason'], detail: string) => {
    const { day, lossUsd } = event
    result.lost.push({ cohort: place.day, name, day, lossUsd, reason, detail })
  }
  for (const protocol of rankedProtocols(cohort, sizes)) {
    const { record, score, sizeUsd, composite, isPublished } = protocol
    const event = unmatched.get(record.id) ?? null
    unmatched.delete(record.id)
    if (event && !isPublished) {
      lose(event, record.name, 'not-scored', score.insufficient.join(' '))
    } else if (event && sizeUsd === null) lose(event, record.name, 'no-size', '')
    if (sizeUsd === null || composite === null) continue
    if (event === null && record.parentId !== null && hit.has(record.parentId)) {
      result.siblings += 1
      continue
    }
    const activity =
      method.protocols[record.id] ?? activities.get(record.category?.toLowerCase() ?? '') ?? null
    result.rows.push({
      ...factsOf(record, place.day),
      composite,
      isPublished,
      level: score.level ?? riskLevel(composite),
      dimensions: mapDimensions((key) => score.dimensions[key].score),
      activity,
      score,
      size: sizeUsd,
      atLeastUsd: SIZE_CLASSES_USD.findLast((least) => sizeUsd >= least) ?? 0,
      event,
      lossBase: sizeUsd,
      ...lossOf(event, sizeUsd),
    })
  }
  const names = new Map(universe.registry.map(({ id, name }) => [id, name]))
  for (const [id, event] of unmatched) lose(event, names.get(id) ?? id, 'out-of-scope', '')
  return result
}

/**
 * True when the score was published. A registry file has no TVL, so what production measures of it is missing there: a row
 * that is eligible by its size and age, address or vote counts as published when enough dimensions could be scored.
 */
function wouldBePublished(
  score: Score,
  { facts }: ProtocolRecord,
  { place, method }: ScoredCohort,
  sizeUsd: number | null,
): boolean {
  if (score.composite !== null) return true
  if (place.kind !== 'registry' || sizeUsd === null) return false
  const { eligibility } = method
  const { contract, governance, listedOn } = facts
  const isOld =
    !listedOn?.known || daysBetween(listedOn.value, place.day) >= eligibility.historyDays
  const isTracked = isOld && sizeUsd >= eligibility.medianTvlUsd
  const hasVote = governance?.known === true && governance.value.length > 0
  return isTracked || hasVote || contract?.known === true
}

/** What a row takes from the registry alone. */
function factsOf(record: ProtocolRecord, cohort: Day) {
  const { facts } = record
  return {
    cohort,
    id: record.id,
    slug: record.slug,
    name: record.name,
    family: record.parentId ?? record.id,
    category: record.category ?? '',
    ageDays: facts.listedOn?.known ? daysBetween(facts.listedOn.value, cohort) : null,
    audits: facts.auditLinks?.known ? facts.auditLinks.value.length : 0,
    isFork: facts.forkedFrom?.known === true && facts.forkedFrom.value.length > 0,
  }
}

/** The loss of an event as a share of the TVL in its unit, at most 1, and whether that is severe. */
export function lossOf(event: LossEvent | null, base: number) {
  const loss = event?.lossUsd ?? 0
  const lossShare = loss > 0 ? Math.min(1, base > 0 ? loss / base : 1) : 0
  return { lossShare, isSevere: lossShare >= SEVERE_SHARE }
}

/**
 * The weighted mean of the scored dimensions, optionally without one of them; null when none remains. To six decimals, like
 * a published composite: rows with the same readings must tie, and not be ranked by the error of a sum.
 */
export function meanOfDimensions(
  dimensions: JudgedRow['dimensions'],
  weights: Methodology['dimensionWeights'],
  leftOut?: DimensionKey,
): number | null {
  let total = 0
  let weight = 0
  for (const key of DIMENSIONS) {
    const score = dimensions[key]
    if (key === leftOut || score === null) continue
    total += weights[key] * score
    weight += weights[key]
  }
  return weight > 0 ? round(total / weight) : null
}

/**
 * Joins what one protocol is called in several cohorts: early registries name no parents, and a protocol that joined a
 * family later is of that family before, too. Only for what must not be torn apart, clusters and folds.
 */
export function joinFamilies<Row extends JudgedRow>(rows: readonly Row[]): Row[] {
  const families = new Map<string, string>()
  for (const { id, family } of [...rows].sort((a, b) => (a.cohort < b.cohort ? -1 : 1))) {
    if (family !== id || !families.has(id)) families.set(id, family)
  }
  return rows.map((row) => ({ ...row, family: families.get(row.id) ?? row.family }))
}
