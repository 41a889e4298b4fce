import type { IncomingMessage, ServerResponse } from 'node:http'
import { MAX_BODY_BYTES } from '../../account/read-body.ts'
import { problemResponse } from '../../contract/problems.ts'
import { headersOf, readBody } from './request-body.ts'
import { sendResponse } from './send-response.ts'
import { plainPath } from './target.ts'

/** Answers a request of the account page. The address is that of the client. */
export type AccountApi = (request: Request, ip: string) => Promise<Response>

/** Time for the body, in milliseconds. */
export const BODY_MS = 10_000

const PREFIX = '/account/api/'

/** The one spelling of an address of the account API. */
const ADDRESS = /^\/account\/api\/[a-z-]+(\/[a-z-]+)*$/

/** A host name or address with or without a port: what else a Host header may hold would change the URL around it. */
const HOST = /^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?$/

/** Methods that a page can send. `Request` refuses some others. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const NOSNIFF = { 'X-Content-Type-Options': 'nosniff' }

/** Whether a path belongs to the account API, in any encoding. */
export function isAccountApi(pathname: string): boolean {
  const plain = plainPath(pathname)?.toLowerCase() ?? ''
  return [pathname, `${plain}/`].some((path) => path.startsWith(PREFIX))
}

/**
 * Passes a request on to the account API and sends its response, uncompressed: a compressed page with a secret and a text of another
 * else in it gives the secret away by its length. Only here is a body read, up to `MAX_BODY_BYTES` and for `bodyMs` at most.
 */
export async function serveAccount(
  request: IncomingMessage,
  response: ServerResponse,
  { api, pathname, search, ip, bodyMs = BODY_MS }: AccountCall,
): Promise<void> {
  const answer = await answerFor(request, { api, pathname, search, ip, bodyMs })
  await sendResponse(request, response, answer)
}

export interface AccountCall {
  api: AccountApi
  pathname: string
  /** With its `?`, or empty. */
  search: string
  ip: string
  /** Overrides `BODY_MS`. */
  bodyMs?: number | undefined
}

async function answerFor(
  request: IncomingMessage,
  { api, pathname, search, ip, bodyMs = BODY_MS }: AccountCall,
): Promise<Response> {
  const { method = 'GET', headers } = request
  if (!ADDRESS.test(pathname)) return problemResponse('NOT_FOUND', { headers: NOSNIFF })
  if (!METHODS.includes(method)) {
    const headers = { ...NOSNIFF, Allow: 'GET, HEAD, POST' }
    return problemResponse('METHOD_NOT_ALLOWED', {
      headers,
      message: 'Only GET, HEAD and POST are allowed.',
    })
  }
  const { host = '' } = headers
  const url = HOST.test(host) ? URL.parse(`http://${host}${pathname}${search}`) : null
  if (url === null) return refuse('The Host header is not the name of a host.')
  const body = await readBody(request, bodyMs, MAX_BODY_BYTES)
  if (typeof body === 'string') return refuse(body)
  const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0
  return api(
    new Request(url, {
      method,
      headers: headersOf(request),
      ...(hasBody ? { body: new Uint8Array(body) } : {}),
    }),
    ip,
  )
}

function refuse(message: string): Response {
  return problemResponse('INVALID_REQUEST', { message, headers: NOSNIFF })
}
