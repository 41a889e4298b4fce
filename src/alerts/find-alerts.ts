import type { AlertTable } from '../contract/alert-table.ts'
import {
  type Alert,
  HIT_SHARE,
  LOST_PEG,
  PASSED_SHARE,
  type WatchedScore,
} from '../contract/alerts.ts'
import { MAX_SIGNALS, type MovedBy } from '../contract/changes.ts'
import { fileNameOf } from '../contract/file-name.ts'
import type { IncidentList } from '../contract/incident-list.ts'
import { MAX_WHO_ELSE } from '../contract/who-else.ts'
import { DAY_MS } from '../domain/day.ts'
import type { WebhookRecord } from '../state/webhook-store.ts'

/** Days after which a loss is no longer sent. The ids of what was sent are kept as long, so nothing is sent twice. */
const INCIDENT_DAYS = 80

/** What is published and where. */
export interface PublishedAlerts {
  table: AlertTable
  incidents: IncidentList
  /** Origin of the site. */
  origin: string
}

/** An alert, and the change that it is about: the same text for the same change. */
export interface FoundAlert {
  alert: Alert
  change: string
}

/**
 * Finds the alerts of a webhook, between the snapshot that it saw last and the published one: changes of level, thresholds that were
 * crossed, losses since it was made, and losses of what protocols stand on. `now` in milliseconds since 1970.
 */
export type AlertFinder = (webhook: WebhookRecord, now: number) => FoundAlert[]

/**
 * A finder for what is published. A score is compared with the last known one, also over days on which it was not published; a protocol
 * without a score now is left out, and so is a change of the methodology: scores of another one than the published one's are not
 * compared. What all webhooks have in common is computed once.
 */
export function alertFinder(
  published: PublishedAlerts,
  rows: ReadonlyMap<string, number> = rowsOf(published.table),
): AlertFinder {
  const rowsBySlug = rowsOf({ protocolIds: published.table.ids })
  const { table } = published
  const causes = new Map(
    table.causes.map((one) => [`${table.snapshots[one.at]?.id} ${one.protocolId}`, one.signals]),
  )
  const context: Context = { ...published, rows, rowsBySlug, causes, levels: new Map() }
  return (webhook, now) => {
    const { watch } = webhook
    const from = firstComparable(webhook, published.table)
    const timestamp = new Date(now).toISOString()
    const found = [
      ...(watch.levelChanges ? levelChanges(webhook, from, context) : []),
      ...watch.thresholds.flatMap((threshold) => crossing(threshold, from, context)),
      ...(watch.incidents ? losses(webhook, context, now) : []),
      ...(watch.dependencies ? dependencyAlerts(webhook, context, now) : []),
    ]
    return found.map(({ change, ...rest }) => ({ alert: { ...rest, timestamp } as Alert, change }))
  }
}

/** The row of each protocol by its id. */
export function rowsOf({ protocolIds }: Pick<AlertTable, 'protocolIds'>): Map<string, number> {
  return new Map(protocolIds.map((id, row) => [id, row]))
}

type Snapshot = AlertTable['snapshots'][number]

/** An alert without the time at which it is made, and its change. */
type Found = { change: string } & (Alert extends infer Each
  ? Each extends Alert
    ? Omit<Each, 'timestamp'>
    : never
  : never)

interface Context extends PublishedAlerts {
  rows: ReadonlyMap<string, number>
  rowsBySlug: ReadonlyMap<string, number>
  /** What moved scores since a snapshot, by its id and that of the protocol. */
  causes: ReadonlyMap<string, MovedBy[]>
  /** Changes of level since a snapshot, by its index: of each protocol, by its row. */
  levels: Map<number, Map<number, Found>>
}

/** The snapshot that the webhook saw, or the last before its day where it is gone, such as one that was replaced on the same day; -1 without one. */
function lastSeen(
  { seenSnapshot, seenDay }: WebhookRecord,
  snapshots: readonly Snapshot[],
): number {
  const exact = snapshots.findIndex(({ id }) => id === seenSnapshot)
  return exact === -1 ? snapshots.findLastIndex(({ day }) => day < seenDay) : exact
}

/** The first from the one that was seen on by the methodology of the published one. */
function firstComparable(webhook: WebhookRecord, { snapshots }: AlertTable): number {
  const seen = Math.max(lastSeen(webhook, snapshots), 0)
  const { methodology } = newest(snapshots)
  return snapshots.findIndex((one, at) => at >= seen && one.methodology === methodology)
}

