import type {
  DeliveryRecord,
  Settled,
  WebhookRecord,
  WebhookStore,
} from '../api/state/webhook-store.ts'
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
  /** Reads the published documents, when there is a webhook; null: only what waits already is sent. */
  loadPublished: () => Promise<Published | null>
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
  const inUse = webhooks.filter(({ stopped }) => stopped === null)
  const published = inUse.length > 0 ? await run.loadPublished() : null
  if (published) {
    for (const webhook of inUse) report.made += await makeAlerts(webhook, published, run)
  }
  const used = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
  const { now } = run.sender
  const due = await run.state.dueDeliveries(now(), MOST_DUE)
  // One receiver gets its alerts in order; a slow one delays only itself.
  const groups = [...Map.groupBy(due, ({ webhookId }) => webhookId).values()]
  async function work(): Promise<void> {
    for (let group = groups.shift(); group; group = groups.shift()) {
      for (const [at, delivery] of group.entries()) {
        const webhook = used.get(delivery.webhookId)
        if (!webhook || now() > run.until) break
        const outcome = await deliver(webhook, delivery, run)
        if (outcome !== null) report[outcome] += 1
        if (outcome !== 'failed') continue
        await postpone(group.slice(at + 1), run)
        break
      }
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
  // The other receivers are served first, also when the state fails in the middle of one.
  const fault = workers.find(({ status }) => status === 'rejected')
  if (fault?.status === 'rejected') throw fault.reason
  return report
}

/** Stores the alerts of one webhook and then marks the snapshot as seen: stopped between the two, the next run makes the same ids. */
async function makeAlerts(
  webhook: WebhookRecord,
  published: Published,
  { state, sender }: AlertRun,
): Promise<number> {
  const newest = published.table.snapshots.at(-1)
  if (!newest || webhook.seenSnapshot === newest.id) return 0
  const now = sender.now()
  const found = findAlerts(webhook, published, now)
  const deliveries = found.map(({ alert, change }): DeliveryRecord => {
    const id = deliveryId(webhook.id, change)
    const fresh = { status: 'waiting', attempts: 0, dueAt: now, lastAttempt: null } as const
    return { id, webhookId: webhook.id, alert, ...fresh }
  })
  if (deliveries.length > 0) await state.addDeliveries(deliveries, now)
  await state.updateWebhook(webhook.id, { seenSnapshot: newest.id, seenDay: newest.day })
  return deliveries.length
}

type Outcome = 'delivered' | 'failed' | 'givenUp'

/**
 * One attempt. Null when another process has the delivery. A webhook whose alert is given up is stopped until its owner resumes it, and
 * what waits for a stopped one is given up without an attempt.
 */
async function deliver(
  webhook: WebhookRecord,
  { id, alert, attempts }: DeliveryRecord,
  { state, sender, random }: AlertRun,
): Promise<Outcome | null> {
  const leased = sender.now()
  if (!(await state.leaseDelivery(id, leased, leased + LEASE_MS))) return null
  if (webhook.stopped !== null) {
    await state.settleDelivery(id, stopped(attempts, leased), leased)
    return 'givenUp'
  }
  const sent = await sendAlert(webhook, { id, alert }, sender)
  const now = sender.now()
  const settled = afterAttempt(sent, { attempts: attempts + 1, now, random })
  await state.settleDelivery(id, settled, now)
  if (settled.status !== 'given-up') return settled.status === 'delivered' ? 'delivered' : 'failed'
  webhook.stopped = 'failing'
  await state.updateWebhook(webhook.id, { stopped: 'failing' })
  return 'givenUp'
}

/**
 * Puts what else is due for a receiver that failed behind what is due for others. Otherwise the alerts of a few receivers that fail would
 * be the earliest in every run, and so all that a run reads.
 */
async function postpone(
  rest: readonly DeliveryRecord[],
  { state, sender }: AlertRun,
): Promise<void> {
  const now = sender.now()
  await Promise.all(rest.map(({ id }) => state.leaseDelivery(id, now, now + LEASE_MS)))
}

function stopped(attempts: number, now: number): Settled {
  const lastAttempt = {
    at: new Date(now).toISOString(),
    status: null,
    problem: 'not sent: the webhook was stopped',
  }
  return { status: 'given-up', attempts, dueAt: now, lastAttempt }
}
