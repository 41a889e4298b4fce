import type { Alert, WebhookChallenge } from '../contract/alerts.ts'
import { parseOutsideJson } from '../domain/json.ts'
import type { HostLookup } from '../http/host-addresses.ts'
import { webhookSecret } from '../state/webhook-secret.ts'
import type { Attempt, WebhookRecord } from '../state/webhook-store.ts'
import { type PostReply, post } from './post.ts'
import { signedHeaders } from './sign.ts'

export interface Sender {
  /** Key of every HMAC. */
  secret: string
  lookup: HostLookup
  isLocal: boolean
  /** Milliseconds since 1970. */
  now: () => number
  attemptMs?: number
  /** Ends attempts that are under way. */
  signal?: AbortSignal
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
  const reply = await postSigned({ id: webhookId, url }, { id, message: alert, now }, sender)
  const retryAfter = reply.status === null ? null : reply.retryAfter
  return { attempt: attemptOf(reply, now), retryAfter }
}

async function postSigned(
  { id: webhookId, url }: Pick<WebhookRecord, 'id' | 'url'>,
  { id, message, now }: { id: string; message: Alert | WebhookChallenge; now: number },
  sender: Sender,
): Promise<PostReply> {
  const body = JSON.stringify(message)
  const secret = await webhookSecret(sender.secret, webhookId)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Plimsoll-Alerts',
    ...signedHeaders(secret, { id, body, now }),
  }
  return post(url, { ...sender, body, headers })
}

function attemptOf(reply: PostReply, now: number): Attempt {
  return { at: new Date(now).toISOString(), status: reply.status, problem: problemOf(reply) }
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

/** Time for the answer to a challenge: a person waits for it. */
const CHALLENGE_MS = 5_000

/** A page that echoes whatever it is sent has not agreed to anything, so only the challenge alone counts. */
const NOT_ECHOED = 'it did not answer with the challenge'

/**
 * Asks the receiver to agree: posts a random text, `token`, which it is to answer with, as plain text or as JSON `{challenge}`.
 * Without a problem it did. Never rejects.
 */
export async function sendChallenge(
  webhook: Pick<WebhookRecord, 'id' | 'url'>,
  token: string,
  sender: Sender,
): Promise<Attempt> {
  const now = sender.now()
  const id = `msg_challenge_${webhook.id.slice(3)}_${now}`
  const timestamp = new Date(now).toISOString()
  const message: WebhookChallenge = { type: 'webhook.challenge', timestamp, challenge: token }
  const patient = { attemptMs: CHALLENGE_MS, ...sender }
  const reply = await postSigned(webhook, { id, message, now }, patient)
  const attempt = attemptOf(reply, now)
  if (attempt.problem !== null || reply.status === null) return attempt
  return { ...attempt, problem: isEcho(reply.body, token) ? null : NOT_ECHOED }
}

function isEcho(body: string, token: string): boolean {
  if (body.trim() === token) return true
  const answer = parseOutsideJson(body)
  const entries = typeof answer === 'object' && answer !== null ? Object.entries(answer) : []
  return entries.length === 1 && entries[0]?.[0] === 'challenge' && entries[0][1] === token
}

function problemOf(reply: PostReply): string | null {
  if (reply.status === null) return reply.problem
  const { status } = reply
  if (status >= 200 && status <= 299) return null
  if (status >= 300 && status <= 399) return `status ${status}: redirects are not followed`
  return `status ${status}`
}
