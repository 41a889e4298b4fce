import * as z from 'zod'
import { ALERT_FORMS } from '../contract/alert-forms.ts'
import { alert, watch } from '../contract/alerts.ts'
import { DAY_MS } from '../domain/day.ts'
import { parseJson } from '../domain/json.ts'
import { unusable } from './unusable.ts'
import {
  type Attempt,
  type DeliveryRecord,
  isProved,
  type Settled,
  type WebhookRecord,
} from './webhook-store.ts'

/** Waiting deliveries of one webhook; with more, the oldest are given up. */
export const MAX_WAITING = 200

/** How long the id of a settled delivery is remembered, so that its change is not sent again. */
export const SETTLED_KEPT_MS = 90 * DAY_MS

/** Deliveries of a webhook that are sent one after the other before others have their turn. */
export const TURN = 3

/** Webhooks that are looked at in one step, so that other work of the process is not held up. */
export const PAGE = 100

const attempt = z.object({
  at: z.string(),
  status: z.number().nullable(),
  problem: z.string().nullable(),
})

/** A text is the slug alone, of an earlier version. */
const protocol = z.union([
  z.object({ id: z.string().nullable(), slug: z.string() }),
  z.string().transform((slug) => ({ id: null, slug })),
])

/** Not strict, as what people send is: a later version may have written more. */
const storedWatch = watch
  .extend({
    protocols: z.array(protocol).nullable(),
    thresholds: z.array(watch.shape.thresholds.element.extend({ protocol }).strip()),
  })
  .strip()

const webhook = z.object({
  id: z.string(),
  accountId: z.string(),
  /** Left out by versions that had no other. */
  form: z.enum(ALERT_FORMS).default('json'),
  url: z.string(),
  watch: storedWatch,
  createdAt: z.string(),
  seenSnapshot: z.string(),
  seenDay: z.string(),
  stopped: z.enum(['failing', 'paused', 'unsubscribed']).nullable(),
  provedUrl: z.string().nullable().optional(),
  lastProof: attempt.nullable().default(null),
  confirmation: z.object({ digest: z.string(), until: z.number() }).nullable().default(null),
})

const delivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  alert,
  status: z.enum(['waiting', 'delivered', 'given-up']),
  attempts: z.number(),
  dueAt: z.number(),
  lastAttempt: attempt.nullable(),
  order: z.string().optional(),
})

/** Loose, since it is written whole: what only a later version knows of an entry stays. */
const queue = z.array(z.looseObject({ id: z.string(), dueAt: z.number() }))

/** A delivery as it is stored, with its place among those of its webhook; version 0.1.0 has none. */
export type StoredDelivery = DeliveryRecord & { order?: string | undefined }

/** A delivery that waits, in the queue of its webhook. */
export type QueuedDelivery = z.infer<typeof queue>[number]

/**
 * A webhook from a store. One of a version without challenges counts as proved: it has received alerts. Throws `STATE_UNUSABLE` when it
 * is damaged.
 */
export function decodeWebhook(text: string): WebhookRecord {
  const parsed = webhook.safeParse(parseJson(text))
  if (!parsed.success) throw unusable('a webhook in it is damaged or of a later version')
  const { provedUrl = parsed.data.url, ...rest } = parsed.data
  return { ...rest, provedUrl }
}

/** Whether alerts of a snapshot are still to be made for a webhook. */
export function isUnseen(record: WebhookRecord, snapshot: string): boolean {
  return record.stopped === null && isProved(record) && record.seenSnapshot !== snapshot
}

/** A delivery from a store. Throws `STATE_UNUSABLE` when it is damaged. */
export function decodeDelivery(text: string): StoredDelivery {
  const parsed = delivery.safeParse(parseJson(text))
  if (!parsed.success) throw unusable('an alert in it is damaged or of a later version')
  return parsed.data
}

/** The waiting deliveries of a webhook from a store. Throws `STATE_UNUSABLE` when they are damaged. */
export function decodeQueue(text: string): QueuedDelivery[] {
  const parsed = queue.safeParse(text === '' ? [] : parseJson(text))
  if (!parsed.success) throw unusable('the alerts of a webhook in it are damaged')
  return parsed.data
}

/** How a delivery ends that newer ones pushed out. */
export function pushedOut(now: number): { status: 'given-up'; lastAttempt: Attempt } {
  const at = new Date(now).toISOString()
  const problem = `more than ${MAX_WAITING} alerts were waiting`
  return { status: 'given-up', lastAttempt: { at, status: null, problem } }
}

/** Whether the end of an attempt is recorded: of a delivery that no longer waits only that it arrived after all. */
export function isRecorded(current: DeliveryRecord['status'], settled: Settled): boolean {
  return current === 'waiting' || settled.status === 'delivered'
}

/** Deliveries by the webhook that they are for. */
export function byWebhook(deliveries: readonly DeliveryRecord[]): Map<string, DeliveryRecord[]> {
  return Map.groupBy(deliveries, ({ webhookId }) => webhookId)
}
