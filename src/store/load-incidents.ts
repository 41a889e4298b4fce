import { addDays, type Day, dayFromNumber } from '../domain/day.ts'
import { isPlausibleLoss } from '../domain/plausible-loss.ts'
import type { Incident } from '../domain/protocol.ts'
import { type Known, known } from '../domain/reading.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import type { Store } from './open.ts'
import { findLastGoodRun } from './source-runs.ts'

const SOURCE = SOURCE_OF_ROLE.incidents

interface Row extends Omit<Incident, 'protocolId' | 'tvlBeforeUsd' | 'tvlBeforeDay'> {
  protocolId: number | null
  namedByPage: number | null
  givenUsd: number | null
  givenDay: Day | null
  historyUsd: number | null
  historyDay: number | null
  largestUsd: number | null
  readingCount: number | null
  lastSeen: Day | ''
}

const COLUMNS = `i.id, i.protocol_id AS protocolId, i.parent_id AS parentId, i.name, i.occurred_on AS day, i.loss_usd AS lossUsd,
  i.returned_usd AS returnedUsd, i.chain, i.cause, i.technique, i.poc_url AS pocUrl, i.source, i.match_method AS matchMethod,
  i.named_by AS namedByPage, i.tvl_before_usd AS givenUsd, i.tvl_before_on AS givenDay, before.cents / 1e2 AS historyUsd, before.day AS historyDay,
  largest.cents / 1e2 AS largestUsd, i.last_seen AS lastSeen, i.readings + (i.last_seen <> '' AND i.named_by IS NOT NULL) AS readingCount`

/** Days before an incident at which its protocol is measured: on the day before, the loss may have begun. */
const BEFORE_DAYS = 2

/** Largest age of the measurement on that day. */
const BEFORE_GAP_DAYS = 7

/** SQL: an incident and the protocol that it hit; where it names a family only, each member of the family. */
const MEMBERS = `SELECT id AS incident, occurred_on, protocol_id FROM incidents WHERE protocol_id IS NOT NULL
  UNION ALL SELECT f.id, f.occurred_on, p.id FROM incidents f JOIN protocols p ON p.parent_id = f.parent_id
  WHERE f.protocol_id IS NULL`

/**
 * SQL: the sum of the last totals of TVL before an incident, as old as the oldest of them. A total of zero is an upstream fault and not
 * a size: the protocol had something to lose.
 */
const TOTAL_BEFORE = `SELECT m.incident, SUM(t.cents) AS cents, MIN(t.day) AS day FROM (${MEMBERS}) m
  JOIN tvl_daily t ON t.protocol_id = m.protocol_id AND t.section = 0 AND t.day =
    (SELECT MAX(b.day) FROM tvl_daily b WHERE b.protocol_id = m.protocol_id AND b.section = 0 AND b.cents > 0
       AND b.day BETWEEN unixepoch(m.occurred_on) / 86400 - ${BEFORE_DAYS + BEFORE_GAP_DAYS}
         AND unixepoch(m.occurred_on) / 86400 - ${BEFORE_DAYS})
  GROUP BY m.incident`

/** Days around an incident in which the largest total of TVL bounds what can have been lost. */
const AROUND = { before: 365, after: 30 }

/** SQL: the sum of the largest totals of TVL around an incident. */
const LARGEST_AROUND = `SELECT incident, SUM(cents) AS cents FROM (
  SELECT m.incident, MAX(t.cents) AS cents FROM (${MEMBERS}) m
  JOIN tvl_daily t ON t.protocol_id = m.protocol_id AND t.section = 0
    AND t.day BETWEEN unixepoch(m.occurred_on) / 86400 - ${AROUND.before} AND unixepoch(m.occurred_on) / 86400 + ${AROUND.after}
  GROUP BY m.incident, m.protocol_id) GROUP BY incident`

/** Incidents with the last total of TVL before them, and the largest around them. */
const INCIDENTS = `incidents i LEFT JOIN (${TOTAL_BEFORE}) before ON before.incident = i.id
  LEFT JOIN (${LARGEST_AROUND}) largest ON largest.incident = i.id`

/** An incident that more than one reading had stays for this many days after the last list with it: upstream drops rows and brings them back. */
const KEPT_DAYS = 7

