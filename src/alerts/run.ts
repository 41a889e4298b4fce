import PQueue from 'p-queue'
import type { DeliveryRecord, WebhookRecord, WebhookStore } from '../api/state/webhook-store.ts'
import { deliveryId } from './delivery-id.ts'
import { findAlerts, type Published } from './find-alerts.ts'
import { afterAttempt } from './retry.ts'
import { type Sender, sendAlert } from './send.ts'

/** Deliveries of one run, receivers at once, and time that a process has for one delivery before another may take it. */
const MOST_DUE = 500
const AT_ONCE = 8
const LEASE_MS = 60_000

export interface AlertRun {
  state: WebhookStore
  sender: Sender
  /** The published documents; null: only what waits already is sent. */
  published: Published | null
  random: () => number
  /** No delivery is begun after this, in milliseconds since 1970. */
  until: number
}

export interface AlertReport {
  /** Alerts that this run made; those that an earlier run made are not made again. */
  made: number
  delivered: number
  /** Attempts that failed and are repeated later. */
  failed: number
  givenUp: number
}

/**
 * Makes the alerts of the published snapshot and sends what is due. Runs may overlap, end at any point and be repeated: an alert is stored
 * under an id of its change before the webhook is marked, and one process at a time has a delivery. A receiver that accepted an alert does
 * not get it again; when its answer is lost, it gets the same `webhook-id` again. Rejects with `STATE_UNUSABLE`.
 */
export async function runAlerts(run: AlertRun): Promise<AlertReport> {
  const webhooks = await run.state.listWebhooks()
  const report: AlertReport = { made: 0, delivered: 0, failed: 0, givenUp: 0 }
  for (const webhook of webhooks) report.made += await makeAlerts(webhook, run)
  const used = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
  const { now } = run.sender
  const due = await run.state.dueDeliveries(now(), MOST_DUE)
  // One receiver gets its alerts in order; a slow one delays only itself.
  const queue = new PQueue({ concurrency: AT_ONCE })
  for (const deliveries of Map.groupBy(due, ({ webhookId }) => webhookId).values()) {
    void queue.add(async () => {
      for (const delivery of deliveries) {
        const webhook = used.get(delivery.webhookId)
        if (!webhook || webhook.stopped !== null || now() > run.until) return
        const outcome = await deliver(webhook, delivery, run)
        if (outcome === null) continue
        report[outcome] += 1
        if (outcome !== 'delivered') return
      }
    })
  }
  await queue.onIdle()
  return report
}

/** Stores the alerts of one webhook and then marks the snapshot as seen: stopped between the two, the next run makes the same ids. */
async function makeAlerts(webhook: WebhookRecord, run: AlertRun): Promise<number> {
  const { published, state, sender } = run
  const newest = published?.table.snapshots.at(-1)
  if (!published || !newest || webhook.stopped !== null) return 0
  if (webhook.seenSnapshot === newest.id) return 0
  const now = sender.now()
  const found = findAlerts(webhook, published, now)
  const deliveries = found.map(({ alert, change }): DeliveryRecord => {
    const id = deliveryId(webhook.id, change)
    const state = { status: 'waiting', attempts: 0, dueAt: now, lastAttempt: null } as const
    return { id, webhookId: webhook.id, alert, ...state }
  })
  if (deliveries.length > 0) await state.addDeliveries(deliveries, now)
  await state.updateWebhook(webhook.id, { seenSnapshot: newest.id, seenDay: newest.day })
  return deliveries.length
}

type Outcome = 'delivered' | 'failed' | 'givenUp'

/** One attempt. Null when another process has the delivery. A webhook whose alert is given up is stopped until its owner resumes it. */
async function deliver(
  webhook: WebhookRecord,
  { id, alert, attempts }: DeliveryRecord,
  { state, sender, random }: AlertRun,
): Promise<Outcome | null> {
  const leased = sender.now()
  if (!(await state.leaseDelivery(id, leased, leased + LEASE_MS))) return null
  const sent = await sendAlert(webhook, { id, alert }, sender)
  const now = sender.now()
  const settled = afterAttempt(sent, { attempts: attempts + 1, now, random })
  await state.settleDelivery(id, settled, now)
  if (settled.status !== 'given-up') return settled.status === 'delivered' ? 'delivered' : 'failed'
  await state.updateWebhook(webhook.id, { stopped: 'failing' })
  return 'givenUp'
}
