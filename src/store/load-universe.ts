import type { Chain } from '../domain/chain.ts'
import type { Day } from '../domain/day.ts'
import { addTo } from '../domain/groups.ts'
import { type Missing, missing } from '../domain/reading.ts'
import type { Audit, ProtocolRecord, Universe } from '../domain/record.ts'
import { type AgeLimits, SOURCE_OF_ROLE, type SourceId } from '../domain/sources.ts'
import { weekChange } from '../domain/tvl-past.ts'
import { loadHeldTvl } from './held-readings.ts'
import { findUnusable, type LoadedFacts, loadFacts } from './load-facts.ts'
import { loadFirstDays, loadHistories, loadUnfilled } from './load-histories.ts'
import { loadListedIncidents, loadPageIncidents } from './load-incidents.ts'
import type { Store } from './open.ts'
import { findLastGoodRun } from './source-runs.ts'

const { registry: REGISTRY, incidents: INCIDENTS } = SOURCE_OF_ROLE

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
    findUnusable(store, source, asOf, limits[source])
  const hacksAge = limits[INCIDENTS]
  const unlisted = gone(INCIDENTS)
  const facts = loadFacts(store, asOf, registry.asOf, gone, limits)
  const histories = loadHistories(store, asOf)
  const unfilled = loadUnfilled(store, registry)
  const firstDays = loadFirstDays(store)
  const audits = loadAudits(store)
  const held = loadHeldTvl(store, asOf)
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
      const tvlHeld = held.get(record.id)
      const past = {
        history: {
          ...(histories.get(row.id) ?? { days: [], usd: [] }),
          ...unfilled(row.id),
        },
        ...(tvlHeld && { tvlHeld }),
      }
      const tvlChange7d = weekChange({ ...record, ...past })
      return {
        ...record,
        ...past,
        facts: { ...record.facts, ...(tvlChange7d && { tvlChange7d }) },
        trackedSince: firstDays.get(row.id) ?? null,
        // Audits are known only when the list of their links is.
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
    chains: loadChains(store),
  }
}

/** What is known of every chain that our table or upstream lists. */
export function loadChains(store: Store): Chain[] {
  return store
    .prepare<[], Chain>(
      'SELECT name, kind, chain_id AS chainId, security FROM chains ORDER BY name',
    )
    .all()
}

function toRecord(
  row: ProtocolColumns,
  loaded: LoadedFacts | undefined,
): Omit<ProtocolRecord, 'history' | 'trackedSince' | 'audits' | 'tvlHeld'> {
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
    .prepare<[], Omit<Audit, 'findings'> & { id: number; findings: string | null }>(
      `SELECT protocol_id AS id, auditor, audited_on AS auditedOn, report_url AS reportUrl, findings FROM audits
       ORDER BY protocol_id, report_url`,
    )
    .all()
  const audits = new Map<number, Audit[]>()
  for (const { id, findings, ...report } of rows) {
    addTo(audits, id, findings === null ? report : { ...report, findings })
  }
  return audits
}
