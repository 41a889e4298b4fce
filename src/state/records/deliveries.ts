import { DAY_MS } from '../../domain/day.ts'
import { parseJson } from '../../domain/json.ts'
import {
  byWebhook,
  decodeDelivery,
  decodeQueue,
  isRecorded,
  MAX_WAITING,
  PAGE,
  pushedOut,
  type QueuedDelivery,
  SETTLED_KEPT_MS,
  type StoredDelivery,
  TURN,
} from '../webhook-records.ts'
import type { DeliveryId, DeliveryRecord, Settled, WebhookStore } from '../webhook-store.ts'
import {
  CONFLICT,
  changedText,
  deletionsOf,
  type RecordStore,
  type RecordWrite,
  readAll,
  type StoredRecord,
  untilWritten,
} from './record-store.ts'

type DeliveryRecords = Pick<
  WebhookStore,
  | 'countWaiting'
  | 'addDeliveries'
  | 'dueDeliveries'
  | 'leaseDelivery'
  | 'leaseSending'
  | 'settleDelivery'
  | 'listDeliveries'
>

/** Deliveries that are added in one step. */
const BATCH = 100

const RECORDS = 'deliveries/records/'
const recordName = (id: string) => `${RECORDS}${id}`
/** The deliveries of a webhook that wait, oldest first, with the time at which each is due. */
const QUEUES = 'deliveries/queues/'
const queueName = (webhookId: string) => `${QUEUES}${webhookId}`
/** An empty record that finds a delivery by its webhook; sorted by name, they are in the order in which they were added. */
const ADDED = 'deliveries/added/'
const addedName = ({ webhookId, order, id }: StoredDelivery) =>
  `${ADDED}${webhookId}/${order}/${id}`

/** Alerts on their way. A webhook's queue is changed only in place of the one that was read, so each claim is exact. */
export function deliveryRecords(
  store: RecordStore,
  hasWebhook: (id: string) => Promise<boolean>,
): DeliveryRecords & { namesOfDeliveries(webhookId: string): Promise<string[]> } {
  async function namesOfDeliveries(webhookId: string): Promise<string[]> {
    const added = await store.list(`${ADDED}${webhookId}/`)
    return [queueName(webhookId), ...added.flatMap((name) => [recordName(idIn(name)), name])]
  }

  return {
    namesOfDeliveries,
    async addDeliveries(deliveries, now) {
      for (const [webhookId, own] of byWebhook(deliveries)) {
        if (!(await hasWebhook(webhookId))) continue
        for (let at = 0; at < own.length; at += BATCH) {
          const batch = own.slice(at, at + BATCH)
          await addBatch(store, { webhookId, batch, first: at, now })
        }
        if (await hasWebhook(webhookId)) continue
        await store.write(deletionsOf(await namesOfDeliveries(webhookId)))
      }
    },
    async dueDeliveries(now, cursor) {
      const names = await store.list(QUEUES, { after: cursor, most: PAGE })
      const queues = await readAll(store, names, decodeQueue)
      const turns = queues.flatMap((waiting) => turnOf(waiting, now))
      const next = names.length < PAGE ? null : (names.at(-1) ?? null)
      return { due: await readDeliveries(store, turns), next }
    },
    leaseSending: (holder, now, ms) => leaseSending(store, holder, now, now + ms),
    leaseDelivery: ({ id, webhookId }, now, until) =>
      untilWritten(async () => {
        const { waiting, write } = await queueOf(store, webhookId)
        const isDue = waiting.some((one) => one.id === id && one.dueAt <= now)
        if (!isDue) return false
        return (await store.write([write(dueAgain(waiting, id, until))])) || CONFLICT
      }),
    settleDelivery: (delivery, settled, now) => settleDelivery(store, delivery, settled, now),
    countWaiting: async (webhookId) => (await queueOf(store, webhookId)).waiting.length,
    async listDeliveries(webhookId, most) {
      const names = await store.list(`${ADDED}${webhookId}/`)
      const ids = [...new Set(names.reverse().map(idIn))].slice(0, most)
      const { waiting } = await queueOf(store, webhookId)
      const dueAt = new Map(waiting.map((one) => [one.id, one.dueAt]))
      return readDeliveries(
        store,
        ids.map((id) => ({ id, dueAt: dueAt.get(id) })),
      )
    },
  }
}

interface Queue {
  waiting: QueuedDelivery[]
  /** Puts a queue in place of the one that was read. */
  write(waiting: QueuedDelivery[]): RecordWrite
}

function queueIn(webhookId: string, stored: StoredRecord | null | undefined): Queue {
  const version = stored?.version ?? null
  return {
    waiting: stored ? decodeQueue(stored.text) : [],
    write: (waiting) => ({
      name: queueName(webhookId),
      text: waiting.length > 0 ? JSON.stringify(waiting) : null,
      version,
    }),
  }
}

/** Waiting deliveries of a webhook, with the record they are in. */
async function queueOf(store: RecordStore, webhookId: string): Promise<Queue> {
  return queueIn(webhookId, (await store.read([queueName(webhookId)]))[0])
}

/** Who sends alerts, and until when. */
const SENDING = 'deliveries/sending'

function leaseSending(
  store: RecordStore,
  holder: string,
  now: number,
  until: number,
): Promise<boolean> {
  return untilWritten(async () => {
    const [found] = await store.read([SENDING])
    const held = found && parseJson(found.text)
    if (isLease(held) && held.holder !== holder && held.until > now) return false
    const text = JSON.stringify({ holder, until })
    return (
      (await store.write([{ name: SENDING, text, version: found?.version ?? null }])) || CONFLICT
    )
  })
}

