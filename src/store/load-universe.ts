import type { Chain } from '../domain/chain.ts'
import { type Day, dayFromNumber, dayNumber, daysBetween, newestDay } from '../domain/day.ts'
import type { Facts, Review } from '../domain/protocol.ts'
import {
  known,
  MISSING_REASONS,
  type Missing,
  type MissingReason,
  missing,
  type Reading,
} from '../domain/reading.ts'
import type { Audit, DailyTotals, ProtocolRecord, Universe } from '../domain/record.ts'
import {
  type AgeLimits,
  type ReadingName,
  SOURCE_IDS,
  SOURCE_OF_READING,
  SOURCE_OF_ROLE,
  type SourceId,
} from '../domain/sources.ts'
import { loadListedIncidents, loadPageIncidents } from './load-incidents.ts'
import type { Store } from './open.ts'
import { findLastGoodRun, findLastStatus, type LastRun } from './source-runs.ts'

/** Days of daily totals that signals use. */
const HISTORY_DAYS = 400

const {
  registry: REGISTRY,
  incidents: INCIDENTS,
  bounties: BOUNTIES,
  reviews: REVIEWS,
} = SOURCE_OF_ROLE

interface ProtocolColumns {
  id: number
  slug: string
  name: string
  category: string | null
  chains: string
  symbol: string | null
  url: string | null
  twitter: string | null
  logo_url: string | null
  description: string | null
  parent_id: string | null
  parent_slug: string | null
}

/**
 * The input of a snapshot of this day. Readings of a source beyond its age limit are missing (`stale`). A protocol that is not
 * in the newest registry is left out. Undefined when no registry was ever read.
 */
export function loadUniverse(store: Store, asOf: Day, limits: AgeLimits): Universe | undefined {
  const registry = findLastGoodRun(store, REGISTRY, asOf)
  if (!registry) return undefined
  const gone = (source: SourceId): Missing | undefined =>
    unusable(store, source, asOf, limits[source])
  const hacksAge = limits[INCIDENTS]
  const unlisted = gone(INCIDENTS)
  const facts = loadFacts(store, asOf, registry.asOf, gone)
  const histories = loadHistories(store, asOf)
  const unfilled = loadUnfilled(store, registry)
  const firstDays = loadFirstDays(store)
  const audits = loadAudits(store)
  const rows = store
    .prepare<[string], ProtocolColumns>(
      `SELECT id, slug, name, category, chains, symbol, url, twitter, logo_url, description, parent_id, parent_slug
       FROM protocols WHERE out_of_scope IS NULL AND last_seen = ? ORDER BY id`,
    )
    .all(registry.asOf)
  return {
    asOf,
    records: rows.map((row) => {
      const record = toRecord(row, facts.get(row.id))
      return {
        ...record,
        history: {
          ...(histories.get(row.id) ?? { days: [], usd: [] }),
          ...unfilled(row.id),
        },
        trackedSince: firstDays.get(row.id) ?? null,
        // Reports are as known as the list of links that names them.
        audits: (record.facts.auditLinks?.known && audits.get(row.id)) || [],
      }
    }),
    incidents:
      unlisted ?? loadListedIncidents(store, asOf, hacksAge) ?? missing('not-covered', INCIDENTS),
    ...(unlisted && { pageIncidents: loadPageIncidents(store, asOf, hacksAge) }),
    registry: store
      .prepare<[], { id: number; name: string; slug: string; parentId: string | null }>(
        'SELECT id, name, slug, parent_id AS parentId FROM protocols ORDER BY id',
      )
      .all()
      .map((row) => ({ ...row, id: String(row.id) })),
    chains: store
      .prepare<[], Chain>(
        'SELECT name, kind, chain_id AS chainId, security FROM chains ORDER BY name',
      )
      .all(),
  }
}

function unusable(store: Store, source: SourceId, asOf: Day, limit: number): Missing | undefined {
  const last = findLastGoodRun(store, source, asOf)
  if (!last) {
    const status = findLastStatus(store, source)
    const reason = {
      failed: 'upstream-failed',
      absent: 'not-in-sample',
      ok: 'not-read-yet',
    } as const
    return missing(status ? reason[status] : 'not-read-yet', source)
  }
  return daysBetween(last.asOf, asOf) > limit ? missing('stale', source) : undefined
}

interface LoadedFacts {
  tvl: ProtocolRecord['tvl']
  facts: Facts
}