/** SQL condition: the incident is on the list of `@list`, or was on one since `@kept`. */
const IS_LISTED = `(i.last_seen = @list OR (i.last_seen BETWEEN @kept AND @list AND (i.readings IS NULL OR i.readings > 1)))`

/** SQL condition: the incident is on the newest version of a protocol's page, read since `@since`. */
const ON_FRESH_PAGE = `EXISTS (SELECT 1 FROM incident_pages p WHERE p.protocol_id = i.named_by AND p.read_on = i.named_on AND p.read_on >= @since)`

/**
 * The incidents up to a day: those of the newest good list of any age, and those on pages of protocols read within
 * `maxAgeDays`. Undefined when the list was never read.
 */
export function loadListedIncidents(
  store: Store,
  asOf: Day,
  maxAgeDays: number,
): Known<Incident[]> | undefined {
  const last = findLastGoodRun(store, SOURCE, asOf)
  if (!last) return undefined
  const rows = store
    .prepare<[Record<string, string>], Row>(
      `SELECT ${COLUMNS} FROM ${INCIDENTS}
       WHERE i.occurred_on <= @asOf AND (${IS_LISTED} OR (i.named_on <= @asOf AND ${ON_FRESH_PAGE})) ORDER BY i.id`,
    )
    .all({
      asOf,
      list: last.asOf,
      kept: addDays(last.asOf, -KEPT_DAYS),
      since: addDays(asOf, -maxAgeDays),
    })
  return known(
    rows.map((row) => toIncident(row, last.asOf)),
    last.asOf,
    SOURCE,
  )
}

/** Stored incidents by id, listed or not; those that no list has any more with the day since then. */
export function loadIncidents(store: Store, ids: readonly string[], asOf: Day): Incident[] {
  const list = findLastGoodRun(store, SOURCE, asOf)?.asOf
  return store
    .prepare<[string], Row>(
      `SELECT ${COLUMNS} FROM ${INCIDENTS} WHERE i.id IN (SELECT value FROM json_each(?)) ORDER BY i.id`,
    )
    .all(JSON.stringify(ids))
    .map((row) => toIncident(row, list))
}

/** The incidents on pages of protocols read within `maxAgeDays`, by protocol id. Used when there is no list. */
export function loadPageIncidents(
  store: Store,
  asOf: Day,
  maxAgeDays: number,
): Map<string, Known<Incident[]>> {
  const since = addDays(asOf, -maxAgeDays)
  const pages = store
    .prepare<[string, string], { id: number; readOn: Day }>(
      'SELECT protocol_id AS id, read_on AS readOn FROM incident_pages WHERE has_list = 1 AND read_on BETWEEN ? AND ?',
    )
    .all(since, asOf)
  const byProtocol = new Map(
    pages.map(({ id, readOn }) => [String(id), known<Incident[]>([], readOn, SOURCE)]),
  )
  const rows = store
    .prepare<[Record<string, string>], Row>(
      `SELECT ${COLUMNS} FROM ${INCIDENTS} WHERE i.occurred_on <= @asOf AND ${ON_FRESH_PAGE} ORDER BY i.id`,
    )
    .all({ asOf, since })
  for (const row of rows) byProtocol.get(String(row.namedByPage))?.value.push(toIncident(row))
  return byProtocol
}

/** `list`: the day of the list in use; left out when there is none. */
function toIncident(row: Row, list?: Day): Incident {
  const { namedByPage, protocolId, givenUsd, givenDay, historyUsd, historyDay, ...others } = row
  const { largestUsd, readingCount, lastSeen, lossUsd, ...rest } = others
  const fromHistory = historyDay !== null
  const isPlausible = lossUsd === null || isPlausibleLoss(lossUsd, largestUsd ?? givenUsd)
  const isUnlisted = list !== undefined && lastSeen !== '' && lastSeen < list && !namedByPage
  return {
    ...rest,
    lossUsd: isPlausible ? lossUsd : null,
    ...(!isPlausible && { implausibleLossUsd: lossUsd }),
    ...(largestUsd !== null && { tvlAroundUsd: largestUsd }),
    ...(readingCount !== null && { readings: readingCount }),
    ...(isUnlisted && { unlistedSince: addDays(lastSeen, 1) }),
    protocolId: protocolId === null ? null : String(protocolId),
    tvlBeforeUsd: fromHistory ? historyUsd : givenUsd,
    tvlBeforeDay: fromHistory ? dayFromNumber(historyDay) : givenDay,
  }
}
