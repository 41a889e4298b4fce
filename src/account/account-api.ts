import { PlimsollError } from '../domain/errors.ts'
import { toResponse } from '../http/api-response.ts'
import { describeError } from '../http/describe-error.ts'
import { isPaused } from '../state/unusable.ts'
import type { AccountDependencies, AccountLogEntry } from './account-deps.ts'
import type { AccountRequest, AccountResult } from './account-request.ts'
import { account } from './account-view.ts'
import { challenge } from './challenge.ts'
import { makeKey, revokeKey } from './keys.ts'
import { countRequest, type LimitName } from './limits.ts'
import { MAIL_PAGE_HEADERS, MAIL_PAGES } from './mail-pages.ts'
import { AccountRefusal, refusalBody } from './refusal.ts'
import { checkOrigin } from './request-checks.ts'
import { scan } from './scan.ts'
import { CHALLENGE_COOKIE, readCookie, SESSION_COOKIE } from './session-cookie.ts'
import { signIn } from './sign-in.ts'
import { deleteAccount, signOut } from './sign-out.ts'
import { siteOf } from './site.ts'
import {
  deleteWebhook,
  makeWebhook,
  proveWebhook,
  showSecret,
  testWebhook,
  updateWebhook,
} from './webhooks.ts'

export type { AccountDependencies, AccountLogEntry, AlertServices } from './account-deps.ts'

const PREFIX = '/account/api/'

/** The id of the account that a page shows, so that a tab never changes another one that signed in since. */
const ACCOUNT_HEADER = 'plimsoll-account'
const RETRY_AFTER_SECONDS = '30'

interface AccountRoute {
  method: 'GET' | 'POST'
  limit: LimitName
  handle: (incoming: AccountRequest) => Promise<AccountResult>
}

const ROUTES = new Map<string, AccountRoute>([
  ['challenge', { method: 'POST', limit: 'sign-in', handle: challenge }],
  ['sign-in', { method: 'POST', limit: 'sign-in', handle: signIn }],
  ['account', { method: 'GET', limit: 'account', handle: account }],
  ['keys', { method: 'POST', limit: 'account', handle: makeKey }],
  ['keys/revoke', { method: 'POST', limit: 'account', handle: revokeKey }],
  ['webhooks', { method: 'POST', limit: 'account', handle: makeWebhook }],
  ['webhooks/update', { method: 'POST', limit: 'account', handle: updateWebhook }],
  ['webhooks/delete', { method: 'POST', limit: 'account', handle: deleteWebhook }],
  ['webhooks/prove', { method: 'POST', limit: 'account', handle: proveWebhook }],
  ['webhooks/test', { method: 'POST', limit: 'account', handle: testWebhook }],
  ['webhooks/secret', { method: 'POST', limit: 'account', handle: showSecret }],
  ['scan', { method: 'POST', limit: 'account', handle: scan }],
  ['sign-out', { method: 'POST', limit: 'account', handle: signOut }],
  ['delete', { method: 'POST', limit: 'account', handle: deleteAccount }],
])

/** No CORS headers: only the site's own pages may read an answer. */
const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/**
 * Answers the requests under `/account/api/`, which the account page sends. `ip` is the address of the client as the host knows it.
 * Never rejects: what fails is a response and a line of the log.
 */
export function createAccountApi(
  deps: AccountDependencies,
): (request: Request, ip: string) => Promise<Response> {
  return async (request, ip) => {
    const started = deps.now()
    const path = URL.parse(request.url)?.pathname ?? ''
    const name = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : ''
    const route = ROUTES.get(name)
    const isMail = MAIL_PAGES.has(name)
    const line = route || isMail ? `${route?.method ?? request.method} ${PREFIX}${name}` : 'none'
    const outcome = await settle(
      isMail
        ? mailPage(deps, request, { ip, name })
        : answer(deps, request, { ip, arrived: started }, route),
    )
    const { response, isLogged, ...notes } = respond(outcome)
    const { status } = response
    const level = status >= 500 && !isLogged ? 'error' : 'info'
    deps.log({ level, route: line, status, durationMs: deps.now() - started, ...notes })
    return request.method === 'HEAD' ? new Response(null, response) : response
  }
}

