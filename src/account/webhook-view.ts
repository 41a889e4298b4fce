import { shownReceiver } from '../contract/alert-forms.ts'
import {
  type DeliveryRecord,
  isProved,
  type WebhookRecord,
  type WebhookStore,
} from '../state/webhook-store.ts'
import { viewWatch } from './watched.ts'

/** Deliveries of a webhook that its owner sees. */
const MAX_SHOWN = 10

/**
 * A webhook, as its owner sees it: never with its secret. `pending` is null once its address echoed a challenge, else how the last
 * challenge ended.
 */
export async function viewWebhook(state: WebhookStore, record: WebhookRecord) {
  const { id, form, createdAt, stopped, lastProof } = record
  const url = shownReceiver(record)
  const watch = viewWatch(record.watch)
  const pending = isProved(record) ? null : lastProof
  const [waiting, deliveries] = await Promise.all([
    state.countWaiting(id),
    state.listDeliveries(id, MAX_SHOWN),
  ])
  const views = deliveries.map(viewDelivery)
  return { id, form, url, watch, createdAt, stopped, pending, waiting, deliveries: views }
}

function viewDelivery({ id, alert, status, attempts, lastAttempt }: DeliveryRecord) {
  const { type, timestamp: at } = alert
  const protocol = alert.type === 'test' ? null : alert.data.protocol.name
  return { id, type, at, protocol, status, attempts, lastAttempt }
}
