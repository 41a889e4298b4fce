import type { Batch, ProtocolRow } from '../domain/batch.ts'
import { addDays, type Day } from '../domain/day.ts'
import { siteOf } from '../domain/programme.ts'
import { known } from '../domain/reading.ts'
import type { Store } from './open.ts'

/** A protocol that upstream lists again within this many days under another id is the same protocol, and one of the list before always. */
const RELISTED_DAYS = 90

/** Upstream lists single protocols again. More at once, or more than this share of the list, is a list with wrong ids: none is linked. */
const MAX_RELISTED = 5
const MAX_RELISTED_SHARE = 0.01

/** The id under which a protocol is kept: that of its first listing. Unknown ids are returned as they are. */
export function keptId(store: Store, id: string): string {
  const kept = store
    .prepare<[number], string>(
      'SELECT CAST(protocol_id AS TEXT) FROM successors WHERE upstream_id = ?',
    )
    .pluck()
    .get(Number(id))
  return kept ?? id
}

/**
 * The batch of a registry with the ids under which its protocols are kept, and the ids that are new today in `successors`. A new id
 * continues one that left the list within `RELISTED_DAYS`, or since the list before, when slug, name, and address or site are the same; the slug alone proves
 * nothing, since a stranger may take it; nor do many new ids at once. An id that is listed itself is never continued by another. Other batches are returned as
 * they are.
 */
export function withKeptIds(store: Store, batch: Batch): Batch {
  if (!batch.protocols) return batch
  const listed = new Set(batch.protocols.map(({ id }) => id))
  const successors = new Map(
    loadSuccessors(store).filter(([upstream, kept]) => listed.has(upstream) && !listed.has(kept)),
  )
  const find = finder(store, batch.asOf)
  const taken = new Set([...listed, ...successors.values()])
  const found: [upstream: string, kept: string][] = []
  for (const row of batch.protocols) {
    const kept = successors.has(row.id) ? undefined : find(row)
    if (kept === undefined || taken.has(kept)) continue
    taken.add(kept)
    found.push([row.id, kept])
  }
  if (found.length <= Math.max(MAX_RELISTED, batch.protocols.length * MAX_RELISTED_SHARE)) {
    for (const [upstream, kept] of found) successors.set(upstream, kept)
  }
  if (successors.size === 0) return batch
  const protocols = batch.protocols.map((row) => rename(row, successors))
  return { ...batch, protocols, successors: [...successors] }
}

/** Writes the links of a registry, and ends those of ids that it lists apart. */
export function keepSuccessors(store: Store, { protocols, successors = [], asOf }: Batch): void {
  const end = store.prepare('DELETE FROM successors WHERE upstream_id = ?')
  for (const { id } of protocols ?? []) end.run(Number(id))
  const keep = store.prepare(
    'INSERT INTO successors (upstream_id, protocol_id, first_seen) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  for (const [upstream, kept] of successors) keep.run(Number(upstream), Number(kept), asOf)
}

/** Every link: the id that upstream gave later, and the id under which the protocol is kept. */
export function loadSuccessors(store: Store): [upstream: string, kept: string][] {
  return store
    .prepare<[], { upstream: string; kept: string }>(
      'SELECT CAST(upstream_id AS TEXT) AS upstream, CAST(protocol_id AS TEXT) AS kept FROM successors ORDER BY upstream_id',
    )
    .all()
    .map(({ upstream, kept }) => [upstream, kept])
}

function rename(row: ProtocolRow, successors: ReadonlyMap<string, string>): ProtocolRow {
  const id = successors.get(row.id) ?? row.id
  const { forkedFrom } = row.facts
  if (!forkedFrom?.known) return { ...row, id }
  const { value, asOf, source } = forkedFrom
  const origins = value.map((origin) => successors.get(origin) ?? origin)
  return { ...row, id, facts: { ...row.facts, forkedFrom: known(origins, asOf, source) } }
}

/** Finds the protocol that a row lists again, among those that left; undefined for a row that is known by its own id. */
function finder(store: Store, asOf: Day): (row: ProtocolRow) => string | undefined {
  const isKnown = store.prepare<[number], 1>('SELECT 1 FROM protocols WHERE id = ?').pluck()
  const before = store
    .prepare<[Day], Day | null>('SELECT MAX(last_seen) FROM protocols WHERE last_seen < ?')
    .pluck()
    .get(asOf)
  const oldest = addDays(asOf, -RELISTED_DAYS)
  const since = before && before < oldest ? before : oldest
  const gone = store.prepare<
    [string, string, Day],
    { id: string; url: string | null; contract: string | null }
  >(
    `SELECT CAST(p.id AS TEXT) AS id, p.url, r.value ->> '$' AS contract FROM protocols p
     LEFT JOIN readings r ON r.protocol_id = p.id AND r.name = 'contract'
     WHERE p.slug = ? AND p.name = ? AND p.last_seen >= ? ORDER BY p.last_seen DESC, p.id`,
  )
  return (row) => {
    if (isKnown.get(Number(row.id))) return undefined
    const { contract } = row.facts
    const site = siteOf(row.url)
    return gone
      .all(row.slug, row.name, since)
      .find(
        (left) =>
          (contract?.known && left.contract?.toLowerCase() === contract.value.toLowerCase()) ||
          (site !== null && siteOf(left.url) === site),
      )?.id
  }
}
