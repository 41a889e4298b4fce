import type { WebhookRecord } from '../api/state/webhook-store.ts'
import type { AlertTable } from '../contract/alert-table.ts'
import type { Alert, WatchedScore } from '../contract/alerts.ts'
import type { IncidentList } from '../contract/incident-list.ts'
import { riskLevel } from '../domain/risk-level.ts'
import { fileNameOf } from '../export/file-name.ts'

const DAY_MS = 86_400_000

/** Days after which a loss is no longer sent. The ids of what was sent are kept as long, so nothing is sent twice. */
const INCIDENT_DAYS = 80

/** What is published and where. */
export interface Published {
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
 * What a webhook is to hear of, between the snapshot that it saw last and the published one: changes of level, thresholds that were
 * crossed, and losses since it was made. A protocol without a score on either day is left out, and so is a change of the methodology:
 * scores are compared from the first snapshot of the published one's methodology. `now` in milliseconds since 1970.
 */
export function findAlerts(
  webhook: WebhookRecord,
  published: Published,
  now: number,
): FoundAlert[] {
  const { watch } = webhook
  const timestamp = new Date(now).toISOString()
  const from = firstComparable(webhook, published.table)
  const rows = new Map(published.table.ids.map((id, row) => [id, row]))
  const watched = watch.protocols === null ? [...rows.keys()] : watch.protocols
  const context = { ...published, rows, from, timestamp }
  return [
    ...(watch.levelChanges ? watched.flatMap((id) => levelChange(id, context)) : []),
    ...watch.thresholds.flatMap((threshold) => crossing(threshold, context)),
    ...(watch.incidents ? losses(webhook, context, now) : []),
  ]
}

interface Context extends Published {
  rows: ReadonlyMap<string, number>
  /** Index of the snapshot that the published one is compared with. */
  from: number
  timestamp: string
}

/**
 * The snapshot that the webhook saw, or the last before its day where it is gone, such as one that was replaced on the same day. Then
 * the first from there on by the methodology of the published one.
 */
function firstComparable(
  { seenSnapshot, seenDay }: WebhookRecord,
  { snapshots }: AlertTable,
): number {
  const exact = snapshots.findIndex(({ id }) => id === seenSnapshot)
  const before = snapshots.findLastIndex(({ day }) => day < seenDay)
  const seen = Math.max(exact === -1 ? before : exact, 0)
  const { methodology } = newest(snapshots)
  return snapshots.findIndex((one, at) => at >= seen && one.methodology === methodology)
}

function levelChange(id: string, context: Context): FoundAlert[] {
  const scores = scoresOf(id, 'composite', context)
  if (!scores) return []
  const { from, to } = scores
  if (riskLevel(from) === riskLevel(to)) return []
  const { protocol, before, snapshot, timestamp } = describe(id, context)
  const reading = (composite: number) => ({ composite, riskLevel: riskLevel(composite) })
  const data = { protocol, from: reading(from), to: reading(to), before, snapshot }
  return [
    {
      alert: { type: 'protocol.level_changed', timestamp, data },
      change: ['level', id, before.day, snapshot.day, riskLevel(to)].join(' '),
    },
  ]
}

/** A score at the limit counts as above it. */
function crossing(
  { protocol: id, score, limit }: { protocol: string; score: WatchedScore; limit: number },
  context: Context,
): FoundAlert[] {
  const scores = scoresOf(id, score, context)
  if (!scores) return []
  const { from, to } = scores
  if (from >= limit === to >= limit) return []
  const { protocol, before, snapshot, timestamp } = describe(id, context)
  const data = { protocol, score, limit, from, to, before, snapshot }
  const side = to >= limit ? 'above' : 'below'
  return [
    {
      alert: { type: 'protocol.threshold_crossed', timestamp, data },
      change: ['threshold', id, score, limit, before.day, snapshot.day, side].join(' '),
    },
  ]
}

function losses({ watch, createdAt }: WebhookRecord, context: Context, now: number): FoundAlert[] {
  const first = createdAt.slice(0, 10)
  const oldest = new Date(now - INCIDENT_DAYS * DAY_MS).toISOString().slice(0, 10)
  return context.incidents.incidents.flatMap((incident) => {
    const { id, day, lossUsd, cause, source, protocol: subject } = incident
    if (!subject || day < first || day < oldest) return []
    if (watch.protocols !== null && !watch.protocols.includes(subject.slug)) return []
    const { timestamp, snapshot } = describe(subject.slug, context)
    const protocol = named(subject.slug, subject.name, context)
    const data = { protocol, incident: { id, day, lossUsd, cause, source }, snapshot }
    return [
      { alert: { type: 'protocol.incident', timestamp, data }, change: `incident ${id}` } as const,
    ]
  })
}

/** The score on both days; null when it is unknown on one of them. */
function scoresOf(
  id: string,
  score: WatchedScore,
  { table, rows, from }: Context,
): { from: number; to: number } | null {
  const row = rows.get(id)
  if (row === undefined) return null
  const then = table.scores[from]?.[score][row] ?? null
  const now = table.scores.at(-1)?.[score][row] ?? null
  return then === null || now === null ? null : { from: then, to: now }
}

function describe(id: string, context: Context) {
  const { table, rows, from, timestamp } = context
  const snapshot = newest(table.snapshots)
  const name = table.names[rows.get(id) ?? -1] ?? id
  const before = table.snapshots[from] ?? snapshot
  return { protocol: named(id, name, context), before, snapshot, timestamp }
}

function named(id: string, name: string, { origin }: Context) {
  return { id, name, page: `${origin}/protocol/${encodeURIComponent(fileNameOf(id))}/` }
}

function newest<T>(list: T[]): T {
  const last = list.at(-1)
  if (last === undefined) throw new RangeError('A table of alerts has a snapshot.')
  return last
}
