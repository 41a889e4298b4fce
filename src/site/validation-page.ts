import registeredFile from '../../data/validation/2024-03-11.json' with { type: 'json' }
import developmentFile from '../../data/validation/development.json' with { type: 'json' }
import {
  type BacktestReport,
  backtestReport,
  type Miss,
  type Ranking,
  type Result,
} from '../backtest/report.ts'
import { day } from './figures.ts'

/** The AUC of a random ranking. */
const CHANCE = 0.5

/** An AUC with its 95 % interval. */
export type Estimate = Ranking['matched']['any']

export interface ForestRow {
  id: string
  label: string
  any: Estimate
  severe: Estimate
  isScore: boolean
  /** A baseline at or above the score, any exploit. */
  isAhead: boolean
}

export interface ForestGroup {
  title: string
  rows: number
  events: number
  severe: number
  rankings: ForestRow[]
}

/** The report on the cohorts that the score was developed on. Throws when the file does not match its schema. */
export function developmentReport(): BacktestReport {
  return backtestReport.parse(developmentFile)
}

/** The report on the cohort that was registered before its run. Throws when the file does not match its schema. */
export function registeredReport(): BacktestReport {
  return backtestReport.parse(registeredFile)
}

/** The universe that the pass marks apply to: protocols production would have published, with at least $100,000 TVL. */
export function primaryOf({ universes }: BacktestReport): BacktestReport['universes'][number] {
  const [first] = universes
  if (!first) throw new Error('a back-test report holds at least one universe')
  return first
}

/** The pooled figures first, then cohort by cohort, then the registered one. */
export function forestGroups(
  development: BacktestReport,
  registered: BacktestReport,
): ForestGroup[] {
  const { pooled, byCohort } = primaryOf(development)
  return [
    groupOf(`${byCohort.length} development cohorts pooled`, pooled),
    ...byCohort.map((cohort) => groupOf(`Development, ${day(cohort.day)}`, cohort.result)),
    ...primaryOf(registered).byCohort.map((cohort) =>
      groupOf(`Registered, ${day(cohort.day)}`, cohort.result),
    ),
  ]
}

function groupOf(title: string, { rows, events, severe, rankings }: Result): ForestGroup {
  const own = scoreOf(rankings)?.matched.any.value ?? null
  return {
    title,
    rows,
    events,
    severe,
    rankings: rankings.map(({ id, label, matched }) => ({
      id,
      label,
      ...matched,
      isScore: id === 'score',
      isAhead: id !== 'score' && isAtLeast(matched.any.value, own),
    })),
  }
}

function isAtLeast(value: number | null, other: number | null): boolean {
  return value !== null && other !== null && value >= other
}

export function scoreOf(rankings: readonly Ranking[]): Ranking | null {
  return rankings.find(({ id }) => id === 'score') ?? null
}

/** The levels with the lengths of their bars, as shares of the longest. */
export function levelRows({ levels }: Result) {
  const mostRate = Math.max(...levels.map(({ eventRate }) => eventRate ?? 0))
  const mostLoss = Math.max(...levels.map(({ expectedLoss }) => expectedLoss ?? 0))
  return levels.map((row) => ({
    ...row,
    rateBar: mostRate > 0 ? (row.eventRate ?? 0) / mostRate : 0,
    lossBar: mostLoss > 0 ? (row.expectedLoss ?? 0) / mostLoss : 0,
  }))
}

/**
 * The neighbouring levels of a report with rows, with the yearly rate of losses of each, that cannot be separated by them. `ratio`: the
 * rate of the higher level over that of the lower one; null where one of them has too few years.
 */
export function inseparableLevels(report: BacktestReport) {
  const rates = primaryOf(report).levelRates.filter(({ protocolYears }) => protocolYears > 0)
  return rates.slice(1).flatMap((above, index) => {
    const below = rates[index]
    const ratio = above.ratio.any
    const isApart = ratio !== null && (ratio.low ?? 0) > 1
    return below && !isApart ? [{ levels: [below, above] as const, ratio }] : []
  })
}

/** A figure over fewer events says little, whatever its interval. */
const FEW_EVENTS = 30

/** What an interval over this many events says about a ranking, as the end of a sentence. */
export function formatVerdict(estimate: Estimate, events: number): string {
  const words = formatInterval(estimate)
  return events < FEW_EVENTS && estimate.value !== null ? `${words}; few events` : words
}

function formatInterval({ value, low, high }: Estimate): string {
  if (value === null || low === null || high === null) return 'too few events to judge'
  if (high < CHANCE) return 'worse than chance'
  if (low > CHANCE) return 'better than chance'
  return value < CHANCE
    ? 'worse than chance, but the interval includes chance'
    : 'not distinguishable from chance'
}

/** How many cohorts have an interval for the score (any exploit), and how many of these include chance. */
export function chanceCount(reports: readonly BacktestReport[]): {
  all: number
  includingChance: number
} {
  const own = reports.flatMap((report) =>
    primaryOf(report).byCohort.flatMap(({ result }) => scoreOf(result.rankings)?.matched.any ?? []),
  )
  const includingChance = own.filter(
    ({ low, high }) => (low ?? 0) <= CHANCE && CHANCE <= (high ?? 1),
  )
  return { all: own.length, includingChance: includingChance.length }
}

/** `0.62 [0.55, 0.70]`, or a dash. */
export function interval({ value, low, high }: Estimate): string {
  if (value === null) return '–'
  return `${twoDecimals(value)} [${twoDecimals(low)}, ${twoDecimals(high)}]`
}

export function twoDecimals(value: number | null): string {
  return value === null ? '–' : value.toFixed(2)
}

/** Events that the score ranked below half of their comparison group, each once per cohort. */
export function scoredMisses({ misses }: BacktestReport): Miss[] {
  return misses.filter(({ above }) => above !== null)
}

/** Events of protocols without a published score, grouped by reason. */
export function unscoredMisses({ misses }: BacktestReport): { reason: string; names: string[] }[] {
  const groups = Map.groupBy(
    misses.filter(({ above }) => above === null),
    ({ reason }) => reason,
  )
  return [...groups].map(([reason, own]) => ({
    reason: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`.replace(/\.?$/, '.'),
    names: own.map(({ name, cohort, day: hitOn }) => `${name} (hit ${hitOn}, cohort ${cohort})`),
  }))
}

/** The number of distinct losses: one that falls into the windows of several cohorts counts once. */
export function lossCount(misses: readonly Miss[]): number {
  return new Set(misses.map(({ name, day: hitOn }) => `${name} ${hitOn}`)).size
}

/** The result by cause and year of the loss and by dimension, one table each. */
export function partsOf({ causes, years, dimensions }: Result) {
  return {
    causes: causes.filter(({ events }) => events > 0),
    years,
    dimensions,
    keys: causes.find(({ cause }) => cause === 'key') ?? null,
    /** Dimensions that alone rank no better than chance. */
    mute: dimensions.filter(({ alone }) => (alone.low ?? 0) <= CHANCE),
  }
}
