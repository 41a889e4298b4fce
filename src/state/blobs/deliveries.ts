import { parseJson } from '../../domain/json.ts'
import { DAY_MS } from '../time-window.ts'
import { unusable } from '../unusable.ts'
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
import type { DeliveryRecord, WebhookStore } from '../webhook-store.ts'
import type { Blobs } from './access.ts'
import { createBlob, readBlob, readTagged, replaceBlob } from './conditional.ts'
import { deleteBlobs, listNames, writeBlob } from './names.ts'

type Deliveries = Pick<
  WebhookStore,
  | 'countWaiting'
  | 'addDeliveries'
  | 'dueDeliveries'
  | 'leaseDelivery'
  | 'settleDelivery'
  | 'listDeliveries'
>

const DELIVERIES = 'deliveries'
/** How often a change starts again because another one came first. */
const ATTEMPTS = 5

/** Deliveries that are written at the same time. */
const AT_ONCE = 20

const RECORDS = 'records/'
const byId = (id: string) => `${RECORDS}${id}`
/** An empty blob that finds a delivery by its webhook; listed by name, they are in the order in which they were added. */
const ADDED = 'added/'
const addedName = (webhookId: string, now: number, n: number, id: string) =>
  `${ADDED}${webhookId}/${padded(now)}-${String(n).padStart(5, '0')}/${id}`
/** An empty blob that finds a waiting delivery. It is due at this time or later: the record says when. */
const WAITING = 'waiting/'
const waitingName = ({ id, webhookId, dueAt }: Waiting) =>
  `${WAITING}${padded(dueAt)}/${webhookId}/${id}`

type Waiting = Pick<DeliveryRecord, 'id' | 'webhookId' | 'dueAt'>

/**
 * Alerts on their way, in Netlify Blobs. A record is changed only in place of the one that was read. What finds a record is written before it
 * and deleted after it, so a process that ends in between leaves a name too many and never one too few. `sweepDeliveries` deletes those.
 */
