import type { DeliveryRecord, WebhookRecord, WebhookStore } from '../api/state/webhook-store.ts'

/** Deliveries of a webhook that its owner sees. */
const MOST_SHOWN = 10

/** A webhook, as its owner sees it: never with its secret. */
export async function viewWebhook(state: WebhookStore, record: WebhookRecord) {
  const { id, url, watch, createdAt, stopped } = record
  const [waiting, deliveries] = await Promise.all([
    state.countWaiting(id),
    state.listDeliveries(id, MOST_SHOWN),
  ])
  const views = deliveries.map(viewDelivery)
  return { id, url, watch, createdAt, stopped, waiting, deliveries: views }
}

function viewDelivery({ id, alert, status, attempts, lastAttempt }: DeliveryRecord) {
  const { type, timestamp: at } = alert
  const protocol = alert.type === 'test' ? null : alert.data.protocol.name
  return { id, type, at, protocol, status, attempts, lastAttempt }
}
