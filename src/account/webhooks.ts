import { type AlertForm, NOT_OPENED } from '../contract/alert-forms.ts'
import { MAX_WEBHOOKS } from '../contract/alert-limits.ts'
import { DAY_MS } from '../domain/day.ts'
import { toHex } from '../domain/hex.ts'
import { confirmationDigest, markOf } from '../state/mail-links.ts'
import { webhookSecret } from '../state/webhook-secret.ts'
import { type Attempt, isProved, type WebhookRecord } from '../state/webhook-store.ts'
import type { AccountRequest, AccountResult } from './account-request.ts'
import { changedWebhookBody, newWebhookBody, webhookBody } from './bodies.ts'
import { admitsMailbox, countWork } from './limits.ts'
import { readBody } from './read-body.ts'
import { checkReceiver } from './receiver.ts'
import { AccountRefusal } from './refusal.ts'
import { requireSignedIn } from './sessions.ts'
import { newestSeen, readPublished, resolveWatch } from './watched.ts'
import { viewWebhook } from './webhook-view.ts'

/** A body has the watch, its thresholds, and in those the values. */
const DEPTH = 4
const ID_BYTES = 10
const TOKEN_BYTES = 32

/** Time in which an address is to be confirmed. */
const CONFIRM_MS = DAY_MS

/**
 * `POST webhooks`: makes a webhook and sends it a challenge. It begins with the newest snapshot, so nothing that is older is sent to it.
 */
export async function makeWebhook(incoming: AccountRequest): Promise<AccountResult> {
  const { state, now, randomBytes, alerts } = incoming.deps
  const body = await readBody(incoming.request, newWebhookBody, DEPTH)
  const account = await requireSignedIn(incoming)
  requireForm(incoming, body.form)
  const url = checkReceiver(body.form, body.url, incoming.site)
  const published = await readPublished(alerts)
  const watch = resolveWatch(body.watch, published, null)
  // Looked at before it is counted, so that trying at the limit does not use up the webhooks of the day.
  if ((await state.listAccountWebhooks(account.id)).length >= MAX_WEBHOOKS)
    throw new AccountRefusal('too-many-webhooks')
  await countWork(incoming, 'webhook', account.id)
  if (body.form === 'email') await countWork(incoming, 'confirmation', account.id)
  const record: WebhookRecord = {
    id: `wh_${toHex(randomBytes(ID_BYTES))}`,
    accountId: account.id,
    form: body.form,
    url,
    watch,
    createdAt: new Date(now()).toISOString(),
    ...newestSeen(published),
    stopped: null,
    provedUrl: null,
    lastProof: notSent(now()),
    confirmation: null,
  }
  if (!(await state.insertWebhook(record, MAX_WEBHOOKS)))
    throw new AccountRefusal('too-many-webhooks')
  return { status: 201, data: { webhook: await viewWebhook(state, await prove(incoming, record)) } }
}

/**
 * `POST webhooks/update`: changes what is given. One that is resumed begins with the newest snapshot again, and one at a new address is
 * sent a challenge.
 */
export async function updateWebhook(incoming: AccountRequest): Promise<AccountResult> {
  const { state, now, alerts } = incoming.deps
  const { id, url, watch, stopped } = await readBody(incoming.request, changedWebhookBody, DEPTH)
  const own = await ownWebhook(incoming, id)
  const isResumed = stopped === null && own.stopped !== null
  const change: Parameters<typeof state.updateWebhook>[1] = {}
  if (url !== undefined) change.url = checkReceiver(own.form, url, incoming.site)
  const isMoved = change.url !== undefined && ![own.url, own.provedUrl].includes(change.url)
  if (isMoved) change.lastProof = notSent(now())
  if (stopped !== undefined) change.stopped = stopped
  if (watch !== undefined || isResumed) {
    const published = await readPublished(alerts)
    if (watch !== undefined) change.watch = resolveWatch(watch, published, own.watch)
    if (isResumed) Object.assign(change, newestSeen(published))
  }
  if (isMoved) await countProof(incoming, own)
  const record = await state.updateWebhook(id, change)
  if (!record) throw new AccountRefusal('webhook')
  const shown = isMoved ? await prove(incoming, record) : record
  return { data: { webhook: await viewWebhook(state, shown) } }
}

/** `POST webhooks/prove`: sends a challenge again to a webhook that did not echo one. */
export async function proveWebhook(incoming: AccountRequest): Promise<AccountResult> {
  const { state, alerts } = incoming.deps
  const { id } = await readBody(incoming.request, webhookBody)
  const own = await ownWebhook(incoming, id)
  if (!alerts) throw new AccountRefusal('alerts', 'Alerts are not set up on this site.')
  requireForm(incoming, own.form)
  if (!isProved(own)) await countProof(incoming, own)
  const record = isProved(own) ? own : await prove(incoming, own)
  return { data: { webhook: await viewWebhook(state, record) } }
}