export function blobsDeliveries(
  blobs: Blobs,
  hasWebhook: (id: string) => Promise<boolean>,
): Deliveries & { removeDeliveries(webhookId: string): Promise<void> } {
  /** Changes a record, unless `change` returns null. Returns what it was before; null when it was left as it is. */
  async function update(
    id: string,
    change: (record: DeliveryRecord) => DeliveryRecord | null,
    prepare: (changed: DeliveryRecord) => Promise<void> = async () => {},
  ): Promise<DeliveryRecord | null> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const found = await readTagged(blobs, DELIVERIES, byId(id))
      if (!found) return null
      const before = parseDelivery(parseJson(found.text))
      const changed = change(before)
      if (!changed) return null
      await prepare(changed)
      const next = { text: JSON.stringify(changed), etag: found.etag }
      if (await replaceBlob(blobs, DELIVERIES, byId(id), next)) return before
    }
    throw unusable('the alert changes all the time')
  }

  async function settleDelivery(id: string, settled: Partial<DeliveryRecord>): Promise<void> {
    const before = await update(
      id,
      (record) => {
        const changed = { ...record, ...settled }
        return isRecorded(record.status, changed) ? changed : null
      },
      async (changed) => {
        if (changed.status === 'waiting') {
          await writeBlob(blobs, DELIVERIES, waitingName(changed), '-')
        }
      },
    )
    if (!before) return
    const kept = settled.status === 'waiting' ? waitingName({ ...before, ...settled }) : null
    const names = await namesOf(before)
    await deleteBlobs(
      blobs,
      DELIVERIES,
      names.filter((name) => name !== kept),
    )
  }

  /** Names that find a waiting delivery. A lease leaves the name of the time before, so all are searched. */
  async function namesOf({ id }: Waiting): Promise<string[]> {
    const names = await listNames(blobs, DELIVERIES, WAITING)
    return names.filter((name) => name.endsWith(`/${id}`))
  }

  async function add(record: DeliveryRecord, now: number, n: number): Promise<void> {
    if ((await readBlob(blobs, DELIVERIES, byId(record.id))) !== null) return
    const added = addedName(record.webhookId, now, n, record.id)
    for (const name of [added, waitingName(record)]) await writeBlob(blobs, DELIVERIES, name, '-')
    await createBlob(blobs, DELIVERIES, byId(record.id), JSON.stringify(record))
  }

  async function waitingOf(webhookId: string): Promise<Set<string>> {
    const names = await listNames(blobs, DELIVERIES, WAITING)
    return new Set(names.filter((name) => isOf(name, webhookId)).map(idIn))
  }

  async function pushOut(webhookId: string, now: number): Promise<void> {
    const waiting = await waitingOf(webhookId)
    if (waiting.size <= MAX_WAITING) return
    const added = await listNames(blobs, DELIVERIES, `${ADDED}${webhookId}/`)
    const oldestFirst = [...new Set(added.sort().map(idIn))].filter((id) => waiting.has(id))
    for (const id of oldestFirst.slice(0, -MAX_WAITING)) await settleDelivery(id, pushedOut(now))
  }

  /** What is sent next of a webhook. Names may find what waits no longer, so more are read until one is found that does. */
  async function turn(webhookId: string, names: string[], now: number): Promise<DeliveryRecord[]> {
    if (names.every((name) => Number(name.split('/')[1]) > now)) return []
    const waiting = new Set(names.map(idIn))
    const added = await listNames(blobs, DELIVERIES, `${ADDED}${webhookId}/`)
    const ids = [...new Set(added.sort().map(idIn))].filter((id) => waiting.has(id))
    for (let at = 0; at < ids.length; at += TURN) {
      const oldest = await readAll(ids.slice(at, at + TURN))
      if (oldest.some(({ status }) => status === 'waiting')) return turnOf(oldest, now)
    }
    return []
  }

  async function readAll(ids: readonly string[]): Promise<DeliveryRecord[]> {
    const texts = await Promise.all(ids.map((id) => readBlob(blobs, DELIVERIES, byId(id))))
    return texts.flatMap((text) => (text === null ? [] : parseDelivery(parseJson(text))))
  }

  return {
    settleDelivery,
    async addDeliveries(deliveries, now) {
      for (const [webhookId, own] of byWebhook(deliveries)) {
        if (!(await hasWebhook(webhookId))) continue
        for (let at = 0; at < own.length; at += AT_ONCE) {
          const some = own.slice(at, at + AT_ONCE)
          await Promise.all(some.map((record, n) => add(record, now, at + n)))
        }
        if (await hasWebhook(webhookId)) await pushOut(webhookId, now)
        else await removeDeliveries(webhookId)
      }
    },
    async dueDeliveries(now, cursor) {
      const names = await listNames(blobs, DELIVERIES, WAITING)
      const byOwner = Map.groupBy(names, (name) => name.split('/')[2] ?? '')
      const later = [...byOwner].sort(([a], [b]) => (a < b ? -1 : 1))
      const page = later.filter(([id]) => id > (cursor ?? '')).slice(0, PAGE)
      const turns: DeliveryRecord[][] = []
      for (let at = 0; at < page.length; at += AT_ONCE) {
        const some = page.slice(at, at + AT_ONCE)
        turns.push(...(await Promise.all(some.map(([id, own]) => turn(id, own, now)))))
      }
      return { due: turns.flat(), next: page.length < PAGE ? null : (page.at(-1)?.[0] ?? null) }
    },
    async leaseDelivery(id, now, until) {
      const lent = ({ status, dueAt }: DeliveryRecord) => status === 'waiting' && dueAt <= now
      const before = await update(id, (record) =>
        lent(record) ? { ...record, dueAt: until } : null,
      )
      return before !== null
    },
    countWaiting: async (webhookId) => (await waitingOf(webhookId)).size,
    async listDeliveries(webhookId, most) {
      const names = await listNames(blobs, DELIVERIES, `${ADDED}${webhookId}/`)
      return readAll([...new Set(names.sort().reverse().map(idIn))].slice(0, most))
    },
    removeDeliveries,
  }

  async function removeDeliveries(webhookId: string): Promise<void> {
    const added = await listNames(blobs, DELIVERIES, `${ADDED}${webhookId}/`)
    const waiting = await listNames(blobs, DELIVERIES, WAITING)
    const records = added.map((name) => byId(idIn(name)))
    const own = waiting.filter((name) => isOf(name, webhookId))
    await deleteBlobs(blobs, DELIVERIES, [...records, ...own, ...added])
  }
}

/** An alert is settled some days after it was added. */
const SETTLED_WITHIN_MS = 7 * DAY_MS

/** Deletes deliveries that were settled over 90 days ago, and names that find nothing. */
export async function sweepDeliveries(blobs: Blobs, now: number): Promise<void> {
  const oldest = now - SETTLED_KEPT_MS - SETTLED_WITHIN_MS
  for (const name of await listNames(blobs, DELIVERIES, ADDED)) {
    const addedAt = Number(name.split('/')[2]?.split('-')[0])
    if (addedAt < oldest) await deleteBlobs(blobs, DELIVERIES, [byId(idIn(name)), name])
  }
  for (const name of await listNames(blobs, DELIVERIES, WAITING)) {
    if (Number(name.split('/')[1]) >= now - DAY_MS) continue
    const text = await readBlob(blobs, DELIVERIES, byId(idIn(name)))
    if (text === null || parseDelivery(parseJson(text)).status !== 'waiting') {
      await deleteBlobs(blobs, DELIVERIES, [name])
    }
  }
}

/** A time whose text is sorted as the number is. */
function padded(time: number): string {
  return String(Math.max(0, Math.floor(time))).padStart(15, '0')
}

function idIn(name: string): string {
  return name.split('/').at(-1) ?? ''
}

function isOf(waiting: string, webhookId: string): boolean {
  return waiting.split('/')[2] === webhookId
}
