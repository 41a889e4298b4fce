import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from '../public-address.ts'
import type { HostLookup } from '../wallet/names/host-addresses.ts'

/** Time for one attempt, from the look-up of the host to the end of the response. */
const ATTEMPT_MS = 10_000

/** Bytes of a response after which the connection is closed. Nothing of it is kept. */
const MAX_RESPONSE_BYTES = 4_096

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

export interface PostOptions {
  body: string
  headers: Record<string, string>
  lookup: HostLookup
  /** Whether this service is for one machine only, and so may send to that machine. */
  isLocal: boolean
  /** Overrides `ATTEMPT_MS`. */
  attemptMs?: number
}

/** What came back: a status with the seconds of `Retry-After`, or why nothing did. */
export type Reply =
  | { status: number; retryAfter: number | null }
  | { status: null; problem: string }

/**
 * Posts JSON once, to a public address only. The connection goes to the address that was checked, so a name cannot stand for another one
 * a moment later. Redirects are not followed. Never rejects, and returns no text of the receiver.
 */
export async function post(url: string, options: PostOptions): Promise<Reply> {
  const signal = AbortSignal.timeout(options.attemptMs ?? ATTEMPT_MS)
  const target = URL.parse(url)
  if (!target) return failed('the address cannot be read')
  const isHere = options.isLocal && LOOPBACK.test(target.hostname)
  if (target.protocol !== 'https:' && !(isHere && target.protocol === 'http:')) {
    return failed('the address does not begin with https://')
  }
  const address = isHere
    ? loopback(target.hostname)
    : await checkedAddress(target, options.lookup, signal)
  if (address === null) return failed('the host has no public address')
  try {
    return await send(target, address, options, signal)
  } catch (error) {
    return failed(signal.aborted ? 'no response in time' : reasonOf(error))
  }
}

function failed(problem: string): Reply {
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

function send(
  target: URL,
  address: string,
  { body, headers }: PostOptions,
  signal: AbortSignal,
): Promise<Reply> {
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
    signal,
    ...(isSecure && isIP(host) === 0 ? { servername: host } : {}),
  }
  return new Promise((resolve, reject) => {
    const call: ClientRequest = (isSecure ? requestSecure : requestPlain)(options)
    call.on('error', reject)
    call.on('response', (response) => {
      const { statusCode: status = 0, headers: sent } = response
      discard(response).then(
        () => resolve({ status, retryAfter: seconds(sent['retry-after']) }),
        reject,
      )
    })
    call.end(body)
  })
}

/** Reads a response to its end, or to the most bytes. One that breaks off was still answered: its status is known. */
function discard(response: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_RESPONSE_BYTES) response.destroy()
    })
    response.on('error', () => resolve())
    response.on('close', () => resolve())
  })
}

function seconds(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,6}$/.test(text)) return null
  return Number(text)
}

/** Codes of Node and OpenSSL in words; texts of the receiver never appear in them. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED') return 'the connection was refused'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection was cut'
  if (/CERT|TLS|SSL|SIGN|ALTNAME/.test(code)) return 'its certificate is not valid'
  return 'the host cannot be reached'
}
