import type { ScoreboardEvent, ScoreboardFigures } from '../contract/scoreboard.ts'
import { type Day, daysBetween } from '../domain/day.ts'
import { RISK_LEVELS, riskLevel } from '../domain/risk-level.ts'
import { clusterResamples, estimate, round } from '../statistics/bootstrap.ts'
import { poissonRate } from '../statistics/poisson.ts'
import type { countTenths, Prediction } from '../store/predictions.ts'
import { type EventComparison, matchedAuc } from './comparison.ts'

const RESAMPLES = 1_000
const SEED = 1
const DAYS_PER_YEAR = 365.25

export interface JudgedEvent {
  event: ScoreboardEvent
  /** Null for a protocol without a known TVL, which is comparable with none. */
  comparison: EventComparison | null
}

/** The figures over all events. `needed`: severe events before which there is no figure for them. */
export function figuresOf(
  judged: readonly JudgedEvent[],
  years: ReadonlyMap<string, number>,
  needed: number,
): ScoreboardFigures {
  const compared = judged.flatMap(({ event, comparison }) =>
    comparison && event.above !== null ? [{ event, comparison }] : [],
  )
  const families = [
    ...new Set(
      compared.flatMap(({ comparison }) => [
        comparison.family,
        ...comparison.others.map(({ family }) => family),
      ]),
    ),
  ]
  const resamples = clusterResamples(families, RESAMPLES, SEED)
  const aucOf = (events: typeof compared) =>
    estimate(
      matchedAuc(
        events.map(({ comparison }) => comparison),
        families,
      ),
      resamples,
    )
  const severe = compared.filter(({ event }) => event.severe)
  return {
    auc: { any: aucOf(compared), severe: severe.length < needed ? null : aucOf(severe) },
    compared: compared.length,
    families: new Set(compared.map(({ comparison }) => comparison.family)).size,
    resamples: RESAMPLES,
    seed: SEED,
    levels: RISK_LEVELS.map((level) => {
      const own = judged.flatMap(({ event }) => (event.level === level ? [event] : []))
      const protocolYears = years.get(level) ?? 0
      const rate = poissonRate(own.length, protocolYears)
      return {
        level,
        protocolYears: round(protocolYears),
        events: own.length,
        severe: own.filter(({ severe: isSevere }) => isSevere).length,
        lossUsd: own.reduce((sum, { lossUsd }) => sum + (lossUsd ?? 0), 0),
        perYear: rate
          ? { value: round(rate.value), low: round(rate.low), high: round(rate.high) }
          : { value: null, low: null, high: null },
      }
    }),
  }
}

/**
 * Years during which a protocol had each level, summed over protocols. A prediction holds until the next one is registered, the
 * last until `until`, the day up to which losses are known.
 */
export function yearsByLevel(
  predictions: readonly Prediction[],
  counts: ReturnType<typeof countTenths>,
  until: Day,
): Map<string, number> {
  const held = new Map(
    predictions.map(({ id, registeredOn }, index) => {
      const next = predictions[index + 1]?.registeredOn ?? until
      const end = next < until ? next : until
      return [id, Math.max(0, daysBetween(registeredOn, end)) / DAYS_PER_YEAR]
    }),
  )
  const years = new Map<string, number>()
  for (const { snapshotId, tenths, protocols } of counts) {
    const level = riskLevel(tenths / 10)
    years.set(level, (years.get(level) ?? 0) + protocols * (held.get(snapshotId) ?? 0))
  }
  return years
}
