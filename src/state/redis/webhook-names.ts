import { PREFIX } from './store.ts'

export function webhookKey(id: string): string {
  return `${PREFIX}webhook:${id}`
}

/** Ids of an account's webhooks. */
export function webhooksOf(accountId: string): string {
  return `${PREFIX}account-webhooks:${accountId}`
}

export function deliveryKey(id: string): string {
  return `${PREFIX}delivery:${id}`
}

/** Ids of a webhook's deliveries in the order in which they were added. */
export function deliveriesOf(webhookId: string): string {
  return `${PREFIX}deliveries:${webhookId}`
}

/** Those of them that wait. */
export function waitingOf(webhookId: string): string {
  return `${PREFIX}waiting:${webhookId}`
}
