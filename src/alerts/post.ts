import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { isThisMachine } from '../domain/this-machine.ts'
import type { HostLookup } from '../http/host-addresses.ts'
import { isPublicAddress } from '../http/public-address.ts'
import { DeadlineError, settleWithin } from './settle-within.ts'

/** Time for one attempt, from the look-up of the host to the end of the response. */
export const ATTEMPT_MS = 10_000

/** Bytes of an answer, with its head and every informational response, after which the connection is closed. */
const MAX_ANSWER_BYTES = 32_768

/** Bytes of the body that are read; only the answer to a challenge needs them. */
const MAX_BODY_BYTES = 4_096

export interface PostOptions {
  body: string
  headers: Record<string, string>
  lookup: HostLookup
  /** Whether this service is for one machine only, and so may send to that machine. */
  isLocal: boolean
  /** Overrides `ATTEMPT_MS`. */
  attemptMs?: number
  /** Ends the attempt at once, such as when the service stops. */
  signal?: AbortSignal
}

/** What came back: a status with the seconds of `Retry-After` and the start of the body, or why nothing did. */
export type PostReply =
  | { status: number; retryAfter: number | null; body: string }
  | { status: null; problem: string }

/**
 * Posts JSON once, to a public address only. The connection goes to the address that was checked, so a name cannot mean another one
 * a moment later. Redirects are not followed. Never rejects, and settles within the time whatever the receiver does: then its
 * connection is closed.
 */
export async function post(url: string, options: PostOptions): Promise<PostReply> {
  const target = URL.parse(url)
  if (!target) return failed('the address cannot be read')
  const isHere = options.isLocal && isThisMachine(target.hostname)
  if (target.protocol !== 'https:' && !(isHere && target.protocol === 'http:')) {
    return failed('the address does not begin with https://')
  }
  // A status that came in time counts, also when the rest of the response did not.
  let answered: PostReply | null = null
  try {
    return await settleWithin(options.attemptMs ?? ATTEMPT_MS, options.signal, async (signal) => {
      const address = isHere
        ? loopback(target.hostname)
        : await checkedAddress(target, options.lookup, signal)
      signal.throwIfAborted()
      if (address === null) return failed('the host has no public address')
      return await exchange(target, address, {
        ...options,
        signal,
        answered: (reply) => {
          answered = reply
        },
      })
    })
  } catch (error) {
    return answered ?? failed(reasonOf(error))
  }
}

function failed(problem: string): PostReply {
  return { status: null, problem }
}

function loopback(host: string): string {
  return host === '[::1]' ? '::1' : '127.0.0.1'
}

/** An address of the host. Null when there is none, or when any of them is not public: such a name may be meant to reach inside. */
async function checkedAddress(
  { hostname }: URL,
  lookup: HostLookup,
  signal: AbortSignal,
): Promise<string | null> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [host] : await lookup(host, signal).catch(() => [])
  const [first = null] = found
  return found.every(isPublicAddress) ? first : null
}

interface Exchange extends Pick<PostOptions, 'body' | 'headers'> {
  signal: AbortSignal
  /** Takes the status as soon as it is known. */
  answered: (reply: PostReply) => void
}

/** Sends the request and reads its answer. Whatever happens to the connection settles it: at the latest, that it closes. */
function exchange(target: URL, address: string, options: Exchange): Promise<PostReply> {
  const { body, signal, answered } = options
  return new Promise((resolve, reject) => {
    const call = openCall(target, address, options)
    const close = () => call.destroy()
    signal.addEventListener('abort', close, { once: true })
    call.on('error', reject)
    let isAnswered = false
    call.on('close', () => {
      signal.removeEventListener('abort', close)
      if (!isAnswered) resolve(failed('the connection was closed without an answer'))
    })
    call.on('socket', (socket) => {
      let bytes = 0
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAX_ANSWER_BYTES) call.destroy(new AnswerTooLong())
      })
    })
    call.on('upgrade', ({ statusCode: status = 0 }, socket) => {
      socket.on('error', () => undefined)
      socket.destroy()
      resolve({ status, retryAfter: null, body: '' })
    })
    call.on('response', (response) => {
      const { statusCode: status = 0, headers: sent } = response
      const reply = { status, retryAfter: seconds(sent['retry-after']), body: '' }
      isAnswered = true
      answered(reply)
      void readBody(response).then((text) => resolve({ ...reply, body: text }))
    })
    call.end(body)
  })
}

function openCall(
  target: URL,
  address: string,
  { body, headers }: Pick<Exchange, 'body' | 'headers'>,
): ClientRequest {
  const isSecure = target.protocol === 'https:'
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const options: RequestOptions & { servername?: string } = {
    host: address,
    port: target.port || (isSecure ? 443 : 80),
    path: `${target.pathname}${target.search}`,
    method: 'POST',
    headers: { ...headers, Host: target.host, 'Content-Length': Buffer.byteLength(body) },
    // No kept connection: the next attempt looks the host up again.
    agent: false,
    ...(isSecure && isIP(host) === 0 ? { servername: host } : {}),
  }
  return (isSecure ? requestSecure : requestPlain)(options)
}

/** Reads a body to its end, or to the most bytes. One that breaks off is what came of it. */
function readBody(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_BODY_BYTES) response.destroy()
      else chunks.push(chunk)
    })
    response.on('error', () => undefined)
    response.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })
}

class AnswerTooLong extends Error {}

function seconds(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,6}$/.test(text)) return null
  return Number(text)
}

/** Codes of Node and OpenSSL in words; texts of the receiver never appear in them. */
function reasonOf(error: unknown): string {
  if (error instanceof DeadlineError) return 'no response in time'
  if (error instanceof AnswerTooLong) return 'the response is too long'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED') return 'the connection was refused'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection was cut'
  if (code === 'HPE_HEADER_OVERFLOW') return 'the response is too long'
  if (code.startsWith('HPE_')) return 'the response is not HTTP'
  if (/CERT|TLS|SSL|SIGN|ALTNAME/.test(code)) return 'its certificate is not valid'
  return 'the host cannot be reached'
}
