import type { AlertForm, ChatForm } from '../contract/alert-forms.ts'
import type { Alert, WebhookChallenge } from '../contract/alerts.ts'
import { parseOutsideJson } from '../domain/json.ts'
import type { HostLookup } from '../http/host-addresses.ts'
import { neverQuery, unsubscribeQuery } from '../state/mail-links.ts'
import { webhookSecret } from '../state/webhook-secret.ts'
import type { Attempt, DeliveryRecord, WebhookRecord } from '../state/webhook-store.ts'
import type { Chat } from './forms/chat.ts'
import { discord } from './forms/discord.ts'
import { confirmationOf, type Links, letterOf } from './forms/letter.ts'
import { type Digest, digestOf } from './forms/notice.ts'
import { slack } from './forms/slack.ts'
import { telegram } from './forms/telegram.ts'
import type { Mail, MailReply, SendMail } from './mail.ts'
import { type PostReply, post } from './post.ts'
import { signedHeaders } from './sign.ts'

export interface Sender {
  /** Key of every HMAC. */
  secret: string
  lookup: HostLookup
  isLocal: boolean
  /** Milliseconds since 1970. */
  now: () => number
  /** Origin of the site, which messages link to. */
  origin: string
  /** Null where no e-mail is sent. */
  mail: SendMail | null
  attemptMs?: number
  /** Ends attempts that are under way. */
  signal?: AbortSignal
  /** Overrides `post`. */
  post?: typeof post
}

/** How one attempt ended, and what the receiver asked for. */
export interface Sent {
  attempt: Attempt
  /** Seconds to wait before the next attempt, where the receiver said so. */
  retryAfter: number | null
  /** Whether nothing more is to be sent to it. */
  isGone: boolean
}

type Receiver = Pick<WebhookRecord, 'id' | 'url' | 'form'>

const CHATS: Record<ChatForm, Chat> = { slack, discord, telegram }

/** A server that answers this wants nothing more (RFC 9110, 15.5.11). */
const GONE = 410

/** Whether all that waits for a receiver is one message: people do not want one for each protocol. */
export function isSentTogether(form: AlertForm): boolean {
  return form !== 'json'
}

/** Sends alerts once, of which a form that is not sent together takes the first. Delivered is every status from 200 to 299. Never rejects. */
export async function sendAlerts(
  webhook: Receiver,
  deliveries: readonly Pick<DeliveryRecord, 'id' | 'alert'>[],
  sender: Sender,
): Promise<Sent> {
  const [first] = deliveries
  if (!first) throw new RangeError('There is an alert to send.')
  const alerts = deliveries.map(({ alert }) => alert)
  if (webhook.form === 'email') return sendLetter(webhook, alerts, first.id, sender)
  if (webhook.form !== 'json') {
    const { most } = CHATS[webhook.form]
    return sendToChat(webhook.form, webhook.url, digestOf(alerts, sender.origin, most), sender)
  }
  const now = sender.now()
  const reply = await postSigned(webhook, { id: first.id, message: first.alert, now }, sender)
  const retryAfter = reply.status === null ? null : reply.retryAfter
  return { attempt: attemptOf(reply, now), retryAfter, isGone: reply.status === GONE }
}

async function sendToChat(
  form: ChatForm,
  address: string,
  digest: Digest,
  sender: Sender,
): Promise<Sent> {
  const now = sender.now()
  const chat = CHATS[form]
  const { url, body } = chat.request(address, digest)
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Plimsoll-Alerts' }
  const send = sender.post ?? post
  const reply = await send(url, { ...sender, body: JSON.stringify(body), headers })
  const attempt = attemptOf(reply, now)
  if (reply.status === null) return { attempt, retryAfter: null, isGone: false }
  const asked = chat.retryAfter?.(parseOutsideJson(reply.body)) ?? null
  const retryAfter = Math.max(asked ?? 0, reply.retryAfter ?? 0) || null
  return { attempt, retryAfter, isGone: chat.gone.includes(reply.status) }
}

async function sendLetter(
  webhook: Receiver,
  alerts: readonly Alert[],
  id: string,
  sender: Sender,
): Promise<Sent> {
  const now = sender.now()
  const letter = letterOf(alerts, await linksOf(webhook, sender))
  const reply = await mailTo(webhook, { ...letter, id }, sender)
  return { attempt: mailAttempt(reply, now), retryAfter: null, isGone: reply.isGone }
}

