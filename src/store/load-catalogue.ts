import { total } from '../domain/batch.ts'
import type {
  Catalogue,
  CatalogueEntry,
  EarlierScores,
  SnapshotContext,
  SnapshotEntry,
  SourceState,
} from '../domain/catalogue.ts'
import { addDays, type Day, knownDay } from '../domain/day.ts'
import type { DimensionKey } from '../domain/dimension.ts'
import { lastScores } from '../domain/last-scores.ts'
import type { Past } from '../domain/past.ts'
import { SOURCE_IDS, SOURCE_OF_ROLE, type SourceId } from '../domain/sources.ts'
import { loadPastShares } from './dependency-shares.ts'
import { countHeldTvl } from './held-readings.ts'
import { loadPast } from './load-past.ts'
import { loadChains } from './load-universe.ts'
import { type Store, storeError, storeName } from './open.ts'
import { loadKnownProtocols } from './predictions.ts'
import { publicMessage } from './public-message.ts'
import { loadRetired } from './retired.ts'
import { findNewestSnapshot, findSnapshotNear, publicIdOf, type Snapshot } from './snapshots.ts'
import { findLastGoodRun, findLastResult } from './source-runs.ts'
import { loadSuccessors } from './successors.ts'

/** Age limits in days of the snapshot to compare with, a month or a week ago. The one nearest to `days` is used. */
const MONTH = { days: 30, youngest: 23, oldest: 45 }
const WEEK = { days: 7, youngest: 5, oldest: 10 }

/**
 * Everything that the newest snapshot publishes; undefined when there is no snapshot.
 * Throws `STORE_UNUSABLE` when the store cannot be read.
 */
export function loadCatalogue(store: Store): Catalogue | undefined {
  try {
    return load(store)
  } catch (error) {
    throw storeError(error, storeName(store))
  }
}

function load(store: Store): Catalogue | undefined {
  const snapshot = findNewestSnapshot(store)
  if (!snapshot) return undefined
  const { context } = store
    .prepare<[number], { context: string }>('SELECT context FROM snapshots WHERE id = ?')
    .get(snapshot.id) ?? { context: '{"incidents":[],"sources":[]}' }
  const { incidents, sources }: SnapshotContext = JSON.parse(context)
  const past = loadPast(store, snapshot.origin)
  const entries = loadEntries(store, snapshot.id, past)
  const own = entries.flatMap((entry) => entry.incidents)
  const retired = loadRetired(store, snapshot.id)
  return {
    snapshot: {
      publicId: publicIdOf(snapshot),
      asOf: snapshot.asOf,
      computedAt: snapshot.computedAt,
      methodology: snapshot.methodology,
      origin: snapshot.origin,
    },
    entries,
    chains: loadChains(store),
    formerSlugs: loadFormerSlugs(store, entries),
    successors: loadSuccessors(store),
    slugDays: loadSlugDays(store),
    monthAgo: loadEarlier(store, snapshot, MONTH),
    weekAgo: loadEarlier(store, snapshot, WEEK),
    incidents,
    sources,
    sanctions: loadSanctions(store, snapshot.asOf),
    past,
    pastShares: loadPastShares(store, snapshot.origin, past.snapshots, [...incidents, ...own]),
    retired,
    departed: loadDeparted(store, past, [...entries, ...retired.map(({ entry }) => entry)]),
  }
}

/** The state of each source on a day: its last run, and the readings in use. */
export function loadSourceStates(store: Store, asOf: Day): SourceState[] {
  const heldTvl = countHeldTvl(store, asOf)
  return SOURCE_IDS.flatMap((id: SourceId) => {
    const last = findLastGoodRun(store, id, asOf)
    // No live run asks for them.
    if (!last && id === SOURCE_OF_ROLE.records) return []
    const { status, message } = findLastResult(store, id) ?? { status: 'absent', message: null }
    return {
      id,
      status,
      ...(status === 'failed' && message !== null && { failure: publicMessage(message) }),
      asOf: knownDay(last?.asOf),
      rows: last?.rowCounts?.rows ?? null,
      ...(last?.rowCounts?.refusedRows && {
        refused: { count: total(last.rowCounts.refused), rows: last.rowCounts.refusedRows },
      }),
      ...(last?.rowCounts?.lost && { lostFields: last.rowCounts.lost }),
      ...(id === SOURCE_OF_ROLE.registry && heldTvl > 0 && { heldTvl }),
    }
  })
}

