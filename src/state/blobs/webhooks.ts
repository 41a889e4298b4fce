import { parseJson } from '../../domain/json.ts'
import { byCreation } from '../key-record.ts'
import { unusable } from '../unusable.ts'
import { isUnseen, PAGE, parseWebhook } from '../webhook-records.ts'
import type { WebhookRecord, WebhookStore } from '../webhook-store.ts'
import type { Blobs } from './access.ts'
import { createBlob, readBlob, readTagged, replaceBlob } from './conditional.ts'
import { blobsDeliveries } from './deliveries.ts'
import { deleteBlobs, listNames } from './names.ts'

const WEBHOOKS = 'webhooks'
const RECORDS = 'records/'
const byId = (id: string) => `${RECORDS}${id}`
/** Places of an account's webhooks: each is a blob with the webhook's id and time, which only one process can create. */
const slotsOf = (accountId: string) => `accounts/${accountId}/`

/** A place whose webhook was not written this long after it was taken is free: its process ended in between. */
const UNUSED_MS = 60_000

/** How often a change starts again because another one came first. */
const ATTEMPTS = 8

/** Webhooks in Netlify Blobs. Every read is strong; what must happen once is a conditional write. */
export function blobsWebhooks(
  blobs: Blobs,
  hasAccount: (id: string) => Promise<boolean>,
): WebhookStore & { deleteWebhooks(accountId: string): Promise<void> } {
  const find = (id: string) => findWebhook(blobs, id)
  const deliveries = blobsDeliveries(blobs, async (id) => (await find(id)) !== null)

  async function remove({ id, accountId }: WebhookRecord): Promise<void> {
    await deleteBlobs(blobs, WEBHOOKS, [byId(id)])
    await deliveries.removeDeliveries(id)
    for (const name of await listNames(blobs, WEBHOOKS, slotsOf(accountId))) {
      const slot = await readBlob(blobs, WEBHOOKS, name)
      if (slot?.split(' ')[0] === id) await deleteBlobs(blobs, WEBHOOKS, [name])
    }
  }

  async function listOf(accountId: string): Promise<WebhookRecord[]> {
    const names = await listNames(blobs, WEBHOOKS, slotsOf(accountId))
    const found = await Promise.all(
      names.map(async (name) => {
        const slot = await readBlob(blobs, WEBHOOKS, name)
        return slot === null ? null : find(slot.split(' ')[0] ?? '')
      }),
    )
    return found.flatMap((record) => record ?? []).sort(byCreation)
  }

  const { removeDeliveries: _, ...rest } = deliveries
  return {
    ...rest,
    async insertWebhook(record, most) {
      const { id, accountId } = record
      if (!(await hasAccount(accountId))) throw unusable('the account was deleted')
      const slot = await takeSlot(blobs, record, most)
      if (slot === null) return false
      await createBlob(blobs, WEBHOOKS, byId(id), JSON.stringify(record))
      if (await hasAccount(accountId)) return true
      await remove(record)
      throw unusable('the account was deleted')
    },
    async listWebhooks() {
      const names = await listNames(blobs, WEBHOOKS, RECORDS)
      const found = await Promise.all(names.map((name) => find(name.slice(RECORDS.length))))
      return found.flatMap((record) => record ?? []).sort(byCreation)
    },
    async unseenWebhooks(snapshot, cursor) {
      const names = (await listNames(blobs, WEBHOOKS, RECORDS)).sort()
      const page = names.filter((name) => name > (cursor ?? '')).slice(0, PAGE)
      const found = await Promise.all(page.map((name) => find(name.slice(RECORDS.length))))
      const webhooks = found.flatMap((one) => (one && isUnseen(one, snapshot) ? one : []))
      return { webhooks, next: page.length < PAGE ? null : (page.at(-1) ?? null) }
    },
    findWebhook: find,
    listAccountWebhooks: listOf,
    async updateWebhook(id, change) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const found = await readTagged(blobs, WEBHOOKS, byId(id))
        if (!found) return null
        const record = { ...parseWebhook(parseJson(found.text)), ...change }
        const next = { text: JSON.stringify(record), etag: found.etag }
        if (await replaceBlob(blobs, WEBHOOKS, byId(id), next)) return record
      }
      throw unusable('the webhook changes all the time')
    },
    async deleteWebhook(id) {
      const record = await find(id)
      if (record) await remove(record)
      return record !== null
    },
    async deleteWebhooks(accountId) {
      for (const record of await listOf(accountId)) await remove(record)
      await deleteBlobs(blobs, WEBHOOKS, await listNames(blobs, WEBHOOKS, slotsOf(accountId)))
    },
  }
}

async function findWebhook(blobs: Blobs, id: string): Promise<WebhookRecord | null> {
  const text = await readBlob(blobs, WEBHOOKS, byId(id))
  return text === null ? null : parseWebhook(parseJson(text))
}

/** Takes one of the account's `most` places. Null when all are taken by webhooks that exist or are being made. */
async function takeSlot(
  blobs: Blobs,
  { id, accountId, createdAt }: WebhookRecord,
  most: number,
): Promise<string | null> {
  const names = Array.from({ length: most }, (_, n) => `${slotsOf(accountId)}${n + 1}`)
  const text = `${id} ${createdAt}`
  for (const name of names) {
    if (await createBlob(blobs, WEBHOOKS, name, text)) return name
  }
  for (const name of names) {
    const slot = await readTagged(blobs, WEBHOOKS, name)
    const [taker = '', takenAt = ''] = slot?.text.split(' ') ?? []
    if (!slot || Date.parse(createdAt) - Date.parse(takenAt) <= UNUSED_MS) continue
    if ((await findWebhook(blobs, taker)) !== null) continue
    if (await replaceBlob(blobs, WEBHOOKS, name, { text, etag: slot.etag })) return name
  }
  return null
}
