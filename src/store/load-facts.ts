import { type Day, daysBetween, newestDay } from '../domain/day.ts'
import type { FactName, Facts, Review } from '../domain/protocol.ts'
import {
  known,
  type Missing,
  type MissingReason,
  missing,
  type Reading,
} from '../domain/reading.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import {
  type AgeLimits,
  type ReadingName,
  SOURCE_IDS,
  SOURCE_OF_READING,
  SOURCE_OF_ROLE,
  SOURCES,
  type SourceId,
} from '../domain/sources.ts'
import type { Store } from './open.ts'
import { addUnreadPages, isPageReading, usablePageReading } from './page-readings.ts'
import { type ReadingColumns, toReading } from './reading-columns.ts'
import { findLastGoodRun, findLastResult } from './source-runs.ts'
import { youngParts } from './young-parts.ts'

const { registry: REGISTRY } = SOURCE_OF_ROLE

/** The facts of sources that have an entry for some protocols only. The registry gives each of its facts or the reason. */
const SPARSE_FACTS = SOURCE_IDS.flatMap((source) =>
  source === REGISTRY ? [] : SOURCES[source].readings.map((name) => ({ name, source })),
)

/** Why the readings of a source cannot be used on a day; undefined when they can. `limit`: age limit in days. */
export function findUnusable(
  store: Store,
  source: SourceId,
  asOf: Day,
  limit: number,
): Missing | undefined {
  const last = findLastGoodRun(store, source, asOf)
  if (!last) {
    const status = findLastResult(store, source)?.status
    const reason = {
      failed: 'upstream-failed',
      absent: 'not-in-sample',
      ok: 'not-read-yet',
    } as const
    return missing(status ? reason[status] : notAsked(store, asOf), source)
  }
  return daysBetween(last.asOf, asOf) > limit ? missing('stale', source) : undefined
}

/** The TVL and the facts of one protocol. */
export interface LoadedFacts {
  tvl: ProtocolRecord['tvl']
  facts: Facts
}

/**
 * The stored readings of the protocols in the registry of a day, by protocol id. `gone`: why a source cannot be used. `limits`: days for
 * which parts of a reading with days of their own stay in use.
 */
export function loadFacts(
  store: Store,
  asOf: Day,
  registryDay: Day,
  gone: (source: SourceId) => Missing | undefined,
  limits: AgeLimits,
): Map<number, LoadedFacts> {
  const unusableSources = new Map(SOURCE_IDS.map((id) => [id, gone(id)]))
  const rows = store
    .prepare<[string], ReadingColumns & { id: number; name: ReadingName }>(
      `SELECT r.protocol_id AS id, r.name, r.value, r.reason, r.as_of, r.source FROM readings r
       JOIN protocols p ON p.id = r.protocol_id
       WHERE p.out_of_scope IS NULL AND p.last_seen = ? ORDER BY r.protocol_id`,
    )
    .iterate(registryDay)
  const origin = findLastGoodRun(store, SOURCE_OF_ROLE.registry, asOf)?.origin
  const loaded = new Map<
    number,
    { tvl: Reading<unknown>; facts: Record<string, Reading<unknown>> }
  >()
  for (const row of rows) {
    const entry = loaded.get(row.id) ?? { tvl: missing('not-covered', row.source), facts: {} }
    loaded.set(row.id, entry)
    const reading = isPageReading(row.name)
      ? usablePageReading(row.name, toReading(row), asOf, origin)
      : (unusableSources.get(sourceOf(row)) ?? youngParts(row.name, toReading(row), asOf, limits))
    if (row.name === 'tvl') entry.tvl = reading
    else entry.facts[row.name] = row.name === 'reviews' ? reviewsBy(asOf, reading) : reading
  }
  const absent = SPARSE_FACTS.map(({ name, source }) => {
    const why = unusableSources.get(source) ?? missing(leftOut(store, name, source, asOf), source)
    return [name, why] as const
  })
  for (const { facts } of loaded.values()) {
    for (const [name, why] of absent) facts[name] ??= why
    addUnreadPages(facts, origin)
  }
  // The store wrote these values from the typed rows of a batch; the columns are not written by anything else.
  return loaded as Map<number, LoadedFacts>
}

/** The source that brought a reading: in the sample, records bring what a live run reads from the chains. */
function sourceOf({ name, source }: { name: ReadingName; source: string }): SourceId {
  return source === SOURCE_OF_ROLE.records ? source : SOURCE_OF_READING[name]
}

/** Reviews published up to the day. Older stored ones have no multisigs. */
function reviewsBy(asOf: Day, reading: Reading<unknown>): Reading<unknown> {
  if (!reading.known) return reading
  // Only `replaceReviews` writes this value, from the typed reviews of a batch.
  const stored = reading.value as (Omit<Review, 'multisigs'> & Partial<Review>)[]
  const value = stored
    .filter(({ reviewedOn }) => reviewedOn <= asOf)
    .map((review): Review => ({ ...review, multisigs: review.multisigs ?? [] }))
  const newest = newestDay(value.map(({ reviewedOn }) => reviewedOn))
  return newest === undefined
    ? missing('not-covered', reading.source)
    : known(value, newest, reading.source)
}

/**
 * Why a source has no entry for a protocol: it is not in the sample, or upstream does not have it. A bounty is written for every
 * protocol of the registry that the programmes were tied to, so one without was not tied.
 */
function leftOut(store: Store, name: FactName, source: SourceId, asOf: Day): MissingReason {
  if (name === 'bounty') return 'unmatched'
  const origin = findLastGoodRun(store, source, asOf)?.origin
  return origin === 'seed' ? 'not-in-sample' : 'not-covered'
}

/** Why a source that was never asked gave nothing: the sample does not have it, or a later run reads it. */
function notAsked(store: Store, asOf: Day): MissingReason {
  const origin = findLastGoodRun(store, REGISTRY, asOf)?.origin
  return origin === 'seed' ? 'not-in-sample' : 'not-read-yet'
}
