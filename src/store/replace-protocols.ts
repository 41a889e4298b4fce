import type { ProtocolRow } from '../domain/batch.ts'
import { type Day, dayNumber } from '../domain/day.ts'
import type { Known } from '../domain/reading.ts'
import type { Audit } from '../domain/record.ts'
import type { Store } from './open.ts'
import { readingWriter } from './reading-writer.ts'
import { tvlWriter } from './tvl-history.ts'

/** What the link of an audit report says about it. */
export interface AuditLinkReader {
  /** The auditor; null when the link names none. */
  auditorOf: (url: string) => string | null
  /** The day of the audit; null when the link names none, or one after `asOf`. */
  auditedOn: (url: string, asOf: Day) => Day | null
}

/** Replaces the registry: protocols, slugs, facts, TVL of the day and audits. */
export function replaceProtocols(
  store: Store,
  rows: ProtocolRow[],
  asOf: Day,
  linkReader: AuditLinkReader,
): void {
  const writeProtocol = protocolWriter(store, asOf)
  const writeReading = readingWriter(store)
  const writeTvl = tvlWriter(store)
  const writeAudits = auditWriter(store, linkReader)
  // A second run of a day replaces the first: what it no longer lists was last seen the day before.
  store
    .prepare("UPDATE protocols SET last_seen = date(?, '-1 day') WHERE last_seen = ?")
    .run(asOf, asOf)
  for (const row of rows) {
    const id = Number(row.id)
    writeProtocol(id, row)
    if (row.outOfScope) continue
    writeReading(id, 'tvl', row.tvl)
    for (const [name, reading] of Object.entries(row.facts)) writeReading(id, name, reading)
    if (row.tvl.known) writeTvl(id, dayNumber(row.tvl.asOf), row.tvl.value)
    const links = row.facts.auditLinks
    if (links?.known) writeAudits(id, links, row.reports)
  }
}

/** Writes the row of a protocol and its slug. */
function protocolWriter(store: Store, asOf: Day): (id: number, row: ProtocolRow) => void {
  const upsert = store.prepare(
    `INSERT INTO protocols (id, slug, name, category, chains, symbol, url, twitter, organisations, logo_url, description,
       parent_id, parent_slug, adapter_module, out_of_scope, first_seen, last_seen)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET slug = excluded.slug, name = excluded.name, category = excluded.category,
       chains = excluded.chains, symbol = excluded.symbol, url = excluded.url, twitter = excluded.twitter,
       organisations = excluded.organisations, logo_url = excluded.logo_url, description = excluded.description, parent_id = excluded.parent_id,
       parent_slug = excluded.parent_slug, adapter_module = excluded.adapter_module, out_of_scope = excluded.out_of_scope, last_seen = excluded.last_seen`,
  )
  const keepSlug = store.prepare(
    `INSERT INTO aliases (slug, protocol_id, first_seen, last_seen) VALUES (?, ?, ?, ?)
     ON CONFLICT (slug, protocol_id) DO UPDATE SET last_seen = excluded.last_seen`,
  )
  return (id, row) => {
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
      row.adapterModule,
      row.outOfScope,
      asOf,
      asOf,
    )
    keepSlug.run(row.slug, id, asOf, asOf)
  }
}

/** Replaces the audits of a protocol. */
function auditWriter(
  store: Store,
  { auditorOf, auditedOn }: AuditLinkReader,
): (id: number, links: Known<string[]>, reports?: Audit[]) => void {
  const audit = store.prepare(
    `INSERT INTO audits (protocol_id, report_url, auditor, audited_on, findings, source, first_seen)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET auditor = excluded.auditor, audited_on = excluded.audited_on, findings = excluded.findings`,
  )
  const dropAudits = store.prepare(
    'DELETE FROM audits WHERE protocol_id = ? AND report_url NOT IN (SELECT value FROM json_each(?))',
  )
  return (id, { value, asOf, source }, reports = []) => {
    dropAudits.run(id, JSON.stringify(value))
    const read = new Map(reports.map((report) => [report.reportUrl, report]))
    for (const url of value) {
      const report: Omit<Audit, 'reportUrl'> = read.get(url) ?? {
        auditor: auditorOf(url),
        auditedOn: auditedOn(url, asOf),
      }
      const { auditor, auditedOn: day, findings = null } = report
      audit.run(id, url, auditor, day, findings, source, asOf)
    }
  }
}