function loadEntries(store: Store, snapshotId: number, past: Past): CatalogueEntry[] {
  const rows = store
    .prepare<[number], { id: number; entry: string }>(
      `SELECT s.protocol_id AS id, e.entry FROM snapshot_entries s JOIN entries e ON e.id = s.entry_id
       WHERE s.snapshot_id = ? ORDER BY s.protocol_id`,
    )
    .all(snapshotId)
  return rows.map(({ id, entry }) => {
    // Written by `replaceSnapshot` from the same type.
    const parsed: SnapshotEntry = JSON.parse(entry)
    return {
      ...parsed,
      scoreHistory: parsed.score.composite === null ? [] : lastScores(past, String(id)),
    }
  })
}

/** The protocols of a past that none of these entries is of. */
function loadDeparted(
  store: Store,
  past: Past,
  entries: readonly SnapshotEntry[],
): Catalogue['departed'] {
  const kept = new Set(entries.map(({ record }) => record.id))
  return [...loadKnownProtocols(store)].flatMap(([id, { slug, name }]) =>
    past.numbers.has(String(id)) && !kept.has(String(id)) ? [{ id: String(id), slug, name }] : [],
  )
}

function loadFormerSlugs(store: Store, entries: CatalogueEntry[]): Catalogue['formerSlugs'] {
  const current = new Set(entries.map(({ record }) => record.slug))
  const published = new Set(entries.map(({ record }) => record.id))
  const rows = store
    .prepare<[], { slug: string; id: number }>(
      `SELECT slug, protocol_id AS id, MAX(last_seen) FROM aliases
       WHERE NOT EXISTS (SELECT 1 FROM protocols p WHERE p.slug = aliases.slug AND p.id <> aliases.protocol_id
         AND p.last_seen >= aliases.last_seen)
       GROUP BY slug ORDER BY slug`,
    )
    .all()
  return rows.flatMap(({ slug, id }) =>
    current.has(slug) || !published.has(String(id)) ? [] : [{ slug, protocolId: String(id) }],
  )
}

function loadSlugDays(store: Store): Catalogue['slugDays'] {
  return store
    .prepare<[], Catalogue['slugDays'][number]>(
      `SELECT slug, CAST(protocol_id AS TEXT) AS protocolId, first_seen AS firstDay, last_seen AS lastDay FROM aliases a
       WHERE EXISTS (SELECT 1 FROM aliases b WHERE b.slug = a.slug AND b.protocol_id <> a.protocol_id)
         OR NOT EXISTS (SELECT 1 FROM protocols p WHERE p.id = a.protocol_id AND p.slug = a.slug)
       ORDER BY slug, first_seen, protocol_id`,
    )
    .all()
}

function loadEarlier(
  store: Store,
  snapshot: Snapshot,
  { days, youngest, oldest }: typeof MONTH,
): EarlierScores | null {
  const ago = (n: number) => addDays(snapshot.asOf, -n)
  const earlier = findSnapshotNear(
    store,
    ago(days),
    { from: ago(oldest), to: ago(youngest) },
    snapshot,
  )
  if (!earlier) return null
  const rows = store
    .prepare<
      [number],
      { protocol_id: number; composite: number | null } & Record<string, number | null>
    >(
      `SELECT protocol_id, composite, smart_contract AS smartContract, counterparty, credit, liquidity, oracle,
         liquidity_trap AS liquidityTrap FROM scores WHERE snapshot_id = ?`,
    )
    .all(earlier.id)
  const composites = new Map<string, number>()
  const dimensions = new Map<string, Partial<Record<DimensionKey, number>>>()
  for (const { protocol_id: id, composite, ...scores } of rows) {
    if (composite === null) continue
    composites.set(String(id), composite)
    dimensions.set(
      String(id),
      Object.fromEntries(Object.entries(scores).filter(([, value]) => value !== null)),
    )
  }
  return { asOf: earlier.asOf, composites, dimensions }
}

function loadSanctions(store: Store, asOf: Day): Catalogue['sanctions'] {
  const byAsset: Record<string, string[]> = {}
  const rows = store
    .prepare<[], { asset: string; address: string }>(
      'SELECT asset, address FROM sanctions ORDER BY asset, address',
    )
    .all()
  for (const { asset, address } of rows) byAsset[asset] = [...(byAsset[asset] ?? []), address]
  const source = SOURCE_OF_ROLE.sanctions
  return { source, asOf: knownDay(findLastGoodRun(store, source, asOf)?.asOf), byAsset }
}
