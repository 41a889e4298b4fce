import type Database from 'better-sqlite3'
import type { PlanName } from '../../contract/plans.ts'
import { parseAccount } from '../account-records.ts'
import type { AccountRecord } from '../account-store.ts'
import { byCreation } from '../key-record.ts'
import type { KeyRecord } from '../state-store.ts'
import { unusable } from '../unusable.ts'
import type { SqliteKeys } from './keys.ts'
import { sessionTables } from './sessions.ts'
import { webhookTables } from './webhooks.ts'

const COLUMNS = 'id, wallet, plan, created_at AS createdAt'

/** Accounts and what belongs to them. Each change is to run in one transaction: `atOnce` of the store. */
export function accountTables(db: Database.Database, keys: SqliteKeys, forgetMeters: () => void) {
  const sessions = sessionTables(db)
  const webhooks = webhookTables(db)
  const find = db.prepare(`SELECT ${COLUMNS} FROM accounts WHERE id = ?`)
  const list = db.prepare(`SELECT ${COLUMNS} FROM accounts`)
  const insert = db.prepare(
    `INSERT INTO accounts (id, wallet, plan, created_at) VALUES (@id, @wallet, @plan, @createdAt)
     ON CONFLICT (id) DO NOTHING`,
  )
  const grant = db.prepare('UPDATE accounts SET plan = ? WHERE id = ?')
  const remove = db.prepare('DELETE FROM accounts WHERE id = ?')
  const removeMeters = db.prepare('DELETE FROM meters WHERE owner = ?')

  function findOne(id: string): AccountRecord | null {
    const row = find.get(id)
    return row === undefined ? null : parseAccount(row)
  }

  return {
    sessions,
    webhooks,
    find: findOne,
    list: () => list.all().map(parseAccount).sort(byCreation),
    open(record: AccountRecord): AccountRecord {
      insert.run(record)
      return findOne(record.id) ?? record
    },
    grant(id: string, plan: PlanName): AccountRecord | null {
      grant.run(plan, id)
      keys.grantAll(id, plan)
      return findOne(id)
    },
    /** Windows stay: they name the account only by its id, and deleting them would renew its limits. */
    remove(id: string): boolean {
      keys.removeAll(id)
      sessions.removeAll(id)
      webhooks.removeAll(id)
      removeMeters.run(id)
      forgetMeters()
      return remove.run(id).changes === 1
    },
    insertKey(record: KeyRecord & { accountId: string }, most: number): boolean {
      if (!findOne(record.accountId)) throw unusable('the account was deleted')
      if (keys.working(record.accountId) >= most) return false
      keys.insert(record)
      return true
    },
  }
}
