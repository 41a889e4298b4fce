import type { PlanName } from '../../contract/plans.ts'
import { decodeAccount, type HeldRecord, type StoredAccount } from '../account-records.ts'
import type { AccountRecord, AccountStore } from '../account-store.ts'
import { byCreation, decodeKey, keyName } from '../key-record.ts'
import type { KeyRecord } from '../state-store.ts'
import { unusable } from '../unusable.ts'
import { keyIdName, keyRecords, newKey, refuseKnown } from './keys.ts'
import {
  CONFLICT,
  changedText,
  deletionsOf,
  type RecordStore,
  type RecordWrite,
  readAll,
  untilWritten,
} from './record-store.ts'

/** A key or webhook that was not written this long after its account lists it will never be: its process ended in between. */
const UNWRITTEN_MS = 60_000

type AccountRecords = Pick<
  AccountStore,
  | 'openAccount'
  | 'findAccount'
  | 'listAccounts'
  | 'grantAccount'
  | 'deleteAccount'
  | 'insertAccountKey'
  | 'listAccountKeys'
>

/**
 * Accounts with their keys. The record of an account lists its keys and webhooks, so each change of the lists is exact. One that is
 * being deleted is closed first: it counts as deleted, and nothing is added to its lists. `removeContents` deletes what is no key.
 */
export function accountRecords(
  store: RecordStore,
  removeContents: (account: VersionedAccount) => Promise<void>,
): AccountRecords {
  const findAccount = async (id: string) => (await readAccount(store, id))?.account ?? null

  async function remove(stored: VersionedAccount): Promise<void> {
    await removeContents(stored)
    const keys = await keysOf(store, stored)
    const names = keys.flatMap(({ record }) => (record ? namesOfKey(record) : []))
    await store.write(deletionsOf([...names, accountName(stored.account.id)]), { isUrgent: true })
  }

  return {
    findAccount,
    openAccount: (record) =>
      untilWritten(async () => {
        const stored = await readOpenOrClosed(store, record.id)
        if (stored?.lists.isClosed) await remove(stored)
        else if (stored) return stored.account
        const text = JSON.stringify({ ...record, keys: [], webhooks: [] })
        const write = { name: accountName(record.id), text, version: null }
        return (await store.write([write])) ? record : CONFLICT
      }),
    async listAccounts() {
      const stored = await readAll(store, await store.list(accountName('')), decodeAccount)
      const open = stored.filter(({ lists }) => !lists.isClosed)
      return open.map(({ account }) => account).sort(byCreation)
    },
    grantAccount: (id, plan) => grantAccount(store, id, plan),
    async deleteAccount(id) {
      const stored = await closeAccount(store, id)
      if (stored) await remove(stored)
      return stored !== null
    },
    insertAccountKey: (record, most) => insertAccountKey(store, record, most),
    async listAccountKeys(accountId) {
      const stored = await readAccount(store, accountId)
      const keys = stored ? await keysOf(store, stored) : []
      return keys.flatMap(({ record }) => record ?? []).sort(byCreation)
    },
  }
}

export function accountName(id: string): string {
  return `accounts/records/${id}`
}

export interface VersionedAccount extends StoredAccount {
  /** As it was read. */
  text: string
  version: string
}

/** Null when there is no such account, or it is being deleted. */
export async function readAccount(
  store: RecordStore,
  id: string,
): Promise<VersionedAccount | null> {
  const stored = await readOpenOrClosed(store, id)
  return stored?.lists.isClosed ? null : stored
}

async function readOpenOrClosed(store: RecordStore, id: string): Promise<VersionedAccount | null> {
  const [found] = await store.read([accountName(id)])
  if (!found) return null
  return { ...found, ...decodeAccount(found.text) }
}

function closeAccount(store: RecordStore, id: string): Promise<VersionedAccount | null> {
  return untilWritten(async () => {
    const stored = await readOpenOrClosed(store, id)
    if (!stored || stored.lists.isClosed) return stored
    const write = accountWrite(stored, { isClosed: true })
    return (await store.write([write], { isUrgent: true })) ? stored : CONFLICT
  })
}

/** Changes an account in place of the one that was read. */
export function accountWrite(
  { account, lists, text, version }: VersionedAccount,
  change: Partial<AccountRecord & VersionedAccount['lists']>,
): RecordWrite {
  const record = { ...account, ...lists }
  return { name: accountName(account.id), text: changedText(text, record, change), version }
}

/** Rejects with `STATE_UNUSABLE`. */
export function accountDeleted(): Error {
  return unusable('the account was deleted')
}

/** Whether what an account lists exists, or is being written at this time (ISO 8601). */
export function isHeld(held: HeldRecord, record: unknown, now: string): boolean {
  return record !== null || Date.parse(now) - Date.parse(held.createdAt) <= UNWRITTEN_MS
}

/** The record last: without it, the other name is not found when a deletion is repeated. */
function namesOfKey({ id, digest }: KeyRecord): string[] {
  return [keyIdName(id), keyName(digest)]
}

/** The keys that an account lists, with their records. */
async function keysOf(store: RecordStore, { account, lists }: VersionedAccount) {
  const found = await store.read(lists.keys.map(({ digest = '' }) => keyName(digest)))
  return lists.keys.map((held, at) => {
    const { text = '', version = '' } = found[at] ?? {}
    const record = found[at] ? decodeKey(text) : null
    const isOwn = record?.id === held.id && record.accountId === account.id
    return { held, record: isOwn ? record : null, text, version }
  })
}

function grantAccount(
  store: RecordStore,
  id: string,
  plan: PlanName,
): Promise<AccountRecord | null> {
  return untilWritten(async () => {
    const stored = await readAccount(store, id)
    if (!stored) return null
    const account = { ...stored.account, plan }
    const writes = [accountWrite(stored, { plan })]
    for (const { record, text, version } of await keysOf(store, stored)) {
      if (!record) continue
      const changed = changedText(text, record, { plan })
      writes.push({ name: keyName(record.digest), text: changed, version })
    }
    return (await store.write(writes, { isUrgent: true })) ? account : CONFLICT
  })
}

async function insertAccountKey(
  store: RecordStore,
  record: KeyRecord & { accountId: string },
  most: number,
): Promise<boolean> {
  const { accountId, id, digest, createdAt } = record
  const plan = await untilWritten(async () => {
    const stored = await readAccount(store, accountId)
    if (!stored) throw accountDeleted()
    await refuseKnown(store, record)
    const all = await keysOf(store, stored)
    const keys = all.filter((key) => isHeld(key.held, key.record, createdAt))
    const working = keys.filter((key) => key.record === null || key.record.revokedAt === null)
    if (working.length >= most) return null
    const listed = [...keys.map(({ held }) => held), { id, digest, createdAt }]
    const { plan } = stored.account
    const writes = [accountWrite(stored, { keys: listed }), ...newKey({ ...record, plan })]
    return (await store.write(writes, { isUrgent: true })) ? plan : CONFLICT
  })
  if (plan === null) return false
  // Netlify Blobs writes the key after the account, which may have changed in between.
  const account = (await readAccount(store, accountId))?.account
  if (!account) {
    await store.write(deletionsOf(namesOfKey(record)), { isUrgent: true })
    throw accountDeleted()
  }
  if (account.plan !== plan) await keyRecords(store).updateKey(id, { plan: account.plan })
  return true
}
