import { byCreation } from '../key-record.ts'
import { decodeWebhook, isUnseen, PAGE } from '../webhook-records.ts'
import type { WebhookRecord, WebhookStore } from '../webhook-store.ts'
import { accountDeleted, accountWrite, isHeld, readAccount } from './accounts.ts'
import { deliveryRecords } from './deliveries.ts'
import {
  CONFLICT,
  changeRecord,
  deletionsOf,
  type RecordStore,
  readAll,
  readOne,
  untilWritten,
} from './record-store.ts'

const webhookName = (id: string) => `webhooks/records/${id}`
const refusalName = (mark: string) => `webhooks/refusals/${mark}`

/** Webhooks, which the record of their account lists, with their deliveries. */
export function webhookRecords(store: RecordStore): WebhookStore {
  const findWebhook = (id: string) => readOne(store, webhookName(id), decodeWebhook)
  const hasWebhook = async (id: string) => (await findWebhook(id)) !== null
  const { namesOfDeliveries, ...deliveries } = deliveryRecords(store, hasWebhook)

  async function remove(id: string): Promise<void> {
    const names = [webhookName(id), ...(await namesOfDeliveries(id))]
    await store.write(deletionsOf(names), { isUrgent: true })
  }

  return {
    ...deliveries,
    findWebhook,
    async insertWebhook(record, most) {
      const { id, accountId } = record
      const isMade = await insertWebhook(store, record, most)
      if (!isMade || (await readAccount(store, accountId))) return isMade
      await remove(id)
      throw accountDeleted()
    },
    async listWebhooks() {
      const names = await store.list(webhookName(''))
      return (await readAll(store, names, decodeWebhook)).sort(byCreation)
    },
    async unseenWebhooks(snapshot, cursor) {
      const names = await store.list(webhookName(''), { after: cursor, most: PAGE })
      const page = await readAll(store, names, decodeWebhook)
      const webhooks = page.filter((one) => isUnseen(one, snapshot))
      return { webhooks, next: names.length < PAGE ? null : (names.at(-1) ?? null) }
    },
    async listAccountWebhooks(accountId) {
      const held = (await readAccount(store, accountId))?.lists.webhooks ?? []
      const names = held.map(({ id }) => webhookName(id))
      return (await readAll(store, names, decodeWebhook)).sort(byCreation)
    },
    updateWebhook: (id, change) =>
      changeRecord(store, webhookName(id), decodeWebhook, change, { isUrgent: true }),
    async refuseMail(mark) {
      await store.write([{ name: refusalName(mark), text: '-' }], { isUrgent: true })
    },
    async refusesMail(mark) {
      return (await store.read([refusalName(mark)]))[0] !== null
    },
    async deleteWebhook(id) {
      const record = await findWebhook(id)
      if (!record) return false
      await remove(id)
      await unlistWebhook(store, record)
      return true
    },
  }
}

function unlistWebhook(store: RecordStore, { id, accountId }: WebhookRecord): Promise<void> {
  return untilWritten(async () => {
    const stored = await readAccount(store, accountId)
    if (!stored) return
    const webhooks = stored.lists.webhooks.filter((held) => held.id !== id)
    const write = accountWrite(stored, { webhooks })
    return (await store.write([write], { isUrgent: true })) ? undefined : CONFLICT
  })
}

function insertWebhook(store: RecordStore, record: WebhookRecord, most: number): Promise<boolean> {
  const { id, accountId, createdAt } = record
  return untilWritten(async () => {
    const stored = await readAccount(store, accountId)
    if (!stored) throw accountDeleted()
    const { lists } = stored
    const found = await store.read(lists.webhooks.map((held) => webhookName(held.id)))
    const webhooks = lists.webhooks.filter((held, at) => isHeld(held, found[at], createdAt))
    if (webhooks.length >= most) return false
    webhooks.push({ id, createdAt })
    const writes = [
      accountWrite(stored, { webhooks }),
      { name: webhookName(id), text: JSON.stringify(record), version: null },
    ]
    return (await store.write(writes)) || CONFLICT
  })
}
