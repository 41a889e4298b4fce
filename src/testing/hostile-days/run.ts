import { type Changes, changesDocument } from '../../contract/changes.ts'
import { detailDocument, type ProtocolDetail } from '../../contract/protocol-detail.ts'
import { type Stats, statsDocument } from '../../contract/stats.ts'
import type { Catalogue } from '../../domain/catalogue.ts'
import { PlimsollError } from '../../domain/errors.ts'
import { createDocuments } from '../../export/documents.ts'
import { takeSnapshot } from '../../pipeline.ts'
import { loadCatalogue } from '../../store/load-catalogue.ts'
import type { Store } from '../../store/open.ts'
import { lines, options } from '../pipeline/world.ts'
import { DAYS, dayAt } from './plan.ts'
import type { HostileUpstream } from './upstream.ts'

/** What one day left behind. */
export interface DayRecord {
  number: number
  error: PlimsollError | null
  text: string
  stats: Stats
  details: Map<string, ProtocolDetail>
  /** The newest snapshot against the one before it; null when none was taken. */
  changes: Changes | null
  snapshot: Catalogue['snapshot']
  /** Ids of the floors under each protocol, by its id. */
  floors: Map<string, string[]>
}

/** Takes a snapshot on each day of the plan and keeps what was published. */
export async function runHostileDays(
  store: Store,
  upstream: HostileUpstream,
): Promise<DayRecord[]> {
  const records: DayRecord[] = []
  for (let number = 1; number <= DAYS; number += 1) {
    upstream.turnTo(number)
    const said = lines()
    let error: PlimsollError | null = null
    const given = { progress: said, historyBudget: 150 }
    await takeSnapshot(options(store, upstream, dayAt(number), given)).catch((thrown: unknown) => {
      if (!(thrown instanceof PlimsollError)) throw thrown
      error = thrown
    })
    records.push({ number, error, text: said.text(), ...published(store, records.at(-1)) })
  }
  return records
}

function published(store: Store, before: DayRecord | undefined) {
  const catalogue = loadCatalogue(store)
  if (!catalogue) throw new Error('No snapshot was ever taken.')
  const details = new Map<string, ProtocolDetail>()
  let stats: Stats | undefined
  let changes: Changes | null = null
  const previous = before?.snapshot
  for (const { path, body } of createDocuments(catalogue)) {
    if (path === 'stats.json') stats = statsDocument.parse(JSON.parse(body)).data
    if (path === `changes/${previous?.asOf}.json`) {
      changes = changesDocument.parse(JSON.parse(body)).data
    }
    if (!path.startsWith('protocols/')) continue
    const { data } = detailDocument.parse(JSON.parse(body))
    if (!data.retired) details.set(path.slice('protocols/'.length, -'.json'.length), data)
  }
  if (!stats) throw new Error('The documents have no totals.')
  const floors = new Map(
    catalogue.entries.map(({ record, score }) => [
      record.id,
      Object.values(score.dimensions).flatMap(({ floor }) => floor?.id ?? []),
    ]),
  )
  const { snapshot } = catalogue
  const isNew = previous?.publicId !== snapshot.publicId
  return { stats, details, changes: isNew ? changes : null, snapshot, floors }
}
