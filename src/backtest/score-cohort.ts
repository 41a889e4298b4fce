import type { Upstreams } from '../config/ingest.ts'
import { usage } from '../domain/errors.ts'
import { SILENT } from '../domain/progress.ts'
import type { Universe } from '../domain/record.ts'
import type { Score } from '../domain/score.ts'
import { AGE_LIMITS, SOURCE_OF_ROLE } from '../domain/sources.ts'
import type { AdapterChange } from '../ingest/adapters/history.ts'
import { defillamaHacks } from '../ingest/defillama/hacks.ts'
import { listSources } from '../ingest/sources.ts'
import { fillHistories } from '../pipeline/fill-histories.ts'
import { ingestSources } from '../pipeline/ingest.ts'
import { METHODOLOGY, type Methodology } from '../score/methodology.ts'
import { scoreUniverse } from '../score/score.ts'
import type { Signal } from '../score/signal.ts'
import { SIGNALS } from '../score/signals.ts'
import { loadUniverse } from '../store/load-universe.ts'
import { openStore } from '../store/open.ts'
import { recordedAdapters } from './adapter-history.ts'
import { type CohortPlace, cohortReader, readRegistry } from './cohort.ts'
import { assertPointInTime, cutRegistry, type RegistryCuts } from './point-in-time.ts'

/** A methodology with the signals that it weighs. */
export interface Variant {
  method: Methodology
  signals: readonly Signal[]
}

/** The methodology and the signals that production uses. */
export const IN_FORCE: Variant = { method: METHODOLOGY, signals: SIGNALS }

/** What was public on the day of a cohort. It is the same whatever methodology scores it. */
export interface LoadedCohort {
  place: CohortPlace
  universe: Universe
  cuts: RegistryCuts
  /** Number of entries of other sources that ingest rejected for their later date, by source. */
  refusedLater: Record<string, number>
  /** Largest id of the registry: protocols listed later have a larger one. */
  lastId: number
}

export interface ScoredCohort extends LoadedCohort {
  method: Methodology
  /** In the order of the records. */
  scores: Score[]
}

export interface CohortInput {
  /** Body of `/hacks`, for a cohort without an incident list of its own. */
  incidents: string
  /** Ids of protocols that upstream ties to an incident after the day. */
  exploitedLater: ReadonlySet<string>
  upstreams: Upstreams
  /** The history of the adapters; without it, their changes are missing. */
  adapters?: readonly AdapterChange[] | undefined
}

/**
 * Reads a cohort with the production code: the same ingest into an in-memory store. Left out are the plausibility gates and
 * the incident aliases that were added later. Throws `USAGE` for a cohort that cannot be read, and `UPSTREAM_INVALID` for
 * data of a later date.
 */
export async function loadCohort(place: CohortPlace, input: CohortInput): Promise<LoadedCohort> {
  const { rows, cuts } = cutRegistry(readRegistry(place), place.day, input.exploitedLater)
  const reader = cohortReader(place, JSON.stringify(rows), input.incidents)
  const sources = listSources(input.upstreams)
    .filter(({ id }) => id !== SOURCE_OF_ROLE.sanctions)
    .map((source) =>
      source.id === SOURCE_OF_ROLE.incidents ? defillamaHacks(input.upstreams, new Map()) : source,
    )
  if (input.adapters) sources.push(recordedAdapters(input.adapters))
  const store = openStore(':memory:')
  try {
    const options = {
      store,
      sources,
      reader,
      origin: 'recorded' as const,
      asOf: place.day,
      codeFingerprint: '',
      progress: SILENT,
      acceptLoss: true,
      budget: place.kind === 'recording' ? Number.POSITIVE_INFINITY : 0,
      clock: () => 0,
    }
    const reports = await ingestSources(options)
    await fillHistories(options)
    const universe = loadUniverse(store, place.day, AGE_LIMITS)
    if (!universe || universe.registry.length === 0) {
      const registry = reports.find(({ source }) => source === SOURCE_OF_ROLE.registry)
      throw usage(
        `The cohort ${place.name} cannot be scored. ${registry?.message ?? 'Its registry has no usable row.'}`,
      )
    }
    assertPointInTime(universe)
    const later = reports.flatMap(({ source, rowCounts }) => {
      const count = rowCounts?.refused['after-as-of'] ?? 0
      return count > 0 ? [[source, count] as const] : []
    })
    return {
      place,
      universe,
      cuts,
      refusedLater: Object.fromEntries(later),
      lastId: Math.max(...universe.registry.map(({ id }) => Number(id))),
    }
  } finally {
    store.close()
  }
}

/** Scores a loaded cohort. The cohort stays as it is, so several variants can score it one after another. */
export function scoreCohort(loaded: LoadedCohort, variant: Variant = IN_FORCE): ScoredCohort {
  const { method, signals } = variant
  return { ...loaded, method, scores: scoreUniverse(loaded.universe, method, signals) }
}
