import { createHash } from 'node:crypto'
import { confirmationDigest, markOf, neverToken, unsubscribeToken } from '../state/mail-links.ts'
import type { AccountDependencies } from './account-deps.ts'
import { isSameText } from './same-text.ts'

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#16202c;background:#fff}button{font:inherit;padding:.6rem 1.2rem;color:#fff;background:#123c69;border:0;border-radius:4px}a{color:#123c69}@media(prefers-color-scheme:dark){body{color:#e8edf2;background:#10161d}button{color:#10161d;background:#9cc4ee}a{color:#9cc4ee}}'

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** A page of a link in a mail. */
export interface MailPage {
  status: 200 | 400
  html: string
}

/** Shows a page for GET, and does for POST what its button says. The token in the address is all that it needs. */
type MailRoute = (request: Request, deps: AccountDependencies) => Promise<MailPage>

/** Pages of links in mails, by their path below `/account/api/`. Mail programs and scanners open links: only a POST does anything. */
export const MAIL_PAGES = new Map<string, MailRoute>([
  ['mail/confirm', confirm],
  ['mail/unsubscribe', unsubscribe],
  ['mail/never', never],
])

const WEBHOOK = /^wh_[0-9a-f]{20}$/
const MARK = /^[0-9a-f]{32}$/
const TOKEN = /^[0-9a-f]{64}$/

const INVALID = page(400, 'This link is not valid', [
  'It was used already, is older than a day, or was not copied whole.',
  'Ask for a new mail on the account page, where the alerts are set up.',
])
const CONFIRMED = page(200, 'This address is confirmed', [
  'Alerts are sent to it from the next snapshot on. Each has a link that ends them.',
])
const UNSUBSCRIBED = page(200, 'No more alerts are sent', [
  'Nothing of these alerts is sent to this address any more.',
])

/** Confirms an address. The link counts once, for a day, for the address that it was sent to. */
async function confirm(request: Request, deps: AccountDependencies): Promise<MailPage> {
  const { id, token } = queryOf(request)
  if (request.method !== 'POST') {
    const words = 'Press the button if you asked for alerts to this address.'
    return page(200, 'Confirm your address', [words], 'Send me these alerts')
  }
  const { state, secret, now } = deps
  const record = WEBHOOK.test(id) && TOKEN.test(token) ? await state.findWebhook(id) : null
  const { confirmation } = record ?? {}
  if (record?.form !== 'email' || !confirmation || confirmation.until < now()) {
    return INVALID
  }
  const digest = await confirmationDigest(secret, record, token)
  if (!isSameText(digest, confirmation.digest)) return INVALID
  // Of two at once the second has nothing to spend.
  if (!(await state.spend(`confirm ${digest}`, confirmation.until, now()))) return INVALID
  const at = new Date(now()).toISOString()
  await state.updateWebhook(id, {
    ...{ provedUrl: record.url, confirmation: null },
    lastProof: { at, status: null, problem: null },
  })
  return CONFIRMED
}

/** Ends the mails of a webhook to an address, again and again alike (RFC 8058). Says the same when there is nothing to end any more. */
async function unsubscribe(
  request: Request,
  { state, secret }: AccountDependencies,
): Promise<MailPage> {
  const { id, mark, token } = queryOf(request)
  const isWhole = WEBHOOK.test(id) && MARK.test(mark) && TOKEN.test(token)
  const unsubscription = { webhookId: id, mark }
  if (!isWhole || !isSameText(token, await unsubscribeToken(secret, unsubscription))) return INVALID
  if (request.method !== 'POST') {
    const words = 'Press the button, and nothing of these alerts is sent to this address any more.'
    return page(200, 'Stop these alerts', [words], 'Stop them')
  }
  const record = await state.findWebhook(id)
  if (record?.form === 'email' && (await markOf(secret, record.url)) === mark) {
    // Resumed by its owner, it is to be confirmed again.
    const stopped = record.stopped ?? 'unsubscribed'
    await state.updateWebhook(id, { provedUrl: null, confirmation: null, stopped })
  }
  return UNSUBSCRIBED
}

/** An address is never asked again, by any account. */
async function never(request: Request, { state, secret }: AccountDependencies): Promise<MailPage> {
  const { mark, token } = queryOf(request)
  const isWhole = MARK.test(mark) && TOKEN.test(token)
  if (!isWhole || !isSameText(token, await neverToken(secret, mark))) return INVALID
  if (request.method !== 'POST') {
    const words = 'Press the button, and this site never asks this address again.'
    return page(200, 'Never ask this address again', [words], 'Never ask again')
  }
  await state.refuseMail(mark)
  return page(200, 'This address is not asked again', ['No account can ask it any more.'])
}

function queryOf({ url }: Request): { id: string; mark: string; token: string } {
  const { searchParams: query } = new URL(url)
  return { id: query.get('w') ?? '', mark: query.get('a') ?? '', token: query.get('t') ?? '' }
}

/** The token is in the address of the page, so no other site learns it. */
export const MAIL_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
}

/** Of our own words alone. Its form posts to the address of the page. */
function page(status: 200 | 400, title: string, words: string[], button?: string): MailPage {
  const paragraphs = words.map((text) => `<p>${text}</p>`).join('')
  const form = button ? `<form method="post"><button>${button}</button></form>` : ''
  const home = '<p><a href="/account/">Account at Plimsoll</a></p>'
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} | Plimsoll</title><style>${STYLE}</style>`
  const body = `<main><h1>${title}</h1>${paragraphs}${form}${home}</main>`
  return {
    status,
    html: `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
  }
}
