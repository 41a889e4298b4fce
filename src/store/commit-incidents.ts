import { addDays, type Day } from '../domain/day.ts'
import type { Incident } from '../domain/protocol.ts'
import { MAX_LEVEL_DAYS } from '../domain/tvl-jump.ts'
import { type IncidentTraits, recogniseIncidents } from './incident-identity.ts'
import type { Store } from './open.ts'
import { keptId } from './successors.ts'

/** Writes the newest list of incidents. A corrected incident keeps its id, the day it was first seen, and in `earlier` what was said before. */
export function writeListedIncidents(store: Store, incidents: Incident[], asOf: Day): void {
  // A second run of a day replaces the first: what it no longer lists was last seen the day before.
  store
    .prepare("UPDATE incidents SET last_seen = date(?, '-1 day') WHERE last_seen = ?")
    .run(asOf, asOf)
  const earlier = store
    .prepare('SELECT 1 FROM incidents WHERE last_seen >= ? LIMIT 1')
    .get(addDays(asOf, -MAX_LEVEL_DAYS))
  writeIncidents(store, incidents, asOf, { listedOn: asOf, isFirst: earlier === undefined })
}

/**
 * Writes the incidents on the page of a protocol. Null means that the page has no list; an empty list means no incidents.
 * Runs in its own transaction unless one is open.
 */
export function commitPageIncidents(
  store: Store,
  protocolId: number,
  incidents: Incident[] | null,
  asOf: Day,
): void {
  const markAsNamed = store.prepare('UPDATE incidents SET named_by = ?, named_on = ? WHERE id = ?')
  const notePage = store.prepare(
    `INSERT INTO incident_pages (protocol_id, read_on, has_list) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET read_on = excluded.read_on, has_list = excluded.has_list`,
  )
  store
    .transaction(() => {
      const earlier = store
        .prepare('SELECT 1 FROM incident_pages WHERE protocol_id = ? AND has_list = 1')
        .get(protocolId)
      const reading = { listedOn: NEVER, isFirst: earlier === undefined }
      for (const id of writeIncidents(store, incidents ?? [], asOf, reading))
        markAsNamed.run(protocolId, asOf, id)
      notePage.run(protocolId, asOf, incidents === null ? 0 : 1)
    })
    .immediate()
}

/** Placeholder for an incident that no list has contained yet. */
const NEVER = ''

interface IncidentReading {
  listedOn: Day | typeof NEVER
  /** Whether it is the first list, the first after a month, or the first version of a page: then nothing can be held against it. */
  isFirst: boolean
}

/** Readings are counted up to this number. */
const MAX_READINGS = 3

/** SQL condition: the amount is more than ten times the one in use. */
const IS_JUMP = 'excluded.loss_usd > 10 * loss_usd AND loss_usd > 0'

/** SQL condition: and no reading of an earlier day had it. */
const IS_NEW_JUMP = `${IS_JUMP} AND NOT (jump_usd IS excluded.loss_usd AND excluded.read_on > read_on)`

/** SQL: what an incident is said to be, as `earlier` keeps it; `until` is the day on which that was corrected. */
const STATED =
  "json_object('name', name, 'day', occurred_on, 'lossUsd', loss_usd, 'technique', technique"

/** SQL: `earlier` with what is corrected now. List and page may differ for long, so each version is kept once. */
const EARLIER = `iif((name, occurred_on, loss_usd, technique)
    IS (excluded.name, excluded.occurred_on, iif(${IS_NEW_JUMP}, loss_usd, excluded.loss_usd), excluded.technique)
  OR EXISTS (SELECT 1 FROM json_each(incidents.earlier) e WHERE json_remove(e.value, '$.until') = ${STATED})),
  earlier, json_insert(earlier, '$[#]', json(${STATED}, 'until', excluded.first_seen))))`

/** Writes incidents and returns their stored ids in the same order. */
function writeIncidents(
  store: Store,
  given: Incident[],
  asOf: Day,
  { listedOn, isFirst }: IncidentReading,
): string[] {
  if (given.length === 0) return []
  const incidents = given.map(({ protocolId, ...row }) => ({
    ...row,
    protocolId: protocolId && keptId(store, protocolId),
  }))
  const known = loadTraits(store)
  const upsert = store.prepare(
    `INSERT INTO incidents (id, protocol_id, parent_id, name, occurred_on, loss_usd, returned_usd, tvl_before_usd,
       tvl_before_on, chain, cause, technique, poc_url, source, match_method, first_seen, last_seen, read_on, readings)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET protocol_id = excluded.protocol_id, parent_id = excluded.parent_id,
       name = excluded.name, occurred_on = excluded.occurred_on,
       loss_usd = iif(${IS_NEW_JUMP}, loss_usd, excluded.loss_usd),
       jump_usd = iif(${IS_JUMP}, excluded.loss_usd, NULL),
       readings = iif(excluded.read_on > read_on AND readings < ${MAX_READINGS}, readings + 1, readings),
       read_on = MAX(read_on, excluded.read_on),
       returned_usd = excluded.returned_usd, tvl_before_usd = excluded.tvl_before_usd,
       tvl_before_on = excluded.tvl_before_on, chain = excluded.chain, cause = excluded.cause,
       technique = excluded.technique, earlier = ${EARLIER}, poc_url = excluded.poc_url, match_method = excluded.match_method,
       last_seen = iif(excluded.last_seen = '', last_seen, excluded.last_seen)`,
  )
  const taken = new Set(known.map(({ id }) => id))
  const recognised = recogniseIncidents(known, incidents)
  return incidents.map((row, index) => {
    const id = recognised[index]?.id ?? freeId(row.id, taken)
    taken.add(id)
    upsert.run(
      id,
      row.protocolId === null ? null : Number(row.protocolId),
      row.parentId,
      row.name,
      row.day,
      row.lossUsd,
      row.returnedUsd,
      row.tvlBeforeUsd,
      row.tvlBeforeDay,
      row.chain,
      row.cause,
      row.technique,
      row.pocUrl,
      row.source,
      row.matchMethod,
      asOf,
      listedOn,
      asOf,
      isFirst ? null : 1,
    )
    return id
  })
}

/** The proposed id, with a number when another incident has it. */
function freeId(proposed: string, taken: ReadonlySet<string>): string {
  let id = proposed
  for (let nth = 2; taken.has(id); nth += 1) id = `${proposed}-${nth}`
  return id
}

function loadTraits(store: Store): (IncidentTraits & { id: string })[] {
  return store
    .prepare<[], IncidentTraits & { id: string }>(
      `SELECT id, CAST(protocol_id AS TEXT) AS protocolId, parent_id AS parentId, name, occurred_on AS day, loss_usd AS lossUsd
       FROM incidents ORDER BY last_seen DESC, id`,
    )
    .all()
}