function isLease(value: unknown): value is { holder: string; until: number } {
  return typeof value === 'object' && value !== null && 'holder' in value && 'until' in value
}

function dueAgain(waiting: readonly QueuedDelivery[], id: string, dueAt: number): QueuedDelivery[] {
  return waiting.map((one) => (one.id === id ? { ...one, dueAt } : one))
}

function settleDelivery(
  store: RecordStore,
  { id, webhookId }: DeliveryId,
  settled: Settled,
  now: number,
): Promise<void> {
  return untilWritten(async () => {
    const [record, queue] = await store.read([recordName(id), queueName(webhookId)])
    if (!record) return
    const before = decodeDelivery(record.text)
    const { waiting, write } = queueIn(webhookId, queue)
    const isQueued = waiting.some((one) => one.id === id)
    if (!isQueued && !isRecorded(before.status, settled)) return
    const { status, dueAt } = settled
    const [first, ...rest] = recordWrites({ ...before, ...settled }, now)
    const text = changedText(record.text, before, settled)
    const writes: RecordWrite[] = [{ ...first, text, version: record.version }, ...rest]
    const others = waiting.filter((one) => one.id !== id)
    if (isQueued) writes.push(write(status === 'waiting' ? dueAgain(waiting, id, dueAt) : others))
    return (await store.write(writes, { now })) ? undefined : CONFLICT
  })
}

interface Batch {
  webhookId: string
  batch: readonly DeliveryRecord[]
  /** Place of the first one among those that are added now. */
  first: number
  now: number
}

/** Adds deliveries that were never added before. Beyond the most that may wait, the oldest are given up. */
function addBatch(store: RecordStore, { webhookId, batch, first, now }: Batch): Promise<void> {
  return untilWritten(async () => {
    const [queue, ...known] = await store.read([
      queueName(webhookId),
      ...batch.map(({ id }) => recordName(id)),
    ])
    const { waiting, write } = queueIn(webhookId, queue)
    const queued = new Set(waiting.map(({ id }) => id))
    const added = batch.flatMap((delivery, n) => {
      if (queued.has(delivery.id)) return []
      const stored = known[n] ?? null
      // One that waits and is not queued was added by a process that ended before it was queued.
      if (stored && decodeDelivery(stored.text).status !== 'waiting') return []
      const order = `${padded(now)}-${String(first + n).padStart(5, '0')}`
      return [{ record: { ...delivery, order }, version: stored?.version ?? null }]
    })
    if (added.length === 0) return
    const all = [...waiting, ...added.map(({ record: { id, dueAt } }) => ({ id, dueAt }))]
    const over = Math.max(0, all.length - MAX_WAITING)
    const surplus = new Set(all.slice(0, over).map(({ id }) => id))
    const older = await readAll(
      store,
      [...surplus].filter((id) => queued.has(id)).map(recordName),
      decodeDelivery,
    )
    const writes = added.flatMap(({ record, version }) => {
      const end = surplus.has(record.id) ? pushedOut(now) : {}
      const [main, ...rest] = recordWrites({ ...record, ...end }, now)
      return [{ ...main, version }, { name: addedName(record), text: '-' }, ...rest]
    })
    writes.push(...older.flatMap((one) => recordWrites({ ...one, ...pushedOut(now) }, now)))
    writes.push(write(all.slice(over)))
    return (await store.write(writes, { now, inAnyOrder: true })) ? undefined : CONFLICT
  })
}

/** The record of a delivery; of one that is settled also what finds it, since both end together. */
function recordWrites(record: StoredDelivery, now: number): [RecordWrite, ...RecordWrite[]] {
  const write = { name: recordName(record.id), text: JSON.stringify(record) }
  if (record.status === 'waiting') return [write]
  const until = now + SETTLED_KEPT_MS
  if (record.order === undefined) return [{ ...write, until }]
  return [
    { ...write, until },
    { name: addedName(record), text: '-', until },
  ]
}

/** Deliveries in the order of the ids; `dueAt` of the queue counts. */
async function readDeliveries(
  store: RecordStore,
  wanted: readonly { id: string; dueAt: number | undefined }[],
): Promise<DeliveryRecord[]> {
  const found = await store.read(wanted.map(({ id }) => recordName(id)))
  return found.flatMap((stored, at) => {
    if (!stored) return []
    const { order: _, ...record } = decodeDelivery(stored.text)
    return { ...record, dueAt: wanted[at]?.dueAt ?? record.dueAt }
  })
}

/** The part of a webhook's queue that is sent next: none while the oldest is not due. */
function turnOf(waiting: readonly QueuedDelivery[], now: number): QueuedDelivery[] {
  const later = waiting.findIndex(({ dueAt }) => dueAt > now)
  return waiting.slice(0, Math.min(later === -1 ? TURN : later, TURN))
}

/** An alert is settled some days after it was added. */
const SETTLED_WITHIN_MS = 7 * DAY_MS

/** Deletes deliveries that were settled over 90 days ago. */
export async function sweepDeliveries(store: RecordStore, now: number): Promise<void> {
  const oldest = now - SETTLED_KEPT_MS - SETTLED_WITHIN_MS
  for (const name of await store.list(ADDED)) {
    const addedAt = Number(name.split('/')[3]?.split('-')[0])
    if (addedAt < oldest) await store.write(deletionsOf([recordName(idIn(name)), name]))
  }
}

/** A time whose text is sorted as the number is. */
function padded(time: number): string {
  return String(Math.max(0, Math.floor(time))).padStart(15, '0')
}

function idIn(name: string): string {
  return name.split('/').at(-1) ?? ''
}
