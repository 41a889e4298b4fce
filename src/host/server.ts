import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorBody } from '../contract/problems.ts'
import { type Answer, type GatewayRequest, JSON_TYPE } from '../gateway/answer.ts'
import { createCompressor } from './compression.ts'
import { createPages } from './pages.ts'
import { isGated, splitTarget } from './target.ts'

/** A request line and headers above this size are refused. */
const MAX_HEADER_BYTES = 16_384

/** Longer than a load balancer in front keeps a connection, so that it is the one to close it. */
const KEEP_ALIVE_MS = 65_000

const HEADERS_MS = 15_000
const REQUEST_MS = 30_000

export interface HostOptions {
  distDir: string
  gateway: (request: GatewayRequest) => Promise<Answer>
  /** Lower-case name of the header that names the client's address, set by a proxy in front; null without one. */
  trustProxy: string | null
  /** Told of faults outside the gateway. */
  log: (error: unknown) => void
}

/** The Node host: the gateway for everything under `/v1` and the documents' back door, pages for the rest. */
export function createHost(options: HostOptions): Server {
  const servePage = createPages(options.distDir)
  const compress = createCompressor()
  /** The last response of each connection; responses end in the order of their requests. */
  const responses = new WeakMap<Duplex, ServerResponse>()
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    responses.set(request.socket, response)
    // Bodies are never read; one that is sent is drained so that the connection stays usable.
    request.resume()
    const { pathname, search } = splitTarget(request.url ?? '/')
    const served = isGated(pathname)
      ? serveGateway(
          options,
          compress,
          gatewayRequest(options, request, pathname, search),
          response,
        )
      : servePage(request, response, pathname)
    served.catch((error) => {
      // Nobody is left to answer when the client has gone.
      if (!response.destroyed) options.log(error)
      if (response.headersSent) response.destroy()
      else fail(response)
    })
  }
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
  })
  server.on('request', onRequest)
  // An expectation that is not understood may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', onRequest)
  server.on('clientError', (error, socket) => {
    const isBusy = responses.get(socket)?.writableFinished === false
    refuse(options, error, socket, isBusy).catch((fault) => {
      options.log(fault)
      socket.destroy()
    })
  })
  return server
}

function gatewayRequest(
  options: HostOptions,
  request: IncomingMessage,
  pathname: string,
  search: string,
): GatewayRequest {
  const hostIsMissing = request.httpVersion === '1.1' && request.headers.host === undefined
  return {
    method: request.method ?? 'GET',
    pathname,
    search,
    ip: clientAddress(request, options.trustProxy),
    header: (name) => {
      const value = request.headers[name]
      return value === undefined ? null : String(value)
    },
    ...(hostIsMissing ? { malformed: 'The request has no Host header.' } : {}),
  }
}

async function serveGateway(
  options: HostOptions,
  compress: ReturnType<typeof createCompressor>,
  request: GatewayRequest,
  response: ServerResponse,
): Promise<void> {
  const answer = await options.gateway(request)
  const { status, headers, body } = await compress(answer, request.header('accept-encoding'))
  if (status !== 304 && status !== 204 && request.method !== 'HEAD') {
    headers['Content-Length'] = String(body === null ? 0 : Buffer.byteLength(body))
  }
  response.writeHead(status, headers)
  response.end(body ?? undefined)
}

function fail(response: ServerResponse): void {
  response.writeHead(500, { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(errorBody('INTERNAL_ERROR')))
}

/** Answers bytes that are not a request, or not one that Node can read, and closes the connection. */
async function refuse(
  options: HostOptions,
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Duplex,
  isBusy: boolean,
): Promise<void> {
  // Bytes in the middle of another response would make both unreadable.
  if (isBusy || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const ip = 'remoteAddress' in socket ? String(socket.remoteAddress) : ''
  const unreadable = { method: 'GET', pathname: '', search: '', ip, header: () => null }
  const known = error.code === 'HPE_INVALID_METHOD' ? requestLine(error.rawPacket) : null
  const answer = await options.gateway(
    known ? { ...unreadable, ...known } : { ...unreadable, malformed: reasonOf(error.code) },
  )
  const body = Buffer.from(answer.body ?? '')
  const headers = { ...answer.headers, 'Content-Length': body.length, Connection: 'close' }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    Buffer.concat([Buffer.from(`HTTP/1.1 ${answer.status} Refused\r\n${head.join('')}\r\n`), body]),
  )
}

/** The method and path of a request whose method Node does not know. */
function requestLine(packet: unknown): { method: string; pathname: string } | null {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1', 0, MAX_HEADER_BYTES) : ''
  const [, method, target] = /^([A-Z-]{1,20}) (\/[^\s]*) HTTP\/1\.[01]\r\n/.exec(text) ?? []
  return method && target ? { method, pathname: splitTarget(target).pathname } : null
}

function reasonOf(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return `The request line and headers are longer than ${MAX_HEADER_BYTES} bytes.`
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request was not sent in time.'
  return 'The request is not valid HTTP.'
}

/** The socket's address, or the last one in the proxy's header: earlier ones were sent by the client itself. */
function clientAddress(request: IncomingMessage, trustProxy: string | null): string {
  const value = trustProxy === null ? undefined : request.headers[trustProxy]
  const last = (Array.isArray(value) ? value.join(',') : value)?.split(',').at(-1)?.trim()
  return last || request.socket.remoteAddress || ''
}
