import type Database from 'better-sqlite3'
import { parseJson } from '../../../domain/json.ts'
import { byCreation } from '../key-record.ts'
import { unusable } from '../unusable.ts'
import { parseWebhook } from '../webhook-records.ts'
import type { WebhookRecord } from '../webhook-store.ts'
import { deliveryTable } from './deliveries.ts'

const COLUMNS = `id, account_id AS accountId, url, watch, created_at AS createdAt, seen_snapshot AS seenSnapshot,
  seen_day AS seenDay, stopped`

/** Webhooks with their deliveries. Each change is to run in one transaction. */
export function webhookTables(db: Database.Database) {
  const deliveries = deliveryTable(db)
  const find = db.prepare(`SELECT ${COLUMNS} FROM webhooks WHERE id = ?`)
  const list = db.prepare(`SELECT ${COLUMNS} FROM webhooks`)
  const listOf = db.prepare(`SELECT ${COLUMNS} FROM webhooks WHERE account_id = ?`)
  const hasAccount = db.prepare('SELECT 1 FROM accounts WHERE id = ?')
  const insert = db.prepare(
    `INSERT INTO webhooks (id, account_id, url, watch, created_at, seen_snapshot, seen_day, stopped)
     VALUES (@id, @accountId, @url, @watch, @createdAt, @seenSnapshot, @seenDay, @stopped)`,
  )
  const update = db.prepare(
    `UPDATE webhooks SET url = @url, watch = @watch, seen_snapshot = @seenSnapshot, seen_day = @seenDay, stopped = @stopped
     WHERE id = @id`,
  )
  const remove = db.prepare('DELETE FROM webhooks WHERE id = ?')

  function findOne(id: string): WebhookRecord | null {
    const row = find.get(id)
    return row === undefined ? null : webhookOf(row)
  }
  const listAll = (accountId: string) => listOf.all(accountId).map(webhookOf).sort(byCreation)

  function removeOne(id: string): boolean {
    deliveries.removeAll(id)
    return remove.run(id).changes === 1
  }

  return {
    deliveries,
    list: () => list.all().map(webhookOf).sort(byCreation),
    listOf: listAll,
    insert(record: WebhookRecord, most: number): boolean {
      if (hasAccount.get(record.accountId) === undefined) throw unusable('the account was deleted')
      if (listAll(record.accountId).length >= most) return false
      insert.run({ ...record, watch: JSON.stringify(record.watch) })
      return true
    },
    update(id: string, change: Partial<WebhookRecord>): WebhookRecord | null {
      const record = findOne(id)
      if (!record) return null
      const changed = { ...record, ...change }
      update.run({ ...changed, watch: JSON.stringify(changed.watch) })
      return changed
    },
    remove: removeOne,
    removeAll(accountId: string): void {
      for (const { id } of listAll(accountId)) removeOne(id)
    },
  }
}

function webhookOf(row: unknown): WebhookRecord {
  const fields = typeof row === 'object' && row !== null ? row : {}
  const text = 'watch' in fields ? String(fields.watch) : ''
  return parseWebhook({ ...fields, watch: parseJson(text) })
}
