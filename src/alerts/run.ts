import { setTimeout } from 'node:timers/promises'
import {
  type DeliveryRecord,
  isProved,
  type Settled,
  type WebhookRecord,
  type WebhookStore,
} from '../state/webhook-store.ts'
import type { PublishedAlerts } from './find-alerts.ts'
import { openLanes } from './lanes.ts'
import { makeAlerts } from './make-alerts.ts'
import { afterAttempt } from './retry.ts'
import { isSentTogether, type Sender, sendAlerts } from './send.ts'

/** Time that a process has for one delivery before another may take it: an attempt, and time to record it. */
const LEASE_MS = 30_000

/** A failover of the state takes seconds. */
const SETTLE_EVERY_MS = 500

export interface AlertRun {
  state: WebhookStore
  sender: Sender
  /** Reads the published documents; null: only what waits already is sent. */
  loadPublished: () => Promise<PublishedAlerts | null>
  random: () => number
  /** No delivery is begun after this, in milliseconds since 1970. Alerts are made in the first half of the time. */
  until: number
  /** Receivers that are slow, kept from one run to the next. */
  slow?: Set<string>
  /** Whether e-mail that this process cannot send waits for one that can; by default the attempt fails. */
  leavesMail?: boolean
  /** Whether this process is the one that sends; by default it is. */
  isSender?: () => boolean
  /** Time between two tries to record an attempt, in milliseconds. */
  settleEveryMs?: number
  /** Time after which a receiver is slow, in milliseconds. */
  slowAfterMs?: number
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
 * not get it again; when its answer is lost, it gets the same `webhook-id` again. Begins nothing more when the signal of the sender
 * fires. Rejects with `STATE_UNUSABLE`.
 */
export async function runAlerts(run: AlertRun): Promise<AlertReport> {
  const { state, sender } = run
  const { now } = sender
  const report: AlertReport = { made: 0, delivered: 0, failed: 0, givenUp: 0 }
  const published = await run.loadPublished()
  if (published && !isOver(run)) {
    const half = (now() + run.until) / 2
    const making = { state, now, isOver: () => isOver(run) || now() > half }
    report.made = await makeAlerts(published, making)
  }
  await sendDue(report, run)
  return report
}

function isOver({ sender, until, isSender }: AlertRun): boolean {
  return sender.signal?.aborted === true || sender.now() > until || isSender?.() === false
}

/**
 * Gives each webhook its turn, again and again, until nothing is due or the time is over. One webhook gets its alerts in order and one at a
 * time; a slow one has one turn in a run and delays only itself.
 */
async function sendDue(report: AlertReport, run: AlertRun): Promise<void> {
  const lanes = openLanes(run.slow ?? new Set(), run.slowAfterMs)
  // What is due and cannot be sent, such as to a webhook that is not proved, is no reason to look again.
  for (let before = -1; before < settledIn(report) && !isOver(run); ) {
    before = settledIn(report)
    for (let cursor: string | null = null; ; ) {
      const page = await run.state.dueDeliveries(run.sender.now(), cursor)
      for (const [id, turn] of Map.groupBy(page.due, ({ webhookId }) => webhookId)) {
        if (isOver(run)) break
        await lanes.begin(id, (hasTime) => takeTurn(id, turn, { hasTime, report, run }))
      }
      cursor = page.next
      if (cursor === null || isOver(run)) break
    }
    await lanes.fastIdle()
  }
  await lanes.idle()
}

function settledIn({ delivered, failed, givenUp }: AlertReport): number {
  return delivered + failed + givenUp
}

interface Turn {
  hasTime: () => boolean
  report: AlertReport
  run: AlertRun
}

/** Sends some deliveries of a webhook, until one fails or the turn takes long. What waits behind it is not due before it. */
async function takeTurn(
  id: string,
  deliveries: DeliveryRecord[],
  { hasTime, report, run }: Turn,
): Promise<void> {
  const webhook = await run.state.findWebhook(id)
  if (!webhook || !isProved(webhook)) return
  if (run.leavesMail && webhook.form === 'email' && !run.sender.mail) return
  for (const delivery of deliveries) {
    if (isOver(run)) return
    const settled = await deliver(webhook, delivery, run)
    if (settled === null) return
    report[OUTCOMES[settled.status]] += settled.count
    if (settled.status === 'waiting' || isSentTogether(webhook.form) || !hasTime()) return
  }
}

const OUTCOMES = { waiting: 'failed', delivered: 'delivered', 'given-up': 'givenUp' } as const

/**
 * One attempt, for people of everything that waits. Null when another process has the delivery, or when the run was ended meanwhile: then it
 * is due again after its lease. A webhook whose alert is given up is stopped until its owner resumes it, and what waits for a stopped one is
 * given up without an attempt.
 */
async function deliver(
  webhook: WebhookRecord,
  delivery: DeliveryRecord,
  run: AlertRun,
): Promise<(Settled & { count: number }) | null> {
  const { state, sender, random } = run
  const { attempts } = delivery
  const leased = sender.now()
  if (!(await state.leaseDelivery(delivery, leased, leased + LEASE_MS))) return null
  if (webhook.stopped !== null) {
    const settled = stopped(attempts, leased)
    await state.settleDelivery(delivery, settled, leased)
    return { ...settled, count: 1 }
  }
  // A process that was paused may have lost it.
  if (sender.signal?.aborted || sender.now() - leased > LEASE_MS / 2) return null
  const all = isSentTogether(webhook.form) ? await waitingFrom(delivery, state) : [delivery]
  const sent = await sendAlerts(webhook, all, sender)
  if (sender.signal?.aborted && sent.attempt.status === null) return null
  const now = sender.now()
  const settled = afterAttempt(sent, { attempts: attempts + 1, now, random })
  const count = settled.status === 'delivered' ? all.length : 1
  // The first one last: while it is lent, no other process takes what waits behind it.
  for (const each of all.slice(0, count).reverse()) {
    await record(run, leased + LEASE_MS, () => state.settleDelivery(each, settled, now))
  }
  if (settled.status === 'given-up') {
    webhook.stopped = 'failing'
    await state.updateWebhook(webhook.id, { stopped: 'failing' })
  }
  return { ...settled, count }
}

/** Tries until the lease ends: what was sent and could not be recorded would be sent again. Rejects with the last fault. */
async function record(
  { sender, settleEveryMs = SETTLE_EVERY_MS }: AlertRun,
  until: number,
  write: () => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write()
    } catch (error) {
      const isLate = sender.now() + settleEveryMs > until || tries * settleEveryMs > LEASE_MS
      if (isLate || sender.signal?.aborted) throw error
    }
    await setTimeout(settleEveryMs)
  }
}

/** What waits for the webhook of a delivery, which is the oldest of it. */
async function waitingFrom(first: DeliveryRecord, state: WebhookStore): Promise<DeliveryRecord[]> {
  const { webhookId } = first
  const known = await state.listDeliveries(webhookId, await state.countWaiting(webhookId))
  const later = known.filter(({ id, status }) => status === 'waiting' && id !== first.id)
  return [first, ...later.reverse()]
}

function stopped(attempts: number, now: number): Settled {
  const lastAttempt = {
    at: new Date(now).toISOString(),
    status: null,
    problem: 'not sent: the webhook was stopped',
  }
  return { status: 'given-up', attempts, dueAt: now, lastAttempt }
}
