import type { Batch, ProtocolKey, ProtocolRow } from '../domain/batch.ts'
import { type Day, dayNumber, newestDay, UNDATED } from '../domain/day.ts'
import type { Review, TvlPoint } from '../domain/protocol.ts'
import type { SourceId } from '../domain/sources.ts'
import { writeListedIncidents } from './commit-incidents.ts'
import type { Store } from './open.ts'
import { readingWriter } from './reading-writer.ts'
import { replaceBounties } from './replace-bounties.ts'
import { findProtocolBySlug } from './slugs.ts'
import { insertSourceRun, type SourceRun } from './source-runs.ts'
import { gapNoter, tvlTotals } from './tvl-history.ts'

interface Commit {
  /** Rows without a protocol in the registry. */
  unmatched: number
}

/** The day of an audit from its link; null when the link names none, or one after `asOf`. */
type AuditedOn = (url: string, asOf: Day) => Day | null

/** Writes the batch of one source and its run in one transaction. */
export function commitBatch(
  store: Store,
  source: SourceId,
  batch: Batch,
  run: SourceRun,
  auditorOf: (url: string) => string | null = () => null,
  auditedOn: AuditedOn = () => null,
): Commit {
  return store
    .transaction((): Commit => {
      if (batch.chains) upsertChains(store, batch)
      if (batch.protocols) {
        replaceProtocols(store, batch.protocols, batch.asOf, auditorOf, auditedOn)
      }
      if (batch.incidents) writeListedIncidents(store, batch.incidents, batch.asOf)
      let unmatched = 0
      if (batch.programmes) unmatched += replaceBounties(store, batch.programmes, run)
      if (batch.reviews) unmatched += replaceReviews(store, source, batch.reviews)
      if (batch.sanctions) replaceSanctions(store, batch)
      insertSourceRun(store, run)
      return { unmatched }
    })
    .immediate()
}

function upsertChains(store: Store, batch: Batch): void {
  const upsert = store.prepare(
    `INSERT INTO chains (name, kind, chain_id, security) VALUES (?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, chain_id = excluded.chain_id, security = excluded.security`,
  )
  for (const chain of batch.chains ?? []) {
    upsert.run(chain.name, chain.kind, chain.chainId, chain.security)
  }
}

function replaceProtocols(
  store: Store,
  rows: ProtocolRow[],
  asOf: Day,
  auditorOf: (url: string) => string | null,
  auditedOn: AuditedOn,
): void {
  const upsert = store.prepare(
    `INSERT INTO protocols (id, slug, name, category, chains, symbol, url, twitter, organisations, logo_url, description,
       parent_id, parent_slug, out_of_scope, first_seen, last_seen)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET slug = excluded.slug, name = excluded.name, category = excluded.category,
       chains = excluded.chains, symbol = excluded.symbol, url = excluded.url, twitter = excluded.twitter,
       organisations = excluded.organisations, logo_url = excluded.logo_url, description = excluded.description, parent_id = excluded.parent_id,
       parent_slug = excluded.parent_slug, out_of_scope = excluded.out_of_scope, last_seen = excluded.last_seen`,
  )
  const keepSlug = store.prepare(
    `INSERT INTO aliases (slug, protocol_id, first_seen, last_seen) VALUES (?, ?, ?, ?)
     ON CONFLICT (slug, protocol_id) DO UPDATE SET last_seen = excluded.last_seen`,
  )
  const audit = store.prepare(
    `INSERT INTO audits (protocol_id, report_url, auditor, audited_on, source, first_seen)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET auditor = excluded.auditor, audited_on = excluded.audited_on`,
  )
  const dropAudits = store.prepare(
    'DELETE FROM audits WHERE protocol_id = ? AND report_url NOT IN (SELECT value FROM json_each(?))',
  )
  const write = readingWriter(store)
  const tvl = tvlWriter(store)
  // A second run of a day speaks for the whole day: what it no longer lists was last seen the day before.
  store
    .prepare("UPDATE protocols SET last_seen = date(?, '-1 day') WHERE last_seen = ?")
    .run(asOf, asOf)
  for (const row of rows) {
    const id = Number(row.id)
    upsert.run(
      id,
      row.slug,
      row.name,
      row.category,
      JSON.stringify(row.chains),
      row.symbol,
      row.url,
      row.twitter,
      JSON.stringify(row.organisations),
      row.logoUrl,
      row.description,
      row.parentId,
      row.parentSlug,
      row.outOfScope,
      asOf,
      asOf,
    )
    keepSlug.run(row.slug, id, asOf, asOf)
    if (row.outOfScope) continue
    write(id, 'tvl', row.tvl)
    for (const [name, reading] of Object.entries(row.facts)) write(id, name, reading)
    if (row.tvl.known) tvl(id, dayNumber(row.tvl.asOf), row.tvl.value)
    const links = row.facts.auditLinks
    if (links?.known) {
      dropAudits.run(id, JSON.stringify(links.value))
      for (const url of links.value) {
        const day = auditedOn(url, links.asOf)
        audit.run(id, url, auditorOf(url), day, links.source, links.asOf)
      }
    }
  }
}

function tvlWriter(store: Store): (id: number, day: number, points: TvlPoint[]) => void {
  const clear = store.prepare('DELETE FROM tvl_daily WHERE protocol_id = ? AND day = ?')
  const noteGap = gapNoter(store)
  const totals = tvlTotals(store)
  return (id, day, points) => {
    // A day is replaced as a whole: amounts that are gone must not stay.
    clear.run(id, day)
    if (points.length === 0) return
    noteGap(id, day)
    for (const { section, usd } of points) totals.add(section, day, usd)
    totals.write(id)
  }
}

function replaceReviews(
  store: Store,
  source: SourceId,
  reviews: NonNullable<Batch['reviews']>,
): number {
  const byProtocol = new Map<number, Review[]>()
  let unmatched = 0
  for (const { key, review } of reviews) {
    const id = resolve(store, key)
    if (id === undefined) unmatched += 1
    else byProtocol.set(id, [...(byProtocol.get(id) ?? []), review])
  }
  store.prepare("DELETE FROM readings WHERE name = 'reviews'").run()
  const write = readingWriter(store)
  for (const [id, value] of byProtocol) {
    const asOf = newestDay(value.map(({ reviewedOn }) => reviewedOn)) ?? UNDATED
    write(id, 'reviews', { known: true, value, asOf, source })
  }
  return unmatched
}

function replaceSanctions(store: Store, { sanctions = [], asOf }: Batch): void {
  const kept = new Set(sanctions.map(({ asset, address }) => `${asset} ${address}`))
  const remove = store.prepare('DELETE FROM sanctions WHERE asset = ? AND address = ?')
  for (const row of store
    .prepare<[], { asset: string; address: string }>('SELECT asset, address FROM sanctions')
    .all()) {
    if (!kept.has(`${row.asset} ${row.address}`)) remove.run(row.asset, row.address)
  }
  const insert = store.prepare(
    'INSERT INTO sanctions (asset, address, first_seen) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  for (const { asset, address } of sanctions) insert.run(asset, address, asOf)
}

function resolve(store: Store, key: ProtocolKey): number | undefined {
  if ('slug' in key) return findProtocolBySlug(store, key.slug)
  return store
    .prepare<[number], { id: number }>('SELECT id FROM protocols WHERE id = ?')
    .get(Number(key.id))?.id
}
