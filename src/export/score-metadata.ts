import type { ScoreMetadata } from '../contract/score-metadata.ts'
import { withoutNoise } from '../domain/amounts.ts'
import type { CatalogueEntry, EarlierScores } from '../domain/catalogue.ts'
import type { Day } from '../domain/day.ts'
import { DIMENSIONS, type DimensionKey, mapDimensions } from '../domain/dimension.ts'
import { onlyShare } from '../domain/format.ts'
import { roundScore } from '../domain/risk-level.ts'
import type { DimensionScore, Score } from '../domain/score.ts'
import { levelRate } from './level-rate.ts'
import { sourceLink } from './source-link.ts'

const MICRO = 1e6

/** The published explanation of a score. Contributions, including those of floors, add up to the composite exactly. */
export function createMetadata(
  entry: CatalogueEntry,
  { rank, monthAgo }: { rank: ScoreMetadata['rank']; monthAgo: EarlierScores | null },
): ScoreMetadata {
  const { score } = entry
  const { dimensions, composite } = score
  const isScored = composite !== null
  const scored = DIMENSIONS.filter((key) => isScored && dimensions[key].status === 'scored')
  const weights = weightsUsed(scored, dimensions)
  const comparedWith = (key: DimensionKey) => trendSince(entry, key, monthAgo)
  const create = (key: DimensionKey) => ({
    ...dimensionMetadata({ ...dimensions[key], weight: weights[key] ?? 0 }, entry),
    reason: reasonOf(key, dimensions[key], isScored),
    trendSince: comparedWith(key),
  })
  return {
    composite: {
      score: composite,
      applicable_dimensions: scored,
      weights_used: weights,
      range: score.band && { low: roundScore(score.band.low), high: roundScore(score.band.high) },
    },
    rank,
    levelRate: levelRate(score.level, score.methodology),
    changes: composite === null ? [] : changesOf(score, composite),
    basis: basisShares(score),
    missingCost: composite === null ? null : missingCost(dimensions),
    dimensions: mapDimensions(create),
    eligibility:
      composite === null
        ? { label: 'Insufficient Data', reasons: score.insufficient }
        : { label: 'Scored', reasons: [] },
    methodology: score.methodology,
    trendSince: DIMENSIONS.map(comparedWith).find((day) => day !== null) ?? null,
    scoreHistoryDetail: entry.scoreHistory.map(({ day, methodology }) => ({ day, methodology })),
  }
}

/** The rounded weights of the scored dimensions. They sum to 1: the largest weight absorbs the rounding error. */
function weightsUsed(
  scored: DimensionKey[],
  dimensions: Score['dimensions'],
): Partial<Record<DimensionKey, number>> {
  const weights = scored.map((key) => withoutNoise(dimensions[key].weight))
  const most = weights.indexOf(Math.max(...weights))
  const others = weights.reduce((sum, weight, at) => (at === most ? sum : sum + weight), 0)
  return Object.fromEntries(
    scored.map((key, at) => [key, at === most ? withoutNoise(1 - others) : weights[at]]),
  )
}

/** The day that the trend of a dimension compares with; null without a score on both days. */
function trendSince(
  { record, score }: CatalogueEntry,
  key: DimensionKey,
  monthAgo: EarlierScores | null,
): Day | null {
  const then = monthAgo?.dimensions.get(record.id)?.[key]
  return then === undefined || score.composite === null || score.dimensions[key].score === null
    ? null
    : (monthAgo?.asOf ?? null)
}

function changesOf({ changes }: Score, before: number): ScoreMetadata['changes'] {
  return changes.map(({ composite, ...change }) => ({
    ...change,
    composite: roundScore(composite),
    delta: Math.round((composite - before) * 100) / 100,
  }))
}

/** The sum of the contributions of missing signals, in whole millionths like them. */
function missingCost(dimensions: Score['dimensions']): number {
  const signals = DIMENSIONS.flatMap((key) => dimensions[key].signals)
  const micro = signals.reduce(
    (sum, { missing, contribution }) => sum + (missing ? Math.round(contribution * MICRO) : 0),
    0,
  )
  return micro / MICRO
}

/** Without a composite no dimension has a score, and nothing adds to one. */
function dimensionMetadata(
  dimension: DimensionScore,
  entry: CatalogueEntry,
): Omit<ScoreMetadata['dimensions']['credit'], 'reason' | 'trendSince'> {
  const { signals, floor, status } = dimension
  const isScored = entry.score.composite !== null
  const added = (contribution: number) => (isScored ? contribution : 0)
  return {
    score: dimension.score === null || !isScored ? null : withoutNoise(dimension.score),
    signalsUsed: signals.flatMap(({ id, basis }) => (basis === 'measured' ? [id] : [])),
    missing: signals.flatMap(({ id, basis }) => (basis === 'measured' ? [] : [id])),
    status: status === 'scored' && !isScored ? 'unknown' : status,
    assumed: dimension.isAssumed && isScored,
    coverage: withoutNoise(dimension.coverage),
    typical: withoutNoise(dimension.typical),
    weight: dimension.weight,
    contribution: added(dimension.contribution),
    signals: signals.map((signal) => {
      const { sentence, value, risk, weight, link: _, seenRisk: __, seen: ___, ...rest } = signal
      return {
        ...rest,
        contribution: added(rest.contribution),
        value: value === null ? null : withoutNoise(value),
        risk: withoutNoise(risk),
        weight: withoutNoise(weight),
        reason: sentence,
        link: sourceLink(signal, entry),
      }
    }),
    floor: floor && {
      id: floor.id,
      risk: withoutNoise(floor.risk),
      contribution: added(floor.contribution),
      reason: floor.sentence,
    },
  }
}

/** To four decimals that sum to 1: what is missing takes the rest. */
function basisShares({ basis }: Score): ScoreMetadata['basis'] {
  const [measured, category] = [basis.measured, basis.category].map(toFourDecimals)
  const rest = toFourDecimals(1 - (measured ?? 0) - (category ?? 0))
  return { measured: measured ?? 0, category: category ?? 0, missing: Math.max(0, rest) }
}

function toFourDecimals(value: number): number {
  return Math.round(value * 1e4) / 1e4
}

function reasonOf(key: DimensionKey, dimension: DimensionScore, isScored: boolean): string | null {
  if (dimension.status === 'not-applicable')
    // Where the kind needs no prices, one that declares a source is asked about them all the same.
    return key === 'oracle'
      ? 'It declares no price source that its value depends on, so this is left out.'
      : 'A protocol of this kind does not raise the question.'
  if (!isScored) return 'The protocol has no score: `eligibility` says why.'
  if (!dimension.isAssumed) return null
  const rest = dimension.coverage === 0 ? 'all of it' : 'the rest'
  return `${onlyShare(dimension.coverage)} of its weight was measured; ${rest} is assumed.`
}
