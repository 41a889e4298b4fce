import type { Batch, ProtocolKey } from '../domain/batch.ts'
import { dayNumber, newestDay, UNDATED } from '../domain/day.ts'
import type { Review } from '../domain/protocol.ts'
import type { SourceId } from '../domain/sources.ts'
import { writeListedIncidents } from './commit-incidents.ts'
import { replaceFieldRows } from './field-rows.ts'
import { replaceHeld } from './held-readings.ts'
import type { Store } from './open.ts'
import { readingWriter } from './reading-writer.ts'
import { replaceBounties } from './replace-bounties.ts'
import { type AuditLinkReader, replaceProtocols } from './replace-protocols.ts'
import { resolveSlug, slugTier } from './slugs.ts'
import { insertSourceRun, type SourceRun } from './source-runs.ts'
import { keepSuccessors, keptId } from './successors.ts'
import { tvlWriter } from './tvl-history.ts'

interface Commit {
  /** Rows without a protocol in the registry. */
  unmatched: number
}

/** Writes the batch of one source and its run in one transaction. */
export function commitBatch(
  store: Store,
  source: SourceId,
  batch: Batch,
  run: SourceRun,
  auditorOf: AuditLinkReader['auditorOf'] = () => null,
  auditedOn: AuditLinkReader['auditedOn'] = () => null,
): Commit {
  return store
    .transaction((): Commit => {
      replaceFieldRows(store, source, batch.fieldRows ?? [])
      if (batch.chains) upsertChains(store, batch)
      if (batch.protocols) {
        replaceProtocols(store, batch.protocols, batch.asOf, { auditorOf, auditedOn })
        replaceHeld(store, batch.held ?? [])
        const writeTvl = tvlWriter(store)
        for (const { id, reading } of batch.confirmed ?? []) {
          writeTvl(Number(id), dayNumber(reading.asOf), reading.value)
        }
        keepSuccessors(store, batch)
      }
      if (batch.incidents) writeListedIncidents(store, batch.incidents, batch.asOf)
      let unmatched = 0
      if (batch.programmes) unmatched += replaceBounties(store, batch.programmes, run)
      if (batch.reviews) unmatched += replaceReviews(store, source, batch)
      if (batch.sanctions) replaceSanctions(store, batch)
      if (batch.readings) unmatched += replaceReadings(store, batch.readings)
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

function replaceReviews(
  store: Store,
  source: SourceId,
  { reviews = [], asOf: seen }: Batch,
): number {
  const byProtocol = new Map<number, Review[]>()
  const tieReview = slugTier(store, source, seen)
  let unmatched = 0
  for (const { key, review } of reviews) {
    const id = 'slug' in key ? tieReview(review.url, key) : resolve(store, key)
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

function replaceReadings(store: Store, { names, rows }: NonNullable<Batch['readings']>): number {
  const remove = store.prepare('DELETE FROM readings WHERE name = ?')
  for (const name of names) remove.run(name)
  const write = readingWriter(store)
  const byModule = loadModules(store)
  let unmatched = 0
  for (const { key, name, reading } of rows) {
    const only = 'module' in key ? undefined : resolve(store, key)
    const ids = 'module' in key ? byModule.get(key.module) : only === undefined ? undefined : [only]
    if (ids === undefined) unmatched += 1
    for (const id of ids ?? []) write(id, name, reading)
  }
  return unmatched
}

/** Ids of the protocols of each adapter. Several protocols may share one, such as the versions of a lending market. */
function loadModules(store: Store): Map<string, number[]> {
  const rows = store
    .prepare<[], { id: number; module: string }>(
      'SELECT id, adapter_module AS module FROM protocols WHERE adapter_module IS NOT NULL ORDER BY id',
    )
    .all()
  const ids = new Map<string, number[]>()
  for (const { id, module } of rows) ids.set(module, [...(ids.get(module) ?? []), id])
  return ids
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
  if ('slug' in key) return resolveSlug(store, key.slug, key.day)
  return store
    .prepare<[number], { id: number }>('SELECT id FROM protocols WHERE id = ?')
    .get(Number(keptId(store, key.id)))?.id
}
