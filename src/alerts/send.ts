import { webhookSecret } from '../api/state/webhook-secret.ts'
import type { Attempt, WebhookRecord } from '../api/state/webhook-store.ts'
import type { Alert } from '../contract/alerts.ts'
import type { HostLookup } from '../wallet/names/host-addresses.ts'
import { post, type Reply } from './post.ts'
import { signedHeaders } from './sign.ts'

export interface Sender {
  /** Key of every HMAC. */
  secret: string
  lookup: HostLookup
  isLocal: boolean
  /** Milliseconds since 1970. */
  now: () => number
  attemptMs?: number
}

/** How one attempt ended, and what the receiver asked for. */
export interface Sent {
  attempt: Attempt
  /** Seconds to wait before the next attempt, where the receiver said so. */
  retryAfter: number | null
}

/** Sends one signed alert once. Delivered is every status from 200 to 299. Never rejects. */
export async function sendAlert(
  { id: webhookId, url }: Pick<WebhookRecord, 'id' | 'url'>,
  { id, alert }: { id: string; alert: Alert },
  sender: Sender,
): Promise<Sent> {
  const now = sender.now()
  const body = JSON.stringify(alert)
  const secret = await webhookSecret(sender.secret, webhookId)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Plimsoll-Alerts',
    ...signedHeaders(secret, { id, body, now }),
  }
  const reply = await post(url, { ...sender, body, headers })
  const at = new Date(now).toISOString()
  const retryAfter = reply.status === null ? null : reply.retryAfter
  return { attempt: { at, status: reply.status, problem: problemOf(reply) }, retryAfter }
}

/** Sends a test, which is not kept among the deliveries. Never rejects. */
export async function sendTest(webhook: WebhookRecord, sender: Sender): Promise<Attempt> {
  const now = sender.now()
  const id = `msg_test_${webhook.id.slice(3)}_${now}`
  const alert: Alert = {
    type: 'test',
    timestamp: new Date(now).toISOString(),
    data: { message: 'This is a test. Alerts of this webhook look like it and are signed alike.' },
  }
  return (await sendAlert(webhook, { id, alert }, sender)).attempt
}

function problemOf(reply: Reply): string | null {
  if (reply.status === null) return reply.problem
  const { status } = reply
  if (status >= 200 && status <= 299) return null
  if (status >= 300 && status <= 399) return `status ${status}: redirects are not followed`
  return `status ${status}`
}