function levelChanges({ watch }: WebhookRecord, from: number, context: Context): Found[] {
  const all = context.levels.get(from) ?? allLevelChanges(from, context)
  context.levels.set(from, all)
  if (watch.protocols === null) return [...all.values()]
  return watch.protocols.flatMap(({ id }) => all.get(context.rows.get(id ?? '') ?? -1) ?? [])
}

/** Levels as they were announced, so that a score that swings about a limit makes no alerts. */
function allLevelChanges(from: number, context: Context): Map<number, Found> {
  const { announced, protocolIds } = context.table
  const changes = new Map<number, Found>()
  for (const row of context.rows.values()) {
    const [old, now] = [announced[from], announced.at(-1)].map((one) => announcedAt(one, row))
    const scores = scoresOf(row, 'composite', from, context)
    if (!scores || !old || !now || old.riskLevel === now.riskLevel) continue
    const { before, snapshot } = scores
    const protocol = protocolAt(row, context)
    const signals = signalsOf(row, 'composite', before.id, context)
    const data = { protocol, from: old, to: now, before, snapshot, ...signals }
    const id = protocolIds[row]
    const change = ['level', id, before.day, snapshot.day, now.riskLevel].join(' ')
    changes.set(row, { type: 'protocol.level_changed', data, change })
  }
  return changes
}

/** What moved a score since a snapshot; of a dimension its own signals. Empty where it is not kept. */
function signalsOf(
  row: number,
  score: WatchedScore,
  since: string,
  { causes, table }: Context,
): { signals?: MovedBy[] } {
  const all = causes.get(`${since} ${table.protocolIds[row]}`) ?? []
  const own = all.filter(({ dimension }) => score === 'composite' || dimension === score)
  return own.length === 0 ? {} : { signals: own.slice(0, MAX_SIGNALS) }
}

function announcedAt(announced: AlertTable['announced'][number] | undefined, row: number) {
  const composite = announced?.composite[row] ?? null
  const level = announced?.level[row] ?? null
  return composite === null || level === null ? null : { composite, riskLevel: level }
}

/** A score at the limit counts as above it. */
function crossing(
  { protocol: { id }, score, limit }: WebhookRecord['watch']['thresholds'][number],
  at: number,
  context: Context,
): Found[] {
  const row = context.rows.get(id ?? '')
  const scores = row === undefined ? null : scoresOf(row, score, at, context)
  if (row === undefined || !scores) return []
  const { from, to, before, snapshot } = scores
  if (from >= limit === to >= limit) return []
  const protocol = protocolAt(row, context)
  const signals = signalsOf(row, score, before.id, context)
  const data = { protocol, score, limit, from, to, before, snapshot, ...signals }
  const side = to >= limit ? 'above' : 'below'
  const change = ['threshold', id, score, limit, before.day, snapshot.day, side].join(' ')
  return [{ type: 'protocol.threshold_crossed', data, change }]
}

function losses(webhook: WebhookRecord, context: Context, now: number): Found[] {
  const { protocols } = webhook.watch
  const watched = protocols && new Set(protocols.map(({ id }) => id))
  return freshLosses(webhook, context, now).flatMap(({ subject, incident, whoElse }): Found[] => {
    if (watched && !watched.has(subject.id)) return []
    const snapshot = newest(context.table.snapshots)
    const data = {
      protocol: subjectOf(subject, context),
      incident,
      ...(whoElse?.isBefore && {
        whoElse: { ...whoElse, rows: whoElse.rows.slice(0, MAX_WHO_ELSE) },
      }),
      snapshot,
    }
    return [{ type: 'protocol.incident', data, change: `incident ${incident.id}` }]
  })
}

/** Losses since the webhook was made that two readings have. */
function freshLosses({ createdAt }: WebhookRecord, { incidents }: Context, now: number) {
  const first = createdAt.slice(0, 10)
  const oldest = new Date(now - INCIDENT_DAYS * DAY_MS).toISOString().slice(0, 10)
  return incidents.incidents.flatMap(({ protocol: subject, readings, whoElse, ...own }) => {
    const { id, day, lossUsd, cause, source } = own
    if (!subject || day < first || day < oldest || readings === 1) return []
    return [{ subject, whoElse, incident: { id, day, lossUsd, cause, source } }]
  })
}

type Subject = NonNullable<IncidentList['incidents'][number]['protocol']>

function subjectOf(subject: Subject, context: Context) {
  const row = context.rows.get(subject.id)
  return row === undefined ? named(subject, context) : protocolAt(row, context)
}

