import { parseJson } from '../../domain/json.ts'
import { decodeAccount, decodeSession } from '../account-records.ts'
import { keyName } from '../key-record.ts'
import type { RecordStore } from '../records/record-store.ts'
import { createRecords } from '../records/records.ts'
import type { KeyRecord } from '../state-store.ts'
import { unusable } from '../unusable.ts'
import { decodeDelivery, decodeWebhook } from '../webhook-records.ts'
import { commandWithStateErrors, PREFIX, type RedisCommand, textsOf } from './command.ts'
import { OLD_IDS, OLD_MARK, readOldFields, readOldKey } from './old-keys.ts'

const LOCK = `${PREFIX}moving`
const LOCK_MS = 60_000

/** What version 0.1.0 listed its records in. */
const ACCOUNTS = `${PREFIX}accounts`
const WEBHOOKS = `${PREFIX}webhooks`
const OLD = [OLD_IDS, OLD_MARK, ACCOUNTS, WEBHOOKS]

/** The store, which moves the records of version 0.1.0 before its first use. */
export function withMovedRecords(command: RedisCommand, store: RecordStore): RecordStore {
  const send = commandWithStateErrors(command)
  let moving: Promise<void> | null = null
  const moved = () => {
    moving ??= moveRecords(send, store).catch((error: unknown) => {
      moving = null
      throw error
    })
    return moving
  }
  return {
    read: (names) => moved().then(() => store.read(names)),
    list: (prefix, page) => moved().then(() => store.list(prefix, page)),
    write: (writes, options) => moved().then(() => store.write(writes, options)),
  }
}

/** Can be repeated after it was interrupted: the lists that find the old records are deleted last. */
async function moveRecords(send: RedisCommand, store: RecordStore): Promise<void> {
  if (Number(await send(['EXISTS', ...OLD])) === 0) return
  if ((await send(['SET', LOCK, '1', 'NX', 'PX', LOCK_MS])) !== 'OK') {
    throw unusable('its records are being moved for this version; try again in a minute')
  }
  const move = createMove(send, store)
  await move.keys()
  await move.accounts()
  await move.webhooks()
  const mark = await send(['GET', OLD_MARK])
  if (typeof mark === 'string') await move.records.markSecret(mark)
  for (const name of move.names) await send(['DEL', `${PREFIX}${name}`])
  await send(['DEL', ...OLD, LOCK])
}

function createMove(send: RedisCommand, store: RecordStore) {
  const records = createRecords(store, async () => {})
  /** Names of what was moved, without the prefix. */
  const names: string[] = []
  const accountKeys: (KeyRecord & { accountId: string })[] = []
  const membersOf = async (name: string) => textsOf(await send(['SMEMBERS', name]))
  const sorted = async (name: string) => {
    names.push(name)
    return textsOf(await send(['ZRANGE', `${PREFIX}${name}`, 0, -1]))
  }
  const isMoved = async (name: string) => (await store.read([name]))[0] !== null

  async function fieldsOf(name: string) {
    names.push(name)
    return readOldFields(send, name)
  }

  async function moveSessions(accountId: string): Promise<void> {
    for (const digest of await sorted(`sessions:${accountId}`)) {
      names.push(`session:${digest}`)
      const text = await send(['GET', `${PREFIX}session:${digest}`])
      if (typeof text === 'string') await records.insertSession(decodeSession(text), Infinity)
    }
  }

  /** One by one, so that they keep their order. */
  async function moveDeliveries(webhookId: string): Promise<void> {
    const now = Date.now()
    names.push(`waiting:${webhookId}`)
    for (const [n, id] of (await sorted(`deliveries:${webhookId}`)).entries()) {
      const fields = await fieldsOf(`delivery:${id}`)
      if (!fields) continue
      const { alert, lastAttempt, attempts, dueAt } = fields
      const delivery = decodeDelivery(
        JSON.stringify({
          ...fields,
          alert: parseJson(alert ?? ''),
          attempts: Number(attempts),
          dueAt: Number(dueAt),
          lastAttempt: lastAttempt ? parseJson(lastAttempt) : null,
        }),
      )
      await records.addDeliveries([{ ...delivery, status: 'waiting' }], now + n)
      if (delivery.status !== 'waiting') await records.settleDelivery(delivery, delivery, now + n)
    }
  }

  return {
    names,
    records,
    async keys() {
      for (const digest of textsOf(await send(['HVALS', OLD_IDS]))) {
        names.push(`key:${digest}`)
        const record = await readOldKey(send, digest)
        if (!record || (await isMoved(keyName(digest)))) continue
        const { accountId } = record
        if (accountId === null) await records.insertKey(record)
        else accountKeys.push({ ...record, accountId })
      }
    },
    async accounts() {
      for (const id of await membersOf(ACCOUNTS)) {
        const fields = await fieldsOf(`account:${id}`)
        if (fields) await records.openAccount(decodeAccount(JSON.stringify(fields)).account)
        names.push(`account-keys:${id}`, `working:${id}`, `account-webhooks:${id}`)
        await moveSessions(id)
      }
      for (const record of accountKeys) await records.insertAccountKey(record, Infinity)
    },
    async webhooks() {
      for (const id of await membersOf(WEBHOOKS)) {
        const fields = await fieldsOf(`webhook:${id}`)
        if (!fields) continue
        const { watch, stopped, provedUrl, lastProof, ...rest } = fields
        const record = decodeWebhook(
          JSON.stringify({
            ...rest,
            watch: parseJson(watch ?? ''),
            stopped: stopped || null,
            provedUrl: provedUrl ? parseJson(provedUrl) : undefined,
            lastProof: lastProof ? parseJson(lastProof) : null,
          }),
        )
        if (!(await records.findWebhook(id))) await records.insertWebhook(record, Infinity)
        await moveDeliveries(id)
      }
    },
  }
}