/**
 * Sends a challenge and records how it ended. The address that echoed it is kept, so that an answer of one address never proves another
 * that took its place meanwhile.
 */
async function prove({ deps }: AccountRequest, webhook: WebhookRecord): Promise<WebhookRecord> {
  const { state, randomBytes, alerts } = deps
  if (!alerts) return webhook
  const token = toHex(randomBytes(TOKEN_BYTES))
  if (webhook.form === 'email') return askByMail(deps, webhook, token)
  const lastProof = await alerts.sendChallenge(webhook, token)
  const proved = lastProof.problem === null ? { provedUrl: webhook.url } : {}
  const record = await state.updateWebhook(webhook.id, { lastProof, ...proved })
  if (!record) throw new AccountRefusal('webhook')
  return record
}

/**
 * Sends the mail that asks an address. What is recorded and answered is the same for every address: whether it exists, is another's or
 * has had enough mails is never said. Only a failure of our own mail server is.
 */
async function askByMail(
  deps: AccountRequest['deps'],
  webhook: WebhookRecord,
  token: string,
): Promise<WebhookRecord> {
  const { state, secret, now, alerts } = deps
  const isRefused = await state.refusesMail(await markOf(secret, webhook.url))
  const isSent = !isRefused && (await admitsMailbox(deps, webhook.url))
  const digest = await confirmationDigest(secret, webhook, token)
  const confirmation = { digest, until: now() + CONFIRM_MS }
  const lastProof = failed(now(), NOT_OPENED)
  const change = { lastProof, ...(isSent && { confirmation }) }
  const asked = await state.updateWebhook(webhook.id, change)
  if (!asked) throw new AccountRefusal('webhook')
  const sent = isSent ? await alerts?.sendConfirmation?.(asked, token) : null
  if (!sent?.problem) return asked
  const record = await state.updateWebhook(webhook.id, { lastProof: failed(now(), sent.problem) })
  if (!record) throw new AccountRefusal('webhook')
  return record
}

/** Counts a challenge, or the mail in its place. */
function countProof(incoming: AccountRequest, { form, accountId }: WebhookRecord): Promise<void> {
  return countWork(incoming, form === 'email' ? 'confirmation' : 'challenge', accountId)
}

function requireForm({ deps: { alerts } }: AccountRequest, form: AlertForm): void {
  if (form !== 'email' || !alerts || alerts.sendConfirmation) return
  throw new AccountRefusal('form')
}

function notSent(now: number): Attempt {
  return failed(now, 'the challenge was not sent yet')
}

function failed(now: number, problem: string): Attempt {
  return { at: new Date(now).toISOString(), status: null, problem }
}

/** `POST webhooks/delete`: deletes it with the alerts on their way. */
export async function deleteWebhook(incoming: AccountRequest): Promise<AccountResult> {
  const { id } = await readBody(incoming.request, webhookBody)
  await ownWebhook(incoming, id)
  if (!(await incoming.deps.state.deleteWebhook(id))) throw new AccountRefusal('webhook')
  return { data: {} }
}

/**
 * `POST webhooks/test`: sends one signed test at once, also to a webhook that is stopped, never to one that is not proved. Returns what
 * came back.
 */
export async function testWebhook(incoming: AccountRequest): Promise<AccountResult> {
  const { alerts } = incoming.deps
  const { id } = await readBody(incoming.request, webhookBody)
  const own = await ownWebhook(incoming, id)
  if (!alerts) throw new AccountRefusal('alerts', 'Alerts are not set up on this site.')
  if (!isProved(own)) throw new AccountRefusal('pending')
  await countWork(incoming, 'webhook-test', own.accountId)
  return { data: { attempt: await alerts.sendTest(own) } }
}

/** `POST webhooks/secret`: what its alerts are signed with. */
export async function showSecret(incoming: AccountRequest): Promise<AccountResult> {
  const { id } = await readBody(incoming.request, webhookBody)
  await ownWebhook(incoming, id)
  return { data: { secret: await webhookSecret(incoming.deps.secret, id) } }
}

/** The id is only looked for among the account's own, so that the answer is the same for a webhook of another account and for none. */
async function ownWebhook(incoming: AccountRequest, id: string): Promise<WebhookRecord> {
  const account = await requireSignedIn(incoming)
  const own = await incoming.deps.state.listAccountWebhooks(account.id)
  const record = own.find((one) => one.id === id)
  if (!record) throw new AccountRefusal('webhook')
  return record
}
