import { type Day, daysBetween } from '../domain/day.ts'
import { PlimsollError } from '../errors.ts'
import { methodologyHash } from '../fingerprint.ts'
import type { Upstreams } from '../ingest/settings.ts'
import { METHODOLOGY } from '../score/methodology.ts'
import { judge } from './bars.ts'
import { type Baseline, baselinesOf } from './baselines.ts'
import type { CohortPlace } from './cohort.ts'
import { reportCohort } from './cohort-report.ts'
import { evaluate } from './evaluate.ts'
import { type IncidentList, parseIncidentList } from './incident-list.ts'
import { labelsOf, windowOf, within } from './labels.ts'
import { levelRatesOf } from './level-rates.ts'
import { missesOf } from './misses.ts'
import { notesOf } from './notes.ts'
import type { BacktestReport, CohortReport } from './report.ts'
import { type BacktestRow, joinFamilies, type LostEvent, rowsOf } from './rows.ts'
import { scoreCohort, tvlOf } from './score-cohort.ts'
import { type LaterSizes, reconstructSizes } from './sizes.ts'

export interface BacktestOptions {
  cohorts: CohortPlace[]
  /** The body of `/hacks` and what to call it in messages. */
  incidents: { body: unknown; label: string }
  /** Last day of incidents; null: the last that the list holds. */
  until: Day | null
  horizonDays: number
  sizes: LaterSizes | null
  /** Curated protocol ids by incident name, for labels only. */
  aliases: ReadonlyMap<string, string>
  upstreams: Upstreams
  resamples: number
  seed: number
}

/** Which rows are evaluated: with at least this TVL in US dollars, and with a published score or any score. */
interface UniverseRule {
  minimumTvlUsd: number
  published: boolean
}

/** The pass marks apply to the first universe. The last one also counts protocols without a published score. */
const PRIMARY: UniverseRule = { minimumTvlUsd: 100_000, published: true }
const UNIVERSES: readonly UniverseRule[] = [
  PRIMARY,
  { minimumTvlUsd: 1_000_000, published: true },
  { minimumTvlUsd: 100_000, published: false },
]

/**
 * Scores each cohort with what was public on its day, and compares the scores with later losses. The same files give the
 * same report. Throws `USAGE` for a cohort, incident list or period that cannot be used.
 */
export async function backtest(options: BacktestOptions): Promise<BacktestReport> {
  const list = parseIncidentList(options.incidents.body, options.incidents.label)
  const last = list.incidents.at(-1)?.day
  if (last === undefined)
    throw usage(
      `${options.incidents.label} has no incident after filtering; give DefiLlama's full list.`,
    )
  const until = options.until ?? last
  const text = JSON.stringify(options.incidents.body)
  const reports: CohortReport[] = []
  const lost: LostEvent[] = []
  const collected: BacktestRow[] = []
  for (const place of sorted(options.cohorts)) {
    const result = await runCohort(place, { list, text, until, options })
    collected.push(...result.rows)
    lost.push(...result.lost)
    reports.push(result.report)
  }
  const rows = joinFamilies(collected)
  const universes = UNIVERSES.map((universe) =>
    evaluateUniverse(rows, universe, { ...options, until }),
  )
  const [first] = universes
  return {
    format: 1,
    methodology: { version: METHODOLOGY.version, sha256: methodologyHash(METHODOLOGY) },
    until,
    horizonDays: options.horizonDays,
    resamples: options.resamples,
    seed: options.seed,
    incidents: { rows: list.incidents.length, refused: list.refused, last },
    sizes: options.sizes && { name: options.sizes.name, day: options.sizes.day },
    cohorts: reports,
    universes,
    bars: first ? judge(first.pooled, first.byCohort) : [],
    misses: missesOf(
      rows.filter(({ isPublished, sizeUsd }) => isPublished && sizeUsd >= PRIMARY.minimumTvlUsd),
      lost,
    ),
    notes: notesOf(options.sizes !== null),
  }
}

interface CohortContext {
  list: IncidentList
  /** The body of `/hacks` as text, for cohorts without an incident list of their own. */
  text: string
  until: Day
  options: BacktestOptions
}

/** The rows of one cohort, its events without a usable score, and its description. */
async function runCohort(place: CohortPlace, { list, text, until, options }: CohortContext) {
  const window = windowOf(place.day, options.horizonDays, until)
  if (window.to <= window.after) {
    throw usage(
      `The cohort ${place.day} is not before the end of the incidents, ${until}; use an earlier cohort or a later --until.`,
    )
  }
  const incidents = within(list.incidents, window)
  const exploited = incidents.flatMap(
    ({ protocolId, name }) => protocolId ?? options.aliases.get(name) ?? [],
  )
  const cohort = await scoreCohort(place, {
    incidents: text,
    exploitedLater: new Set(exploited),
    upstreams: options.upstreams,
  })
  const { universe, lastId } = cohort
  const sizes =
    place.kind === 'recording'
      ? tvlOf(universe)
      : reconstructSizes(
          sizesFor(place, options.sizes),
          list.incidents,
          universe,
          lastId,
          options.aliases,
        )
  const labels = labelsOf(incidents, { universe, lastId, sizes, aliases: options.aliases })
  const { rows, lost, siblings } = rowsOf(cohort, labels, sizes)
  return { rows, lost, report: reportCohort({ cohort, window, incidents, labels, siblings }) }
}

function evaluateUniverse(
  all: readonly BacktestRow[],
  { minimumTvlUsd, published }: UniverseRule,
  options: BacktestOptions & { until: Day },
): BacktestReport['universes'][number] {
  const rows = all.filter((row) => row.sizeUsd >= minimumTvlUsd && (row.isPublished || !published))
  const baselines = baselinesOf(rows)
  const days = [...new Set(all.map(({ cohort }) => cohort))]
  return {
    minimumTvlUsd,
    published,
    pooled: evaluate(rows, baselines, options),
    levelRates: levelRatesOf(rows, options),
    byCohort: days.map((day) => {
      const own = rows.flatMap(({ cohort }, index) => (cohort === day ? [index] : []))
      return {
        day,
        result: evaluate(
          own.flatMap((index) => rows[index] ?? []),
          baselines.map((baseline) => pick(baseline, own)),
          options,
        ),
      }
    }),
  }
}

function pick({ id, label, values }: Baseline, rows: number[]): Baseline {
  return { id, label, values: rows.map((row) => values[row] ?? 0) }
}

/** Sorted by day, so that the order of the arguments does not matter. Throws `USAGE` for two cohorts of one day. */
function sorted(cohorts: readonly CohortPlace[]): CohortPlace[] {
  if (cohorts.length === 0) throw usage('Give at least one cohort: --cohort DIR.')
  const ordered = [...cohorts].sort((a, b) => daysBetween(b.day, a.day))
  for (const [index, { day }] of ordered.entries()) {
    if (ordered[index + 1]?.day === day)
      throw usage(`Two cohorts have the day ${day}; give each day once.`)
  }
  return ordered
}

function sizesFor({ name, day }: CohortPlace, sizes: LaterSizes | null): LaterSizes {
  if (sizes === null) {
    throw usage(
      `The registry ${name} has no TVL; give a later recording to take sizes from: --sizes DIR.`,
    )
  }
  if (sizes.day <= day) {
    throw usage(
      `--sizes is of ${sizes.day}, which is not after the registry of ${day}; give a later recording.`,
    )
  }
  return sizes
}

function usage(message: string): PlimsollError {
  return new PlimsollError('USAGE', message)
}
