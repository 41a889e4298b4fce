import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { errorBody } from '../../../contract/problems.ts'
import type { ApiRequest } from '../../http/api-request.ts'
import { type ApiResponse, JSON_TYPE } from '../../http/api-response.ts'
import { type ClientAddresses, clientAddresses } from './client-address.ts'
import { createCompressor } from './compression.ts'
import { boundConnections, CONNECTION_LIMITS, type ConnectionLimits } from './connections.ts'
import { createPageLimit } from './page-limit.ts'
import { createPages } from './pages.ts'
import { MAX_HEADER_BYTES, refuseUnreadable } from './refusal.ts'
import { LOOPBACK } from './settings.ts'
import { isGated, splitTarget } from './target.ts'

export interface HostOptions {
  distDir: string
  gateway: (request: ApiRequest) => Promise<ApiResponse>
  /** Lower-case name of the header that names the client's address, set by a proxy in front; null without one. */
  trustProxy: string | null
  /** Proxies whose header is believed, as addresses and prefixes; those on this machine unless given. */
  trustProxyFrom?: readonly string[]
  /** Told of faults outside the gateway. */
  log: (error: unknown) => void
  /** Milliseconds since 1970. */
  now: () => number
  /** Waits for a published folder that is away; false when it was not. */
  awaitFolder?: () => Promise<boolean>
  /** What clients may hold, where it is not as `CONNECTION_LIMITS` says. */
  limits?: Partial<ConnectionLimits>
}

/** The Node host: the gateway for everything under `/v1` and the documents' back door, pages for the rest. */
export function createHost(options: HostOptions): Server {
  const { trustProxy: header, trustProxyFrom: from = LOOPBACK, log } = options
  const limits = { ...CONNECTION_LIMITS, ...options.limits }
  const addresses = clientAddresses({ header, from })
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
    keepAliveTimeout: limits.keepAliveMs,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkEveryMs,
  })
  const connections = boundConnections(server, limits, addresses.isProxy)
  const answer = answerer(options, addresses)
  const onRequest = (request: IncomingMessage, response: ServerResponse) =>
    connections.inTurn(request, response, () => {
      // Bodies are never read; one that is sent is drained so that the connection stays usable.
      request.resume()
      answer(request, response).catch((error) => {
        // Nobody is left to answer when the client has gone.
        if (!response.destroyed) log(error)
        if (response.headersSent) response.destroy()
        else fail(response)
      })
    })
  server.on('request', onRequest)
  // An expectation that is not understood may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', onRequest)
  server.on('clientError', refuseUnreadable(connections, options))
  return server
}

/** What a request is answered with: the gateway's answer or a page. */
function answerer(
  options: HostOptions,
  addresses: ClientAddresses,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { distDir, gateway, log, now, awaitFolder = async () => false } = options
  const servePage = createPages({ distDir, limit: createPageLimit(now), awaitFolder, log })
  const compress = createCompressor()
  return async (request, response) => {
    const { pathname, search } = splitTarget(request.url ?? '/')
    const ip = addresses.of(request)
    const malformed = faultOfHost(request)
    if (malformed === null && !isGated(pathname)) {
      return servePage(request, response, pathname, ip)
    }
    const asked: ApiRequest = {
      method: request.method ?? 'GET',
      pathname,
      search,
      ip,
      header: (name) => {
        const value = request.headers[name]
        return value === undefined ? null : String(value)
      },
      ...(malformed === null ? {} : { malformed }),
    }
    const answer = await gateway(asked)
    // Nobody is left to compress for when the client has gone.
    if (response.destroyed) return
    const { status, headers, body } = await compress(answer, asked.header('accept-encoding'))
    if (status !== 304 && status !== 204) {
      headers['Content-Length'] = String(body === null ? 0 : Buffer.byteLength(body))
    }
    response.writeHead(status, headers)
    // Node sends no body after HEAD.
    response.end(body ?? undefined)
  }
}

/** A request names its host once (RFC 9112, 3.2): of two, a proxy in front may have believed the other. */
function faultOfHost({ httpVersion, rawHeaders }: IncomingMessage): string | null {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) return 'The request has more than one Host header.'
  return hosts === 0 && httpVersion === '1.1' ? 'The request has no Host header.' : null
}

function fail(response: ServerResponse): void {
  response.writeHead(500, { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(errorBody('INTERNAL_ERROR')))
}
