import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** `limited`: 429 with `Retry-After: 0`. `cut`: half of the body, then the connection ends. `refused`: it ends before a response. */
export type Fault = 'limited' | 'cut' | 'refused'

export interface FaultyProxy {
  baseUrl: string
  /** Paths that were asked for, with what was done to them. */
  asked: [path: string, fault: Fault | null][]
  stop: () => Promise<void>
}

/** A proxy that does this to its n-th request, from 1, and forwards every other. `before` runs before each. */
export async function startFaultyProxy(
  target: string,
  faults: Record<number, Fault>,
  before: (request: number) => void = () => {},
): Promise<FaultyProxy> {
  const asked: FaultyProxy['asked'] = []
  const server = createServer((request, response) => {
    const fault = faults[asked.length + 1] ?? null
    asked.push([request.url ?? '', fault])
    before(asked.length)
    forward(target, request, response, fault).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    asked,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function forward(
  target: string,
  { url, headers }: IncomingMessage,
  response: ServerResponse,
  fault: Fault | null,
): Promise<void> {
  if (fault === 'refused') return void response.destroy()
  if (fault === 'limited') {
    response.writeHead(429, { 'Content-Type': 'text/html', 'Retry-After': '0' })
    response.end('<h1>Too many requests</h1>')
    return
  }
  const key = headers['x-api-key']
  const answer = await fetch(`${target}${url}`, {
    headers: typeof key === 'string' ? { 'X-API-Key': key } : {},
  })
  const body = Buffer.from(await answer.arrayBuffer())
  const passed = [...answer.headers].filter(([name]) => name.startsWith('x-') || name === 'etag')
  response.writeHead(answer.status, {
    ...Object.fromEntries(passed),
    'Content-Type': answer.headers.get('Content-Type') ?? '',
    'Content-Length': body.length,
  })
  if (fault === null) response.end(body)
  else response.write(body.subarray(0, body.length / 2), () => response.destroy())
}
