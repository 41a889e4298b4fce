import type Database from 'better-sqlite3'
import { parseJson } from '../../domain/json.ts'
import {
  byWebhook,
  isRecorded,
  MAX_WAITING,
  PAGE,
  parseDelivery,
  pushedOut,
  SETTLED_KEPT_MS,
  TURN,
  turnOf,
} from '../webhook-records.ts'
import type { DeliveryRecord, DuePage, Settled } from '../webhook-store.ts'

const COLUMNS =
  'id, webhook_id AS webhookId, alert, status, attempts, due_at AS dueAt, last_attempt AS lastAttempt'

/** Rows that end are deleted when others are added, so many at a time. */
const PRUNE_ROWS = 500

/** Alerts on their way and those that were settled in the last 90 days, numbered in the order in which they were added. */
export function deliveryTable(db: Database.Database) {
  const hasWebhook = db.prepare('SELECT 1 FROM webhooks WHERE id = ?')
  const insert = db.prepare(
    `INSERT INTO deliveries (id, webhook_id, alert, status, attempts, due_at, last_attempt)
     VALUES (@id, @webhookId, @alert, @status, @attempts, @dueAt, @lastAttempt) ON CONFLICT (id) DO NOTHING`,
  )
  const prune = db.prepare(
    'DELETE FROM deliveries WHERE number IN (SELECT number FROM deliveries WHERE settled_ms < ? LIMIT ?)',
  )
  const pushOut = db.prepare(
    `UPDATE deliveries SET status = @status, last_attempt = @lastAttempt, settled_ms = @now WHERE number IN (
       SELECT number FROM deliveries WHERE webhook_id = @webhookId AND status = 'waiting'
       ORDER BY number DESC LIMIT -1 OFFSET ${MAX_WAITING})`,
  )
  // With the index of what waits both take one search, however much waits.
  const nextWebhook = db
    .prepare<[string], string | null>(
      "SELECT min(webhook_id) FROM deliveries WHERE status = 'waiting' AND webhook_id > ?",
    )
    .pluck()
  const oldest = db.prepare(
    `SELECT ${COLUMNS} FROM deliveries WHERE status = 'waiting' AND webhook_id = ? ORDER BY number LIMIT ${TURN}`,
  )
  const isDue = db
    .prepare<[number, string], number>(
      "SELECT due_at <= ? FROM deliveries WHERE status = 'waiting' AND webhook_id = ? ORDER BY number LIMIT 1",
    )
    .pluck()
  const lease = db.prepare(
    `UPDATE deliveries SET due_at = @until WHERE id = @id AND status = 'waiting' AND due_at <= @now`,
  )
  const find = db.prepare(`SELECT ${COLUMNS} FROM deliveries WHERE id = ?`)
  const settle = db.prepare(
    `UPDATE deliveries SET status = @status, attempts = @attempts, due_at = @dueAt, last_attempt = @lastAttempt,
       settled_ms = @settledMs WHERE id = @id`,
  )
  const list = db.prepare(
    `SELECT ${COLUMNS} FROM deliveries WHERE webhook_id = ? ORDER BY number DESC LIMIT ?`,
  )
  const countWaiting = db
    .prepare<[string], number>(
      "SELECT count(*) FROM deliveries WHERE webhook_id = ? AND status = 'waiting'",
    )
    .pluck()
  const removeAll = db.prepare('DELETE FROM deliveries WHERE webhook_id = ?')
  return {
    add(deliveries: readonly DeliveryRecord[], now: number): void {
      prune.run(now - SETTLED_KEPT_MS, PRUNE_ROWS)
      for (const [webhookId, own] of byWebhook(deliveries)) {
        if (hasWebhook.get(webhookId) === undefined) continue
        for (const one of own) insert.run({ ...one, ...textsOf(one) })
        const { status, lastAttempt } = pushedOut(now)
        pushOut.run({ webhookId, now, status, lastAttempt: JSON.stringify(lastAttempt) })
      }
    },
    due(now: number, cursor: string | null): DuePage {
      const due: DeliveryRecord[] = []
      let id = cursor ?? ''
      for (let seen = 0; seen < PAGE; seen++) {
        const next = nextWebhook.get(id) ?? null
        if (next === null) return { due, next: null }
        id = next
        if (isDue.get(now, id) === 1) {
          due.push(...turnOf(oldest.all(id).map(deliveryOf), now))
        }
      }
      return { due, next: id }
    },
    lease: (id: string, now: number, until: number) => lease.run({ id, now, until }).changes === 1,
    settle(id: string, settled: Settled, now: number): void {
      const row = find.get(id)
      if (row === undefined || !isRecorded(deliveryOf(row).status, settled)) return
      const { status, attempts, dueAt, lastAttempt } = settled
      const settledMs = status === 'waiting' ? null : now
      const text = lastAttempt && JSON.stringify(lastAttempt)
      settle.run({ id, status, attempts, dueAt, lastAttempt: text, settledMs })
    },
    list: (webhookId: string, most: number) => list.all(webhookId, most).map(deliveryOf),
    waiting: (webhookId: string) => countWaiting.get(webhookId) ?? 0,
    removeAll: (webhookId: string) => void removeAll.run(webhookId),
  }
}

function textsOf({ alert, lastAttempt }: DeliveryRecord) {
  return { alert: JSON.stringify(alert), lastAttempt: lastAttempt && JSON.stringify(lastAttempt) }
}

function deliveryOf(row: unknown): DeliveryRecord {
  const fields: object = typeof row === 'object' && row !== null ? row : {}
  const alert = 'alert' in fields ? parseJson(String(fields.alert)) : null
  const last = 'lastAttempt' in fields ? fields.lastAttempt : null
  const lastAttempt = typeof last === 'string' ? parseJson(last) : last
  return parseDelivery({ ...fields, alert, lastAttempt })
}
