import type Database from 'better-sqlite3'
import { parseJson } from '../../domain/json.ts'
import { byCreation } from '../key-record.ts'
import { unusable } from '../unusable.ts'
import { PAGE, parseWebhook } from '../webhook-records.ts'
import type { WebhookPage, WebhookRecord } from '../webhook-store.ts'
import { deliveryTable } from './deliveries.ts'

const COLUMNS = `id, account_id AS accountId, url, watch, created_at AS createdAt, seen_snapshot AS seenSnapshot,
  seen_day AS seenDay, stopped, proved_url AS provedUrl, last_proof AS lastProof`

/** Webhooks with their deliveries. Each change is to run in one transaction. */
export function webhookTables(db: Database.Database) {
  const deliveries = deliveryTable(db)
  const find = db.prepare(`SELECT ${COLUMNS} FROM webhooks WHERE id = ?`)
  const list = db.prepare(`SELECT ${COLUMNS} FROM webhooks`)
  const listOf = db.prepare(`SELECT ${COLUMNS} FROM webhooks WHERE account_id = ?`)
  const unseen = db.prepare(
    `SELECT ${COLUMNS} FROM webhooks
     WHERE id > ? AND seen_snapshot <> ? AND stopped IS NULL AND proved_url = url ORDER BY id LIMIT ${PAGE}`,
  )
  const hasAccount = db.prepare('SELECT 1 FROM accounts WHERE id = ?')
  const insert = db.prepare(
    `INSERT INTO webhooks (id, account_id, url, watch, created_at, seen_snapshot, seen_day, stopped, proved_url, last_proof)
     VALUES (@id, @accountId, @url, @watch, @createdAt, @seenSnapshot, @seenDay, @stopped, @provedUrl, @lastProof)`,
  )
  const update = db.prepare(
    `UPDATE webhooks SET url = @url, watch = @watch, seen_snapshot = @seenSnapshot, seen_day = @seenDay, stopped = @stopped,
       proved_url = @provedUrl, last_proof = @lastProof WHERE id = @id`,
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
    find: findOne,
    unseen(snapshot: string, cursor: string | null): WebhookPage {
      const webhooks = unseen.all(cursor ?? '', snapshot).map(webhookOf)
      return { webhooks, next: webhooks.length < PAGE ? null : (webhooks.at(-1)?.id ?? null) }
    },
    list: () => list.all().map(webhookOf).sort(byCreation),
    listOf: listAll,
    insert(record: WebhookRecord, most: number): boolean {
      if (hasAccount.get(record.accountId) === undefined) throw unusable('the account was deleted')
      if (listAll(record.accountId).length >= most) return false
      insert.run({ ...record, ...textsOf(record) })
      return true
    },
    update(id: string, change: Partial<WebhookRecord>): WebhookRecord | null {
      const record = findOne(id)
      if (!record) return null
      const changed = { ...record, ...change }
      update.run({ ...changed, ...textsOf(changed) })
      return changed
    },
    remove: removeOne,
    removeAll(accountId: string): void {
      for (const { id } of listAll(accountId)) removeOne(id)
    },
  }
}

function textsOf({ watch, lastProof }: WebhookRecord) {
  return { watch: JSON.stringify(watch), lastProof: lastProof && JSON.stringify(lastProof) }
}

function webhookOf(row: unknown): WebhookRecord {
  const fields: object = typeof row === 'object' && row !== null ? row : {}
  const text = 'watch' in fields ? String(fields.watch) : ''
  const last = 'lastProof' in fields ? fields.lastProof : null
  const lastProof = typeof last === 'string' ? parseJson(last) : last
  return parseWebhook({ ...fields, watch: parseJson(text), lastProof })
}
