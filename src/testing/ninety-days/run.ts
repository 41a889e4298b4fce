import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { detailDocument, type ProtocolDetail } from '../../contract/protocol-detail.ts'
import { SNAPSHOT_FOLDER, type SnapshotManifest } from '../../contract/snapshot-files.ts'
import { type Stats, statsDocument } from '../../contract/stats.ts'
import type { Catalogue } from '../../domain/catalogue.ts'
import type { Day } from '../../domain/day.ts'
import { PlimsollError } from '../../domain/errors.ts'
import { createDocuments } from '../../export/documents.ts'
import { type SnapshotReport, takeSnapshot } from '../../pipeline.ts'
import { unpackStore } from '../../publish/pack-store.ts'
import { publishStore } from '../../publish/publish-store.ts'
import { measureHistory, type StoredHistory } from '../../store/history.ts'
import { loadCatalogue } from '../../store/load-catalogue.ts'
import type { Store } from '../../store/open.ts'
import { lines, options } from '../pipeline/world.ts'
import { DAYS, dayAt, HISTORY_BUDGET, PLAN, PUBLISHED } from './plan.ts'
import type { Upstream } from './upstream.ts'

/** What one day left behind. */
export interface DayRecord {
  number: number
  day: Day
  /** Null when the run was refused. */
  report: SnapshotReport | null
  error: PlimsollError | null
  text: string
  requests: string[]
  /** Bytes of the store that are in use. */
  bytes: number
  history: StoredHistory | null
  /** The store as it was published on this day, if it was. */
  publishedStore: SnapshotManifest['store'] | null
  /** Stored incidents of these ninety days, by protocol. */
  incidents: StoredIncident[]
  snapshot: Catalogue['snapshot'] | undefined
  /** Protocols that upstream lists in scope, by place. */
  slugs: Map<number, string>
  /** As published on this day. */
  stats: Stats | undefined
  details: Map<string, ProtocolDetail>
  /** The records of protocols that are no longer listed. */
  retired: Map<string, ProtocolDetail>
}

export interface StoredIncident {
  id: string
  name: string
  protocolId: number
  firstSeen: Day
}

/** Runs the plan: a snapshot a day, its documents, and now and then its store below `folder`. */
export async function runNinetyDays(
  store: Store,
  upstream: Upstream,
  folder: string,
): Promise<DayRecord[]> {
  const records: DayRecord[] = []
  const acceptedLosses: string[] = []
  const publishOn = publisher(store, folder)
  for (let number = 1; number <= DAYS; number += 1) {
    upstream.turnTo(number)
    if (number === PLAN.lossAccepted || number === PLAN.fieldAccepted) {
      acceptedLosses.push(nameOfLoss(records.at(-1)?.error))
    }
    if (number === PLAN.methodChanged) store.exec("UPDATE snapshots SET methodology = 'before'")
    const said = lines()
    const given = options(store, upstream, dayAt(number), {
      progress: said,
      historyBudget: HISTORY_BUDGET,
      acceptedLosses,
    })
    let error: PlimsollError | null = null
    const report = await takeSnapshot(given).catch((thrown: unknown) => {
      if (!(thrown instanceof PlimsollError)) throw thrown
      error = thrown
      return null
    })
    const { requests } = upstream
    const slugs = new Map([...upstream.listed()].map(([place, { slug }]) => [place, slug]))
    const published = readPublished(store)
    const about = { number, day: dayAt(number), report, error, text: said.text(), requests, slugs }
    const publishedStore = await publishOn(number, published.snapshot)
    const incidents = incidentsOf(store)
    const stored = { bytes: bytesOf(store), history: measureHistory(store), incidents }
    records.push({ ...about, ...published, ...stored, publishedStore })
  }
  return records
}

function readPublished(
  store: Store,
): Pick<DayRecord, 'snapshot' | 'stats' | 'details' | 'retired'> {
  const catalogue = loadCatalogue(store)
  const details = new Map<string, ProtocolDetail>()
  const retired = new Map<string, ProtocolDetail>()
  let stats: Stats | undefined
  for (const { path, body } of catalogue ? createDocuments(catalogue) : []) {
    if (path === 'stats.json') stats = statsDocument.parse(JSON.parse(body)).data
    if (!path.startsWith('protocols/')) continue
    const { data } = detailDocument.parse(JSON.parse(body))
    const records = data.retired ? retired : details
    records.set(path.slice('protocols/'.length, -'.json'.length), data)
  }
  return { snapshot: catalogue?.snapshot, stats, details, retired }
}

/** Publishes the store as a build does: each time against what was published before. */
function publisher(store: Store, folder: string) {
  let earlierFile: string | undefined
  return async (number: number, snapshot: DayRecord['snapshot']) => {
    if (!PUBLISHED.includes(number) || !snapshot) return null
    const distDir = path.join(folder, `dist-${number}`)
    mkdirSync(distDir)
    const { publicId: id, asOf } = snapshot
    const about = { snapshot: { id, asOf }, content: 'c'.repeat(64), deploys: [] }
    const { store: file } = await publishStore({ store, distDir, earlierFile, ...about })
    earlierFile = path.join(distDir, 'plimsoll.sqlite')
    await unpackStore(path.join(distDir, SNAPSHOT_FOLDER, file.name), earlierFile, file)
    return file
  }
}

function incidentsOf(store: Store): StoredIncident[] {
  return store
    .prepare<[Day], StoredIncident>(
      `SELECT id, name, protocol_id AS protocolId, first_seen AS firstSeen FROM incidents
       WHERE protocol_id IS NOT NULL AND first_seen > ? ORDER BY protocol_id, id`,
    )
    .all(dayAt(1))
}

function bytesOf(store: Store): number {
  const pragma = (name: string) => Number(store.pragma(name, { simple: true }))
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
}

function nameOfLoss(error: PlimsollError | null | undefined): string {
  return /PLIMSOLL_ACCEPT_LOSS=(\S+),/.exec(error?.message ?? '')?.[1] ?? ''
}