/** Losses of what watched protocols stood on the day before; dollars that lost their peg and shares that passed the limit since the snapshot that was seen. */
function dependencyAlerts(webhook: WebhookRecord, context: Context, now: number): Found[] {
  const { table, rows, rowsBySlug } = context
  const { protocols } = webhook.watch
  const watched = protocols && new Set(protocols.map(({ id }) => rows.get(id ?? '')))
  const isWatched = (row: number | undefined) =>
    row !== undefined && (watched === null || watched.has(row))
  const snapshot = newest(table.snapshots)
  const hits = freshLosses(webhook, context, now).flatMap(({ subject, whoElse, incident }) => {
    // After the loss the shares are those of who is left.
    if (!whoElse?.isBefore) return []
    const on = subjectOf(subject, context)
    return whoElse.rows.flatMap(({ id, kind, share, day: shareDay }): Found[] => {
      const row = rowsBySlug.get(id)
      if (row === undefined || !isWatched(row) || share === null || share < HIT_SHARE) return []
      const of = { on, kind, share, shareDay, incident, snapshot }
      const change = `hit ${incident.id} ${table.protocolIds[row]} ${kind}`
      const data = { protocol: protocolAt(row, context), ...of }
      return [{ type: 'protocol.dependency_hit', data, change }]
    })
  })
  const seen = lastSeen(webhook, table.snapshots)
  const passed = table.passedShares.flatMap(
    ({ at, protocolId, to: on, share, ...own }): Found[] => {
      const row = rows.get(protocolId)
      const first = table.snapshots[at]
      if (at <= seen || row === undefined || !first || !isWatched(row)) return []
      const of = { on, ...own, limit: PASSED_SHARE, to: share, snapshot: first }
      const change = ['passed', protocolId, own.kind, on.id, first.day].join(' ')
      const data = { protocol: protocolAt(row, context), ...of }
      return [{ type: 'protocol.dependency_passed', data, change }]
    },
  )
  const lost = table.lostPegs.flatMap(({ at, protocols: standing, ...own }) => {
    const first = table.snapshots[at]
    if (at <= seen || !first) return []
    // Hundreds may stand on a large dollar, and at most 200 alerts wait for one webhook.
    const sent = watched === null ? standing.slice(0, MAX_WHO_ELSE) : standing
    return sent.flatMap(({ protocolId, kind, share }): Found[] => {
      const row = rows.get(protocolId)
      if (row === undefined || !isWatched(row)) return []
      const of = { ...own, kind, share, limit: LOST_PEG, snapshot: first }
      const change = ['peg', protocolId, kind, own.on.id, own.token, first.day].join(' ')
      const data = { protocol: protocolAt(row, context), ...of }
      return [{ type: 'protocol.dependency_lost_peg', data, change }]
    })
  })
  return [...hits, ...lost, ...passed]
}

/** A score now, and the last known one at the snapshot `at` or before it with that snapshot; null when either is unknown. */
function scoresOf(row: number, score: WatchedScore, at: number, { table }: Context) {
  const snapshot = newest(table.snapshots)
  const to = table.scores.at(-1)?.[score][row] ?? null
  const known = to === null ? null : lastKnown(row, score, at, table)
  return to === null || !known ? null : { from: known.value, to, before: known.snapshot, snapshot }
}

function lastKnown(
  row: number,
  score: WatchedScore,
  from: number,
  { snapshots, scores, earlier, protocolIds }: AlertTable,
): { value: number; snapshot: Snapshot } | null {
  const { methodology } = newest(snapshots)
  for (let at = from; at >= 0; at--) {
    const snapshot = snapshots[at]
    if (snapshot?.methodology !== methodology) return null
    const value = scores[at]?.[score][row] ?? null
    if (value !== null) return { value, snapshot }
  }
  const id = protocolIds[row]
  return earlier.find((one) => one.protocolId === id && one.score === score) ?? null
}

function protocolAt(row: number, context: Context) {
  const { ids, names } = context.table
  const slug = ids[row] ?? ''
  return named({ slug, name: names[row] ?? slug }, context)
}

function named({ slug: id, name }: { slug: string; name: string }, { origin }: Context) {
  return { id, name, page: `${origin}/protocol/${encodeURIComponent(fileNameOf(id))}/` }
}

function newest<T>(list: T[]): T {
  const last = list.at(-1)
  if (last === undefined) throw new RangeError('A table of alerts has a snapshot.')
  return last
}