function loadFacts(
  store: Store,
  asOf: Day,
  registryDay: Day,
  gone: (source: SourceId) => Missing | undefined,
): Map<number, LoadedFacts> {
  const unusableSources = new Map(SOURCE_IDS.map((id) => [id, gone(id)]))
  const rows = store
    .prepare<
      [string],
      {
        id: number
        name: ReadingName
        value: string | null
        reason: string | null
        as_of: string | null
        source: string
      }
    >(
      `SELECT r.protocol_id AS id, r.name, r.value, r.reason, r.as_of, r.source FROM readings r
       JOIN protocols p ON p.id = r.protocol_id
       WHERE p.out_of_scope IS NULL AND p.last_seen = ? ORDER BY r.protocol_id`,
    )
    .iterate(registryDay)
  const loaded = new Map<
    number,
    { tvl: Reading<unknown>; facts: Record<string, Reading<unknown>> }
  >()
  for (const row of rows) {
    const entry = loaded.get(row.id) ?? { tvl: missing('not-covered', row.source), facts: {} }
    loaded.set(row.id, entry)
    const reading = unusableSources.get(SOURCE_OF_READING[row.name]) ?? toReading(row)
    if (row.name === 'tvl') entry.tvl = reading
    else entry.facts[row.name] = row.name === 'reviews' ? reviewsBy(asOf, reading) : reading
  }
  const noReview = missing(leftOut(store, REVIEWS, asOf), REVIEWS)
  for (const { facts } of loaded.values()) {
    facts.bounty ??= unusableSources.get(BOUNTIES) ?? missing('unmatched', BOUNTIES)
    facts.reviews ??= unusableSources.get(REVIEWS) ?? noReview
  }
  // The store wrote these values from the typed rows of a batch; the columns are not written by anything else.
  return loaded as Map<number, LoadedFacts>
}

/** Reviews that could be read on the day. Those stored before multisigs were kept name none. */
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

/** Why a source says nothing of a protocol: it is not in the sample, or upstream does not carry it. */
function leftOut(store: Store, source: SourceId, asOf: Day): MissingReason {
  const origin = findLastGoodRun(store, source, asOf)?.origin
  return origin === 'seed' ? 'not-in-sample' : 'not-covered'
}

function toReading(row: {
  value: string | null
  reason: string | null
  as_of: string | null
  source: string
}): Reading<unknown> {
  if (row.value === null || row.as_of === null) {
    const reason = MISSING_REASONS.find((known) => known === row.reason)
    return missing(reason ?? 'not-covered', row.source)
  }
  return known(JSON.parse(row.value), row.as_of, row.source)
}

function loadHistories(store: Store, asOf: Day): Map<number, DailyTotals> {
  const last = dayNumber(asOf)
  const rows = store
    .prepare<[number, number], { id: number; day: number; usd: number }>(
      `SELECT protocol_id AS id, day, cents / 1e2 AS usd FROM tvl_daily
       WHERE section = 0 AND day > ? AND day <= ? ORDER BY protocol_id, day`,
    )
    .iterate(last - HISTORY_DAYS, last)
  const histories = new Map<number, DailyTotals>()
  for (const { id, day, usd } of rows) {
    const history = histories.get(id) ?? { days: [], usd: [] }
    histories.set(id, history)
    history.days.push(day)
    history.usd.push(usd)
  }
  return histories
}

/** Why the past of a protocol is not whole; nothing when upstream's answer is in the store. */
function loadUnfilled(
  store: Store,
  { origin }: LastRun,
): (id: number) => { missing?: MissingReason } {
  const fills = new Map(
    store
      .prepare<[], { id: number; filled: number }>(
        'SELECT protocol_id AS id, filled_on IS NOT NULL AS filled FROM history_fills',
      )
      .all()
      .map(({ id, filled }) => [id, filled === 1]),
  )
  const notAsked = origin === 'seed' ? 'not-in-sample' : 'not-read-yet'
  return (id) => {
    const filled = fills.get(id)
    return filled ? {} : { missing: filled === false ? 'upstream-failed' : notAsked }
  }
}

function loadFirstDays(store: Store): Map<number, Day> {
  const rows = store
    .prepare<[], { id: number; day: number }>(
      'SELECT protocol_id AS id, MIN(day) AS day FROM tvl_daily WHERE section = 0 GROUP BY protocol_id',
    )
    .all()
  return new Map(rows.map(({ id, day }) => [id, dayFromNumber(day)]))
}

function toRecord(
  row: ProtocolColumns,
  loaded: LoadedFacts | undefined,
): Omit<ProtocolRecord, 'history' | 'trackedSince' | 'audits'> {
  return {
    id: String(row.id),
    slug: row.slug,
    name: row.name,
    category: row.category,
    chains: JSON.parse(row.chains),
    symbol: row.symbol,
    url: row.url,
    twitter: row.twitter,
    logoUrl: row.logo_url,
    description: row.description,
    parentId: row.parent_id,
    parentSlug: row.parent_slug,
    facts: loaded?.facts ?? {},
    tvl: loaded?.tvl ?? missing('not-covered', REGISTRY),
  }
}

function loadAudits(store: Store): Map<number, Audit[]> {
  const rows = store
    .prepare<[], Audit & { id: number }>(
      `SELECT protocol_id AS id, auditor, audited_on AS auditedOn, report_url AS reportUrl FROM audits
       ORDER BY protocol_id, report_url`,
    )
    .all()
  const audits = new Map<number, Audit[]>()
  for (const { id, ...audit } of rows) {
    const list = audits.get(id)
    if (list) list.push(audit)
    else audits.set(id, [audit])
  }
  return audits
}