/**
 * Sends the mail that asks an address whether it wants alerts, with the token in its link. Never rejects. The problem is one of our own
 * server, or none: whether the address exists is never said.
 */
export async function sendConfirmation(
  webhook: Receiver,
  token: string,
  sender: Sender,
): Promise<{ problem: string | null }> {
  const query = new URLSearchParams({ w: webhook.id, t: token })
  const { origin, secret } = sender
  const pages = `${origin}/account/api/mail`
  const unsubscribe = `${pages}/never?${await neverQuery(secret, webhook.url)}`
  const letter = confirmationOf(`${pages}/confirm?${query}`, { origin, unsubscribe })
  const id = `confirm_${webhook.id}_${sender.now()}`
  const { isOurs, problem } = await mailTo(webhook, { ...letter, id }, sender)
  return { problem: isOurs ? problem : null }
}

async function linksOf(webhook: Receiver, { origin, secret }: Sender): Promise<Links> {
  const query = await unsubscribeQuery(secret, webhook)
  return { origin, unsubscribe: `${origin}/account/api/mail/unsubscribe?${query}` }
}

async function mailTo(
  { url }: Receiver,
  letter: Omit<Mail, 'to'>,
  { mail, signal }: Sender,
): Promise<MailReply> {
  if (!mail) {
    const problem = 'this site sends no e-mail any more'
    return { status: null, problem, isGone: false, isOurs: true }
  }
  return mail({ ...letter, to: url.replace(/^mailto:/, '') }, signal)
}

function mailAttempt({ status, problem }: MailReply, now: number): Attempt {
  return { at: new Date(now).toISOString(), status, problem }
}

async function postSigned(
  { id: webhookId, url }: Receiver,
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
  return (sender.post ?? post)(url, { ...sender, body, headers })
}

function attemptOf(reply: PostReply, now: number): Attempt {
  return { at: new Date(now).toISOString(), status: reply.status, problem: problemOf(reply) }
}

/** Sends a test, which is not kept among the deliveries. Never rejects. */
export async function sendTest(webhook: Receiver, sender: Sender): Promise<Attempt> {
  const now = sender.now()
  const id = `msg_test_${webhook.id.slice(3)}_${now}`
  const signed = webhook.form === 'json' ? ' and are signed alike' : ''
  const alert: Alert = {
    type: 'test',
    timestamp: new Date(now).toISOString(),
    data: { message: `This is a test. Alerts of this webhook look like it${signed}.` },
  }
  return (await sendAlerts(webhook, [{ id, alert }], sender)).attempt
}

/** Time for the answer to a challenge: a person waits for it. */
const CHALLENGE_MS = 5_000

/** A page that echoes whatever it is sent has not agreed to anything, so only the challenge alone counts. */
const NOT_ECHOED = 'it did not answer with the challenge'

/**
 * Asks the receiver to agree: posts a random text, `token`, which it is to answer with, as plain text or as JSON `{challenge}`. A chat
 * agrees by taking a greeting: its address is a secret of the chat. Without a problem it did. Never rejects.
 */
export async function sendChallenge(
  webhook: Receiver,
  token: string,
  sender: Sender,
): Promise<Attempt> {
  const now = sender.now()
  const patient = { attemptMs: CHALLENGE_MS, ...sender }
  if (webhook.form !== 'json' && webhook.form !== 'email') {
    const greeting = greetingOf(sender.origin)
    return (await sendToChat(webhook.form, webhook.url, greeting, patient)).attempt
  }
  const id = `msg_challenge_${webhook.id.slice(3)}_${now}`
  const timestamp = new Date(now).toISOString()
  const message: WebhookChallenge = { type: 'webhook.challenge', timestamp, challenge: token }
  const reply = await postSigned(webhook, { id, message, now }, patient)
  const attempt = attemptOf(reply, now)
  if (attempt.problem !== null || reply.status === null) return attempt
  return { ...attempt, problem: isEcho(reply.body, token) ? null : NOT_ECHOED }
}

function greetingOf(origin: string): Digest {
  const title = 'Alerts of Plimsoll arrive here'
  const text = ['They come after a snapshot in which something that is watched changed.']
  const page = `${origin}/docs/alerts/`
  return { heading: title, notices: [{ title, text, page }], rest: 0, more: page }
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