/** A page of a link in a mail: also mail servers post to it, so of no origin and without a session. */
async function mailPage(
  deps: AccountDependencies,
  request: Request,
  { ip, name }: { ip: string; name: string },
): Promise<AccountResult> {
  const show = MAIL_PAGES.get(name)
  if (!show || !['GET', 'HEAD', 'POST'].includes(request.method)) {
    const allow = 'GET, HEAD, POST'
    throw new AccountRefusal('method', `Only ${allow} are allowed.`, { Allow: allow })
  }
  await countRequest({ deps, ip }, 'account')
  return { page: await show(request, deps) }
}

async function answer(
  deps: AccountDependencies,
  request: Request,
  { ip, arrived }: Pick<AccountRequest, 'ip' | 'arrived'>,
  route: AccountRoute | undefined,
): Promise<AccountResult> {
  if (!route) throw new AccountRefusal('path')
  const { method, limit, handle } = route
  if ((request.method === 'HEAD' ? 'GET' : request.method) !== method) {
    const allow = method === 'GET' ? 'GET, HEAD' : method
    throw new AccountRefusal('method', `Only ${allow} is allowed.`, { Allow: allow })
  }
  const site = siteOf(deps.publicUrl, request.url)
  // Before the count, so that another site cannot use up a visitor's attempts.
  checkOrigin(request, site)
  await countRequest({ deps, ip }, limit)
  const cookies = request.headers.get('cookie')
  const session = readCookie(cookies, SESSION_COOKIE)
  const browser = readCookie(cookies, CHALLENGE_COOKIE)
  const expected = request.headers.get(ACCOUNT_HEADER)
  return handle({ deps, request, site, ip, arrived, session, expected, browser })
}

/** `isLogged`: the cause is in the log already. */
type Failure = { refusal: AccountRefusal; error?: string; isLogged?: boolean }
type Outcome = AccountResult | Failure

async function settle(work: Promise<AccountResult>): Promise<Outcome> {
  try {
    return await work
  } catch (error) {
    return refusalOf(error)
  }
}

/** Messages of our own errors hold no secrets; those of others may repeat what was sent, so only their names are logged. */
function refusalOf(error: unknown): Failure {
  if (error instanceof AccountRefusal) return { refusal: error }
  const headers = { 'Retry-After': RETRY_AFTER_SECONDS }
  if (!(error instanceof PlimsollError)) {
    const name = error instanceof Error ? error.name : 'unknown'
    return { refusal: new AccountRefusal('internal'), error: name }
  }
  const isNode = error.code === 'UPSTREAM_UNREACHABLE'
  const words = `${error.message} Only it can check whether a contract wallet signed this. If your wallet has a key of its own, sign with the account that you chose.`
  const refusal = new AccountRefusal(isNode ? 'node' : 'state', isNode ? words : undefined, headers)
  return { refusal, error: describeError(error), isLogged: isPaused(error) }
}

function respond(
  outcome: Outcome,
): { response: Response; isLogged?: boolean } & Pick<AccountLogEntry, 'reason' | 'error'> {
  if ('answer' in outcome) {
    const { answer } = outcome
    const headers = { ...answer.headers, ...HEADERS }
    return { response: toResponse({ ...answer, headers }), isLogged: true }
  }
  if ('page' in outcome) {
    const { status, html } = outcome.page
    return {
      response: new Response(html, { status, headers: { ...HEADERS, ...MAIL_PAGE_HEADERS } }),
    }
  }
  if (!('refusal' in outcome)) {
    const { status = 200, data, cookies = [] } = outcome
    const response = Response.json({ success: true, data }, { status, headers: HEADERS })
    for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
    return { response }
  }
  const { refusal, error, isLogged = false } = outcome
  const body = refusalBody(refusal)
  const headers = { ...HEADERS, ...refusal.headers }
  return {
    response: Response.json(body, { status: body.error.status, headers }),
    isLogged,
    reason: refusal.reason,
    ...(error === undefined ? {} : { error }),
  }
}
