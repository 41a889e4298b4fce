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
export function withMovedRecords(
  command: RedisCommand,
  store: RecordStore,
  now: () => number,
): RecordStore {
  const send = commandWithStateErrors(command)
  let moving: Promise<void> | null = null
  const moved = () => {
    moving ??= moveRecords(send, store, now).catch((error: unknown) => {
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
async function moveRecords(
  send: RedisCommand,
  store: RecordStore,
  now: () => number,
): Promise<void> {
  if (Number(await send(['EXISTS', ...OLD])) === 0) return
  if ((await send(['SET', LOCK, '1', 'NX', 'PX', LOCK_MS])) !== 'OK') {
    throw unusable('its records are being moved for this version; try again in a minute')
  }
  const move = new Move(send, store, now)
  await move.keys()
  await move.accounts()
  await move.webhooks()
  const mark = await send(['GET', OLD_MARK])
  if (typeof mark === 'string') await move.records.markSecret(mark)
  for (const name of move.names) await send(['DEL', `${PREFIX}${name}`])
  await send(['DEL', ...OLD, LOCK])
}

/** The records of version 0.1.0, written as those of this one. */
class Move {
  readonly records: ReturnType<typeof createRecords>
  /** Names of what was moved, without the prefix. */
  readonly names: string[] = []
  readonly #accountKeys: (KeyRecord & { accountId: string })[] = []
  readonly #send: RedisCommand
  readonly #store: RecordStore
  readonly #now: () => number

  constructor(send: RedisCommand, store: RecordStore, now: () => number) {
    this.#send = send
    this.#store = store
    this.#now = now
    this.records = createRecords(store, async () => {})
  }

  async keys(): Promise<void> {
    for (const digest of textsOf(await this.#send(['HVALS', OLD_IDS]))) {
      this.names.push(`key:${digest}`)
      const record = await readOldKey(this.#send, digest)
      const [moved] = await this.#store.read([keyName(digest)])
      if (!record || moved) continue
      const { accountId } = record
      if (accountId === null) await this.records.insertKey(record)
      else this.#accountKeys.push({ ...record, accountId })
    }
  }

  async accounts(): Promise<void> {
    for (const id of await this.#members(ACCOUNTS)) {
      const fields = await this.#fields(`account:${id}`)
      if (fields) await this.records.openAccount(decodeAccount(JSON.stringify(fields)).account)
      this.names.push(`account-keys:${id}`, `working:${id}`, `account-webhooks:${id}`)
      await this.#sessions(id)
    }
    for (const record of this.#accountKeys) await this.records.insertAccountKey(record, Infinity)
  }

  async webhooks(): Promise<void> {
    for (const id of await this.#members(WEBHOOKS)) {
      const fields = await this.#fields(`webhook:${id}`)
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
      if (!(await this.records.findWebhook(id))) await this.records.insertWebhook(record, Infinity)
      await this.#deliveries(id)
    }
  }

  async #sessions(accountId: string): Promise<void> {
    for (const digest of await this.#sorted(`sessions:${accountId}`)) {
      this.names.push(`session:${digest}`)
      const text = await this.#send(['GET', `${PREFIX}session:${digest}`])
      if (typeof text === 'string') await this.records.insertSession(decodeSession(text), Infinity)
    }
  }

  /** One by one, so that they keep their order. */
  async #deliveries(webhookId: string): Promise<void> {
    const now = this.#now()
    this.names.push(`waiting:${webhookId}`)
    for (const [n, id] of (await this.#sorted(`deliveries:${webhookId}`)).entries()) {
      const fields = await this.#fields(`delivery:${id}`)
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
      await this.records.addDeliveries([{ ...delivery, status: 'waiting' }], now + n)
      if (delivery.status === 'waiting') continue
      await this.records.settleDelivery(delivery, delivery, now + n)
    }
  }

  async #members(name: string): Promise<string[]> {
    return textsOf(await this.#send(['SMEMBERS', name]))
  }

  async #sorted(name: string): Promise<string[]> {
    this.names.push(name)
    return textsOf(await this.#send(['ZRANGE', `${PREFIX}${name}`, 0, -1]))
  }

  #fields(name: string) {
    this.names.push(name)
    return readOldFields(this.#send, name)
  }
}
