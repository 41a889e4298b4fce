import type { Upstreams } from '../config/ingest.ts'
import { type Day, daysBetween } from '../domain/day.ts'
import { usage } from '../domain/errors.ts'
import type { AdapterChange } from '../ingest/adapters/history.ts'
import type { CohortPlace } from './cohort.ts'
import { assertDevelopment } from './development.ts'
import { type LabelIncident, type LabelIncidents, parseIncidentList } from './incident-list.ts'
import type { Watched } from './kind-rates.ts'
import { type Labels, type LossWindow, labelsOf, windowOf, within } from './labels.ts'
import { type LoadedCohort, loadCohort } from './score-cohort.ts'
import { type LaterSizes, reconstructSizes, tvlById } from './sizes.ts'

export interface BacktestOptions {
  cohorts: CohortPlace[]
  /** The body of `/hacks` and what to call it in messages. */
  incidents: { body: unknown; label: string }
  /** Last day of incidents; null: the last that the list holds. */
  until: Day | null
  horizonDays: number
  /** Allows incidents after the end of the development data. */
  heldOut: boolean
  sizes: LaterSizes | null
  /** Curated protocol ids by incident name, for labels only. */
  aliases: ReadonlyMap<string, string>
  upstreams: Upstreams
  /** The history of the adapters, cut at the day of each cohort; without it, their changes are missing. */
  adapters?: readonly AdapterChange[] | undefined
  /** What the rates of kinds are counted from. */
  watched: Watched
  resamples: number
  seed: number
}

/** A cohort with its labels: everything that does not depend on the methodology. */
export interface PreparedCohort {
  loaded: LoadedCohort
  window: LossWindow
  /** The incidents of the window. */
  incidents: LabelIncident[]
  labels: Labels
  /** Size in US dollars by protocol id. */
  sizes: ReadonlyMap<string, number>
}

/** Everything a back-test reads. Any number of methodologies can be judged on it. */
export interface Prepared {
  options: BacktestOptions
  list: LabelIncidents
  /** Last day with an incident in the list. */
  last: Day
  until: Day
  /** By day. */
  cohorts: PreparedCohort[]
}

/**
 * Reads the cohorts and labels them. Throws `USAGE` for a cohort, incident list or period that cannot be used, and for
 * incidents after the end of the development data unless `heldOut` allows them.
 */
export async function prepare(options: BacktestOptions): Promise<Prepared> {
  if (!options.heldOut) assertDevelopment(options.incidents.body, options.incidents.label)
  const list = parseIncidentList(options.incidents.body, options.incidents.label)
  const last = list.incidents.at(-1)?.day
  if (last === undefined)
    throw usage(
      `${options.incidents.label} has no incident after filtering; give DefiLlama's full list.`,
    )
  const until = options.until ?? last
  if (until > last) {
    throw usage(
      `--until ${until} is after ${last}, the last incident of ${options.incidents.label}: later days would count as days without a loss. Leave --until out, or give a longer list.`,
    )
  }
  const text = JSON.stringify(options.incidents.body)
  const cohorts: PreparedCohort[] = []
  for (const place of sorted(options.cohorts)) {
    cohorts.push(await prepareCohort(place, { list, text, until, options }))
  }
  return { options, list, last, until, cohorts }
}

interface CohortContext {
  list: LabelIncidents
  /** The body of `/hacks` as text, for cohorts without an incident list of their own. */
  text: string
  until: Day
  options: BacktestOptions
}

async function prepareCohort(
  place: CohortPlace,
  { list, text, until, options }: CohortContext,
): Promise<PreparedCohort> {
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
  const loaded = await loadCohort(place, {
    incidents: text,
    exploitedLater: new Set(exploited),
    upstreams: options.upstreams,
    adapters: options.adapters,
  })
  const { universe, lastId } = loaded
  const sizes =
    place.kind === 'recording'
      ? tvlById(universe.records)
      : reconstructSizes(
          sizesFor(place, options.sizes),
          list.incidents,
          universe,
          lastId,
          options.aliases,
        )
  const labels = labelsOf(incidents, { universe, lastId, sizes, aliases: options.aliases })
  return { loaded, window, incidents, labels, sizes }
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
