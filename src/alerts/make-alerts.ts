import { setTimeout } from 'node:timers/promises'
import type { DeliveryRecord, WebhookRecord, WebhookStore } from '../state/webhook-store.ts'
import { deliveryId } from './delivery-id.ts'
import { type AlertFinder, alertFinder, type PublishedAlerts, rowsOf } from './find-alerts.ts'
import { currentWatch } from './watched-protocols.ts'

/** After so long at work comes a pause, in which others write to the same state and a server answers. Milliseconds. */
const WORK_MS = 5
const PAUSE_MS = 5

export interface MakeOptions {
  state: WebhookStore
  /** Milliseconds since 1970. */
  now: () => number
  /** Whether to stop; the next run makes what is left. */
  isOver: () => boolean
}

/**
 * Stores the alerts of the published snapshot for every webhook that has not seen it, one webhook at a time and with
 * pauses. Returns how many were made. Rejects with `STATE_UNUSABLE`.
 */
export async function makeAlerts(
  published: PublishedAlerts,
  options: MakeOptions,
): Promise<number> {
  const newest = published.table.snapshots.at(-1)
  if (!newest) return 0
  const rows = rowsOf(published.table)
  const find = alertFinder(published, rows)
  let made = 0
  let since = performance.now()
  for (let cursor: string | null = null; ; ) {
    const page = await options.state.unseenWebhooks(newest.id, cursor)
    for (const webhook of page.webhooks) {
      if (performance.now() - since > WORK_MS) {
        await setTimeout(PAUSE_MS)
        since = performance.now()
      }
      if (options.isOver()) return made
      const watch = currentWatch(webhook, published.table, rows)
      made += await makeFor({ ...webhook, watch }, find, options)
      const seen = { seenSnapshot: newest.id, seenDay: newest.day }
      await options.state.updateWebhook(webhook.id, {
        ...seen,
        ...(watch === webhook.watch ? {} : { watch }),
      })
    }
    cursor = page.next
    if (cursor === null) return made
  }
}

/** Stored before the webhook is marked: stopped between the two, the next run makes the same ids. */
async function makeFor(
  webhook: WebhookRecord,
  find: AlertFinder,
  { state, now: clock }: MakeOptions,
): Promise<number> {
  const now = clock()
  const deliveries = find(webhook, now).map(({ alert, change }): DeliveryRecord => {
    const id = deliveryId(webhook.id, change)
    const fresh = { status: 'waiting', attempts: 0, dueAt: now, lastAttempt: null } as const
    return { id, webhookId: webhook.id, alert, ...fresh }
  })
  if (deliveries.length > 0) await state.addDeliveries(deliveries, now)
  return deliveries.length
}
