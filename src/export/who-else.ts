import type { Dependent } from '../contract/dependencies.ts'
import { MAX_WHO_ELSE, type WhoElse } from '../contract/who-else.ts'
import { countResolved } from '../dependencies/resolved.ts'
import { dayOfShare, graphOf, mergeShares, sharesOf } from '../dependencies/shares.ts'
import { type DependencyTables, TABLES } from '../dependencies/tables.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import type { DependencyShare } from '../domain/dependency.ts'
import type { PastShares } from '../domain/past.ts'
import type { Incident } from '../domain/protocol.ts'
import { byValue } from './dependencies.ts'

type Of = Pick<Catalogue, 'entries' | 'snapshot' | 'past' | 'pastShares' | 'retired'>

/** Who stood on the protocol of an incident; null for an incident of no protocol. `most`: rows that are listed. */
export type FindWhoElse = (
  incident: Pick<Incident, 'id' | 'protocolId'>,
  most?: number,
) => WhoElse | null

/** Answers from the snapshot before each incident, and where none kept its shares from the newest, which it says. */
export function createWhoElse(catalogue: Of, tables: DependencyTables = TABLES): FindWhoElse {
  const { entries, snapshot, past, pastShares, retired } = catalogue
  const graph = graphOf(entries, snapshot.asOf, tables)
  const now = { day: snapshot.asOf, resolved: countResolved(graph), shares: sharesOf(graph) }
  const nowBySubject = Map.groupBy(now.shares, ({ protocolId }) => protocolId)
  const records = new Map(
    [...entries, ...retired.map(({ entry }) => entry)].map(({ record }) => [record.id, record]),
  )
  const tvlNow = new Map(entries.map(({ record, tvlUsd }) => [record.id, tvlUsd]))
  const tvlOn = (id: string, day: string): number | null => {
    const at = past.snapshots.findLastIndex((one) => one.day === day)
    const value = past.numbers.get(id)?.tvlUsd[at]
    return value === undefined || Number.isNaN(value) ? null : value
  }
  return ({ id, protocolId }, most = MAX_WHO_ELSE) => {
    if (protocolId === null) return null
    const before = pastShares.before.get(id)
    const of = before ?? { ...now, shares: nowBySubject.get(protocolId) ?? [] }
    const rows = merged(of, protocolId).map((share): Dependent => {
      const { slug = share.from, name = share.from } = records.get(share.from) ?? {}
      const held = before ? tvlOn(share.from, of.day) : (tvlNow.get(share.from) ?? null)
      const usd = held === null || share.share === null ? null : Math.round(share.share * held)
      const day = before ? of.day : dayOfShare(graph, share)
      return { id: slug, name, kind: share.kind, share: share.share, usd, day }
    })
    rows.sort(byValue)
    return {
      ...{ isBefore: before !== undefined, day: of.day, rows: rows.slice(0, most) },
      ...{ count: new Set(rows.map((row) => row.id)).size, resolvedProtocols: of.resolved },
    }
  }
}

/** One row for each protocol and kind: a protocol may issue tokens under more than one name. */
function merged({ shares }: Pick<PastShares, 'shares'>, subject: string): DependencyShare[] {
  const own = shares.filter(({ protocolId, from }) => protocolId === subject && from !== subject)
  return mergeShares(own, ({ from, kind }) => `${from} ${kind}`)
}
