import { type Day, daysBetween } from '../domain/day.ts'
import { RISK_LEVELS, type RiskLevel } from '../domain/risk-level.ts'
import type { Statistic } from '../statistics/auc.ts'
import { clusterResamples, quantile, round } from '../statistics/bootstrap.ts'
import { poissonRate } from '../statistics/poisson.ts'
import { windowOf } from './labels.ts'
import type { LevelRate } from './report.ts'
import type { JudgedRow } from './rows.ts'

const DAYS_PER_YEAR = 365.25

/** A ratio of rates over fewer events is not given: without any event no resample has one, which looks like certainty. */
const MIN_EVENTS = 5

/** A rate over fewer protocol-years says nothing: without any loss its interval reaches above a third a year. */
const MIN_YEARS = 10

const LOWER = 0.025
const UPPER = 0.975

export interface RateOptions {
  horizonDays: number
  /** Last day of incidents. */
  until: Day
  resamples: number
  seed: number
}

type Row = Pick<JudgedRow, 'cohort' | 'id' | 'family' | 'level' | 'activity' | 'event' | 'isSevere'>

/** The time for which one row is at risk, and its loss within that time. */
export interface TimeAtRisk {
  level: RiskLevel
  activity: string | null
  family: string
  years: number
  any: 0 | 1
  severe: 0 | 1
}

/**
 * The yearly rate of losses by level. The interval of a rate is exact for independent losses; the ratio of two neighbouring
 * levels has a bootstrap interval that draws whole families, with the resamples of the AUC over the same rows.
 */
export function levelRatesOf(rows: readonly Row[], options: RateOptions): LevelRate[] {
  const exposures = exposuresOf(rows, options)
  const families = [...new Set(rows.map(({ family }) => family))]
  const resamples = clusterResamples(families, options.resamples, options.seed)
  const atLevels = (...levels: RiskLevel[]) =>
    exposures.filter(({ level }) => levels.includes(level))
  const groups = risingGroups((levels) => lossesOf(atLevels(...levels)))
  return RISK_LEVELS.map((level, index) => {
    const below = RISK_LEVELS[index - 1]
    const own = atLevels(level)
    const lower = below ? atLevels(below) : []
    const ratio = (label: 'any' | 'severe') => ratioOf(own, lower, label, families, resamples)
    const levels = groups.find((group) => group.includes(level)) ?? [level]
    return {
      level,
      ...lossesOf(own),
      merged: levels.length > 1 ? { levels, ...lossesOf(atLevels(...levels)) } : null,
      ratio: { any: ratio('any'), severe: ratio('severe') },
    }
  })
}

/** The yearly losses of some rows. */
function lossesOf(
  exposures: readonly TimeAtRisk[],
): Pick<LevelRate, 'protocolYears' | 'any' | 'severe'> {
  const years = sum(exposures, 'years')
  return {
    protocolYears: round(years),
    any: yearly(sum(exposures, 'any'), years),
    severe: yearly(sum(exposures, 'severe'), years),
  }
}

/**
 * The levels in groups whose rates of any loss rise: a level that lost no more often than the group below it joins it (pool adjacent
 * violators, Ayer et al. 1955). A level with too few years to have a rate stands alone and separates nothing.
 */
function risingGroups(lossesAt: (levels: RiskLevel[]) => Pick<LevelRate, 'any'>): RiskLevel[][] {
  const groups: { levels: RiskLevel[]; rate: number }[] = []
  for (const level of RISK_LEVELS) {
    const own = lossesAt([level]).any
    if (!own) continue
    let group = { levels: [level], rate: own.value }
    for (let below = groups.at(-1); below && below.rate >= group.rate; below = groups.at(-1)) {
      groups.pop()
      const levels = [...below.levels, ...group.levels]
      group = { levels, rate: lossesAt(levels).any?.value ?? group.rate }
    }
    groups.push(group)
  }
  return groups.map(({ levels }) => levels)
}

/**
 * Cohorts overlap: a row is at risk from its day to the next cohort that has the protocol, to the end of its window, or to its
 * loss, whichever is first. So each day of a protocol and each loss counts once, at the newest score before it.
 */
export function exposuresOf(
  rows: readonly Row[],
  { horizonDays, until }: Pick<RateOptions, 'horizonDays' | 'until'>,
): TimeAtRisk[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const sorted = own.toSorted((a, b) => daysBetween(b.cohort, a.cohort))
    return sorted.map(({ cohort, level, activity, family, event, isSevere }, index) => {
      const { to } = windowOf(cohort, horizonDays, until)
      const next = sorted[index + 1]?.cohort ?? to
      const end = next < to ? next : to
      const loss = event && event.day <= end ? event : null
      return {
        level,
        activity,
        family,
        years: daysBetween(cohort, loss?.day ?? end) / DAYS_PER_YEAR,
        any: loss ? 1 : 0,
        severe: loss && isSevere ? 1 : 0,
      }
    })
  })
}

function yearly(events: number, years: number): LevelRate['any'] {
  const rate = years < MIN_YEARS ? null : poissonRate(events, years)
  return rate && { events, value: round(rate.value), low: round(rate.low), high: round(rate.high) }
}

/** The rate of one level divided by that of another, with its 95 % interval; null where either has few events. */
function ratioOf(
  own: readonly TimeAtRisk[],
  lower: readonly TimeAtRisk[],
  label: 'any' | 'severe',
  families: readonly string[],
  resamples: readonly Uint8Array[],
): LevelRate['ratio']['any'] {
  if (sum(own, label) < MIN_EVENTS || sum(lower, label) < MIN_EVENTS) return null
  const one = rateByFamily(own, label, families)
  const other = rateByFamily(lower, label, families)
  // A share of the two rates is finite where their ratio is not, so that its quantiles can be interpolated.
  const shareOf: Statistic = (weights) => {
    const [a, b] = [one(weights), other(weights)]
    return a === null || b === null || a + b === 0 ? null : a / (a + b)
  }
  const shares = resamples.flatMap((weights) => shareOf(weights) ?? []).sort((a, b) => a - b)
  const value = toRatio(shareOf())
  const low = toRatio(quantile(shares, LOWER))
  return value === null || low === null
    ? null
    : { value, low, high: toRatio(quantile(shares, UPPER)) }
}

/** Null for an unbounded ratio, and for none. */
function toRatio(share: number | null): number | null {
  return share === null || share === 1 ? null : round(share / (1 - share))
}

/** Events for each year, with weights in the order of `families`; null without any year. */
function rateByFamily(
  exposures: readonly TimeAtRisk[],
  label: 'any' | 'severe',
  families: readonly string[],
): Statistic {
  const numbers = new Map(families.map((family, number) => [family, number]))
  const rows = exposures.map((exposure) => ({
    family: numbers.get(exposure.family) ?? 0,
    years: exposure.years,
    events: exposure[label],
  }))
  return (weights) => {
    let years = 0
    let events = 0
    for (const row of rows) {
      const weight = weights ? (weights[row.family] ?? 0) : 1
      years += weight * row.years
      events += weight * row.events
    }
    return years > 0 ? events / years : null
  }
}

function sum(exposures: readonly TimeAtRisk[], key: 'years' | 'any' | 'severe'): number {
  return exposures.reduce((total, exposure) => total + exposure[key], 0)
}
