import { createServer, type RequestListener } from 'node:http'
import { withDeadline } from '../../http/deadline.ts'
import { listen } from './listen.ts'

/** Time to collect all metrics; Prometheus waits ten seconds by default. */
const COLLECT_MS = 8_000

const MAX_CONNECTIONS = 16

/** The text format of Prometheus. */
const TEXT = 'text/plain; version=0.0.4; charset=utf-8'

interface MetricsServer {
  url: string
  stop: () => void
}

/** Serves what `collect` returns at `/metrics`. Throws `USAGE` when it cannot listen. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  collect: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 10_000, keepAliveTimeout: 5_000 }, answer(collect))
  server.maxConnections = MAX_CONNECTIONS
  const name = host.includes(':') ? `[${host}]` : host
  const url = await listen(server, port, host, (other) => `METRICS_ADDRESS=${name}:${other}`)
  server.unref()
  return {
    url: `${url}/metrics`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function answer(collect: () => Promise<string>): RequestListener {
  return async (request, response) => {
    request.resume()
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (request.url !== '/metrics' || !isRead) {
      response.writeHead(isRead ? 404 : 405, { Allow: 'GET, HEAD' }).end()
      return
    }
    try {
      const text = await withDeadline(collect(), COLLECT_MS)
      response.writeHead(200, { 'Content-Type': TEXT }).end(text)
    } catch {
      response.writeHead(503).end()
    }
  }
}
