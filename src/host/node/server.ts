import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { LOOPBACK } from '../../config/host.ts'
import { errorBody } from '../../contract/problems.ts'
import { WATCH_FEED } from '../../contract/watch-feed.ts'
import type { OembedRequest } from '../../embed/oembed.ts'
import type { ShareRequest } from '../../embed/share.ts'
import type { WatchFeedRequest } from '../../embed/watch-feed.ts'
import type { ApiRequest } from '../../http/api-request.ts'
import { type ApiResponse, JSON_TYPE, problem } from '../../http/api-response.ts'
import { MCP_PATH, type McpEndpoint } from '../../mcp/endpoint.ts'
import { type AccountApi, isAccountApi, serveAccount } from './account.ts'
import { type ClientAddresses, clientAddresses } from './client-address.ts'
import { createCompressor } from './compression.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts'
import { boundConnections } from './connections.ts'
import { createFileLimits, type SharedCounts } from './file-limits.ts'
import { serveMcp } from './mcp.ts'
import { createPages } from './pages.ts'
import { MAX_HEADER_BYTES, refuseUnreadable } from './refusal.ts'
import { isGated, splitTarget } from './target.ts'

export interface HostOptions {
  distDir: string
  gateway: (request: ApiRequest) => Promise<ApiResponse>
  /** Answers under `/account/api/`; absent: nothing is there. */
  account?: AccountApi | undefined
  /** Answers at `/mcp`; absent: nothing is there. */
  mcp?: McpEndpoint | undefined
  /** Answers `/oembed`; absent: nothing is there. */
  oembed?: ((request: OembedRequest) => Promise<ApiResponse>) | undefined
  /** Answers the feed of a watchlist; absent: nothing is there. */
  watchFeed?: ((request: WatchFeedRequest) => Promise<ApiResponse>) | undefined
  /** Time for the body of an account request, in milliseconds; by default 10 s. */
  accountBodyMs?: number
  /** Answers under `/share/`; absent: nothing is there. */
  share?: ((request: ShareRequest) => Promise<ApiResponse>) | undefined
  /** Lower-case name of the header with the client's address; null without a proxy in front. */
  trustProxy: string | null
  /** Addresses and prefixes of trusted proxies; by default those on this machine. */
  trustProxyFrom?: readonly string[]
  /** Takes faults outside the gateway. */
  log: (error: unknown) => void
  /** Milliseconds since 1970. */
  now: () => number
  /** Waits for a published folder that is being replaced; false when it was there. */
  awaitFolder?: () => Promise<boolean>
  /** Kilobytes of the store and tables that are downloaded in a day by all clients; by default `NODE_DOWNLOAD_KB`. */
  downloadKilobytes?: number | undefined
  /** Where several processes count pages and downloads together; by default each counts its own. */
  sharedCounts?: SharedCounts | null
  /** Overrides of `CONNECTION_LIMITS`. */
  limits?: Partial<ConnectionLimits>
}

/** A year, as in netlify.toml. Not for subdomains, which may be another's. */
const HSTS = 'max-age=31536000'

/** The Node host: the gateway for `/v1` and the internal addresses, the account API, and pages for everything else. */
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
      if (addresses.isSecure(request)) response.setHeader('Strict-Transport-Security', HSTS)
      answer(request, response).catch((error) => {
        // Not a fault when the client has disconnected.
        if (!response.destroyed) log(error)
        if (response.headersSent) response.destroy()
        else fail(response)
      })
    })
  server.on('request', onRequest)
  // A server may ignore an unknown expectation (RFC 9110, 10.1.1).
  server.on('checkExpectation', onRequest)
  server.on('clientError', refuseUnreadable(connections, options))
  return server
}

/** Answers a request with the response of the gateway or account API, or with a page. */
function answerer(
  options: HostOptions,
  addresses: ClientAddresses,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const {
    distDir,
    gateway,
    account,
    mcp,
    oembed,
    share,
    watchFeed,
    log,
    now,
    accountBodyMs: bodyMs,
  } = options
  const { awaitFolder = async () => false } = options
  const limits = createFileLimits(now, options.downloadKilobytes, options.sharedCounts)
  const servePage = createPages({ distDir, limits, awaitFolder, log })
  const compress = createCompressor()
  return async (request, response) => {
    const { pathname, search } = splitTarget(request.url ?? '/')
    const ip = addresses.of(request)
    const malformed = faultOfHost(request)
    if (account && malformed === null && isAccountApi(pathname)) {
      return serveAccount(request, response, { api: account, pathname, search, ip, bodyMs })
    }
    if (mcp && malformed === null && pathname === MCP_PATH) {
      return serveMcp(request, response, { endpoint: mcp, ip })
    }
    // Every other body is ignored, but must be read to keep the connection usable.
    request.resume()
    const { method = 'GET' } = request
    if (oembed && malformed === null && pathname === '/oembed') {
      const wait = await limits.pageWait(ip)
      const host = request.headers.host ?? ''
      const asked = { method, search, host }
      return send(wait > 0 ? tooMany(wait) : await oembed(asked), request, response)
    }
    if (share && malformed === null && pathname.startsWith('/share/')) {
      const wait = await limits.pageWait(ip)
      const site = `http${addresses.isSecure(request) ? 's' : ''}://${request.headers.host ?? ''}`
      const asked = { method, pathname, site }
      return send(wait > 0 ? tooMany(wait) : await share(asked), request, response)
    }
    if (watchFeed && malformed === null && pathname === WATCH_FEED) {
      const wait = await limits.pageWait(ip)
      const origin = `${addresses.isSecure(request) ? 'https' : 'http'}://${request.headers.host ?? 'localhost'}`
      const ifNoneMatch = request.headers['if-none-match'] ?? null
      const asked = { method, search, origin, ifNoneMatch }
      return send(wait > 0 ? tooMany(wait) : await watchFeed(asked), request, response)
    }
    if (malformed === null && !isGated(pathname)) {
      return servePage(request, response, pathname, ip)
    }
    const asked: ApiRequest = {
      method,
      pathname,
      search,
      ip,
      header: (name) => {
        const value = request.headers[name]
        return value === undefined ? null : String(value)
      },
      ...(malformed === null ? {} : { malformed }),
    }
    await send(await gateway(asked), request, response)
  }

  async function send(answer: ApiResponse, request: IncomingMessage, response: ServerResponse) {
    // The client has disconnected.
    if (response.destroyed) return
    const accepted = request.headers['accept-encoding']
    const { status, headers, body } = await compress(answer, accepted ? String(accepted) : null)
    if (status !== 304 && status !== 204) {
      headers['Content-Length'] = String(body === null ? 0 : Buffer.byteLength(body))
    }
    response.writeHead(status, headers)
    // Node sends no body after HEAD.
    response.end(body ?? undefined)
  }
}

/** The refusal of an address that has asked for too many pages. */
function tooMany(waitSeconds: number): ApiResponse {
  return problem('RATE_LIMIT_EXCEEDED', { headers: { 'Retry-After': String(waitSeconds) } })
}

/** A request has one Host header (RFC 9112, 3.2): of two, a proxy in front may have used the other. */
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
