import { parseJson } from '../../domain/json.ts'
import { parseAccount } from '../account-records.ts'
import type { AccountRecord, AccountStore } from '../account-store.ts'
import { byCreation, parseKeyRecord } from '../key-record.ts'
import type { KeyRecord } from '../state-store.ts'
import { unusable } from '../unusable.ts'
import type { Blobs } from './access.ts'
import { createBlob, readBlob } from './conditional.ts'
import { byDigest, KEYS } from './key-cache.ts'
import { type BlobsKeys, byId } from './keys.ts'
import { deleteBlobs, listNames, writeBlob } from './names.ts'
import { blobsSessions } from './sessions.ts'
import { ACCOUNTS, slotsOf, takeSlot } from './slots.ts'

const SECRET_MARK = 'secret'
const byAccount = (id: string) => `records/${id}`
const keysOf = (id: string) => `accounts/${id}/keys/`

/** Deletes usage that instances wrote after its account was deleted. */
export async function sweepUsage(blobs: Blobs, parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    const names = await listNames(blobs, part, 'acc_')
    const owners = new Set(names.map((name) => name.split('/')[0] ?? ''))
    for (const owner of owners) {
      if ((await readBlob(blobs, ACCOUNTS, byAccount(owner))) !== null) continue
      await deleteBlobs(
        blobs,
        part,
        names.filter((name) => name.startsWith(`${owner}/`)),
      )
    }
  }
}

/**
 * Accounts in Netlify Blobs. Every read is strong. What must happen once is a conditional write; a change of several blobs is not atomic,
 * so each can be repeated until it is done.
 */
export function blobsAccounts(
  blobs: Blobs,
  keys: BlobsKeys,
  listUsage: () => Promise<string[]>,
): AccountStore {
  const sessions = blobsSessions(blobs)

  async function findAccount(id: string): Promise<AccountRecord | null> {
    const text = await readBlob(blobs, ACCOUNTS, byAccount(id))
    return text === null ? null : parseAccount(parseJson(text))
  }

  async function removeKey({ id, digest }: Pick<KeyRecord, 'id' | 'digest'>): Promise<void> {
    await deleteBlobs(blobs, KEYS, [byDigest(digest), byId(id)])
    keys.forgetKey(digest)
  }

  /** All but the record of the account itself. */
  async function removeContents(id: string): Promise<void> {
    await sessions.deleteSessions(id)
    const names = await listNames(blobs, ACCOUNTS, keysOf(id))
    for (const name of names) {
      const digest = await readBlob(blobs, ACCOUNTS, name)
      if (digest !== null) await removeKey({ id: name.slice(keysOf(id).length), digest })
    }
    await deleteBlobs(blobs, ACCOUNTS, names)
    await deleteBlobs(blobs, ACCOUNTS, await listNames(blobs, ACCOUNTS, slotsOf(id)))
    for (const part of await listUsage()) {
      await deleteBlobs(blobs, part, await listNames(blobs, part, `${id}/`))
    }
  }

  return {
    ...sessions,
    findAccount,
    async openAccount(record) {
      const isNew = await createBlob(blobs, ACCOUNTS, byAccount(record.id), JSON.stringify(record))
      return isNew ? record : ((await findAccount(record.id)) ?? record)
    },
    async listAccounts() {
      const names = await listNames(blobs, ACCOUNTS, byAccount(''))
      const found = await Promise.all(
        names.map((name) => findAccount(name.slice(byAccount('').length))),
      )
      return found.flatMap((account) => account ?? []).sort(byCreation)
    },
    async grantAccount(id, plan) {
      const account = await findAccount(id)
      if (!account) return null
      const changed = { ...account, plan }
      await writeBlob(blobs, ACCOUNTS, byAccount(id), JSON.stringify(changed))
      for (const name of await listNames(blobs, ACCOUNTS, keysOf(id))) {
        await keys.updateKey(name.slice(keysOf(id).length), { plan })
      }
      return changed
    },
    async deleteAccount(id) {
      if (!(await findAccount(id))) return false
      await removeContents(id)
      await deleteBlobs(blobs, ACCOUNTS, [byAccount(id)])
      // What was added meanwhile.
      await removeContents(id)
      return true
    },
    async insertAccountKey(record, most) {
      const { accountId, id, digest } = record
      if (!(await findAccount(accountId))) throw unusable('the account was deleted')
      const slot = await takeSlot(blobs, record, most)
      if (slot === null) return false
      const created = [slot]
      try {
        const name = `${keysOf(accountId)}${id}`
        if (await createBlob(blobs, ACCOUNTS, name, digest)) created.push(name)
        await keys.insertKey(record)
      } catch (error) {
        await deleteBlobs(blobs, ACCOUNTS, created)
        throw error
      }
      const account = await findAccount(accountId)
      if (!account) {
        await removeKey(record)
        await removeContents(accountId)
        throw unusable('the account was deleted')
      }
      if (account.plan !== record.plan) await keys.updateKey(id, { plan: account.plan })
      return true
    },
    async listAccountKeys(accountId) {
      const names = await listNames(blobs, ACCOUNTS, keysOf(accountId))
      const records = await Promise.all(
        names.map(async (name) => {
          const digest = await readBlob(blobs, ACCOUNTS, name)
          const text = digest === null ? null : await readBlob(blobs, KEYS, byDigest(digest))
          return text === null ? null : parseKeyRecord(parseJson(text))
        }),
      )
      return records.flatMap((record) => record ?? []).sort(byCreation)
    },
    async markSecret(mark) {
      if (await createBlob(blobs, ACCOUNTS, SECRET_MARK, mark)) return mark
      return (await readBlob(blobs, ACCOUNTS, SECRET_MARK)) ?? mark
    },
  }
}
