import { createHash } from 'node:crypto'

/** The id of a delivery: `msg_` and 40 hex digits, the same for the same change and webhook. */
export function deliveryId(webhookId: string, change: string): string {
  const hash = createHash('sha256').update(`${webhookId}\n${change}`).digest('hex')
  return `msg_${hash.slice(0, 40)}`
}
