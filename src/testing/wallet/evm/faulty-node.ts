import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import * as z from 'zod'

/** Ways in which a node can fail, or any server that answers with JSON. */
export const FAULTS = [
  'hang',
  'headers-then-stall',
  'slow-drip',
  'http-403',
  'http-429',
  'http-503',
  'redirect',
  'html',
  'empty',
  'truncated',
  'broken-off',
  'no-answer',
  'wrong-id',
  'null-result',
  'rpc-32005',
  'rpc-32603',
  'rpc-revert',
  'refused',
  'too-long',
  'gzip-bomb',
  'flood',
  'refuses-lists',
  'refuses-lists-200',
  'refuses-lists-413',
  'cuts-lists',
] as const
/**
 * `refused` closes the connection before it reads. `flood` sends a gigabyte, or what is taken of it. `cuts-lists` answers the
 * first question of a list.
 */
export type Fault = (typeof FAULTS)[number]

export interface FaultyNode {
  url: string
  /** May be changed at any time; null passes everything through. */
  fault: Fault | null
  latencyMs: number
  /** Calls that reached this proxy, in order. */
  seen: { method: string; params: unknown[] }[]
  /** Bytes of requests and of answers that passed. */
  bytes: { in: number; out: number }
  /** Runs before the request is passed on, with its number from one: to change the chain between two rounds. */
  before: (number: number) => Promise<void>
  stop: () => Promise<void>
}

/** A server by its URL, or a function that answers in its place. */
export type Target = string | ((path: string, init: RequestInit) => Promise<Response>)

const requestSchema = z.looseObject({
  id: z.union([z.number(), z.string(), z.null()]).default(null),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})
type RpcRequest = z.infer<typeof requestSchema>
const requestsSchema = z.union([z.array(requestSchema), requestSchema.transform((each) => [each])])

interface Asked {
  path: string
  requests: RpcRequest[]
  isList: boolean
}

/** A server in front of another one, which fails as instructed. */
export async function startFaultyNode(target: Target): Promise<FaultyNode> {
  const server = createServer(async (incoming, response) => {
    const body = await bodyOf(incoming)
    const asked = { ...readQuestions(body.toString()), path: incoming.url ?? '/' }
    for (const { method, params } of asked.requests) proxy.seen.push({ method, params })
    proxy.bytes.in += body.length
    await proxy.before(proxy.seen.length)
    if (proxy.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, proxy.latencyMs))
    const { fault } = proxy
    if (fault !== null && fail(fault, asked, response, proxy)) return
    const init: RequestInit = { method: incoming.method ?? 'POST' }
    if (body.length > 0) Object.assign(init, { headers: JSON_TYPE, body: body.toString() })
    const answer =
      typeof target === 'string'
        ? await fetch(target, init)
        : await target(asked.path.replace(ELSEWHERE, ''), init).catch(
            () => new Response('', { status: 500 }),
          )
    const text = await answer.text()
    proxy.bytes.out += text.length
    if (fault !== null) return spoil(fault, text, response)
    response.writeHead(answer.status, JSON_TYPE).end(text)
  })
  const proxy: FaultyNode = {
    url: '',
    fault: null,
    latencyMs: 0,
    seen: [],
    bytes: { in: 0, out: 0 },
    before: async () => {},
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  proxy.url = `http://127.0.0.1:${port}`
  return proxy
}

const JSON_TYPE = { 'content-type': 'application/json' }
/** Where a redirect leads: who follows it gets the answer. */
const ELSEWHERE = '/elsewhere'
const MEGABYTE = Buffer.alloc(1_000_000, '0')
const GIGABYTE = 1_000
const DRIP_MS = 20
/** Bytes that a node may send; written as hex it is too long. */
const MAX_ANSWER = 4_000_000
/** More than the answers to a list may hold; of zeros, in nine thousand bytes. */
const BOMB_BYTES = 9_000_000
let bomb: Buffer | undefined

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part)
  return Buffer.concat(parts)
}

function readQuestions(body: string): Pick<Asked, 'requests' | 'isList'> {
  if (body === '') return { requests: [], isList: false }
  const json: unknown = JSON.parse(body)
  return { requests: requestsSchema.safeParse(json).data ?? [], isList: Array.isArray(json) }
}

/** Answers in place of the node; false for a fault that needs the node's own answer, or that is none for such a request. */
function fail(fault: Fault, asked: Asked, response: ServerResponse, proxy: FaultyNode): boolean {
  const json = (value: unknown, status = 200) =>
    response.writeHead(status, JSON_TYPE).end(JSON.stringify(value))
  const toEach = (said: object) => {
    const answers = asked.requests.map(({ id }) => ({ jsonrpc: '2.0', id, ...said }))
    json(asked.isList ? answers : (answers[0] ?? said))
  }
  const rpcError = (code: number, message: string) => toEach({ error: { code, message } })
  switch (fault) {
    case 'hang':
      break
    case 'headers-then-stall':
      response.writeHead(200, JSON_TYPE).write('{"jsonrpc":"2.0",')
      break
    case 'http-403':
      response.writeHead(403).end('Forbidden')
      break
    case 'http-429':
      response.writeHead(429, { 'retry-after': '5' }).end('Too Many Requests')
      break
    case 'http-503':
      response.writeHead(503).end('busy')
      break
    case 'redirect':
      if (asked.path.startsWith(ELSEWHERE)) return false
      response.writeHead(307, { location: `${proxy.url}${ELSEWHERE}${asked.path}` }).end()
      break
    case 'html':
      response.writeHead(200, JSON_TYPE).end('<html>sign in</html>')
      break
    case 'empty':
      response.writeHead(200, JSON_TYPE).end()
      break
    case 'no-answer':
      json(asked.isList ? [] : {})
      break
    case 'null-result':
      toEach({ result: null })
      break
    case 'rpc-32005':
      rpcError(-32005, 'daily request count exceeded, request rate limited')
      break
    case 'rpc-32603':
      rpcError(-32603, 'internal error')
      break
    case 'rpc-revert':
      rpcError(3, 'execution reverted')
      break
    case 'refused':
      response.destroy()
      break
    case 'too-long':
      toEach({ result: `0x${'00'.repeat(MAX_ANSWER / 2)}` })
      break
    case 'gzip-bomb':
      bomb ??= gzipSync(Buffer.alloc(BOMB_BYTES))
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(bomb)
      break
    case 'flood':
      response.writeHead(200, JSON_TYPE)
      void flood(response, proxy)
      break
    case 'refuses-lists':
    case 'refuses-lists-200':
    case 'refuses-lists-413': {
      if (!asked.isList) return false
      const error = { code: -32600, message: 'batches are not supported' }
      const status = { 'refuses-lists': 400, 'refuses-lists-200': 200, 'refuses-lists-413': 413 }
      json({ jsonrpc: '2.0', id: null, error }, status[fault])
      break
    }
    default:
      return false
  }
  return true
}

/** Passes on what the node said, but not as it said it. */
function spoil(fault: Fault, text: string, response: ServerResponse): void {
  const half = text.slice(0, text.length / 2)
  switch (fault) {
    case 'slow-drip': {
      response.writeHead(200, JSON_TYPE)
      let at = 0
      const timer = setInterval(() => response.write(text[at++] ?? ' '), DRIP_MS)
      response.once('close', () => clearInterval(timer))
      return
    }
    case 'truncated':
      response.writeHead(200, JSON_TYPE).end(half)
      return
    case 'broken-off':
      response.writeHead(200, { ...JSON_TYPE, 'content-length': text.length })
      response.write(half, () => response.destroy())
      return
    case 'wrong-id':
      response.writeHead(200, JSON_TYPE).end(text.replace(/"id":(\d+)/g, '"id":7$1'))
      return
    case 'cuts-lists': {
      const said: unknown = JSON.parse(text)
      const cut = Array.isArray(said) ? said.slice(0, 1) : said
      response.writeHead(200, JSON_TYPE).end(JSON.stringify(cut))
      return
    }
    default:
      response.writeHead(200, JSON_TYPE).end(text)
  }
}

/** No faster than it is read, so that what was sent shows what was taken. */
async function flood(response: ServerResponse, proxy: FaultyNode): Promise<void> {
  let isOpen = true
  const closed = new Promise<void>((resolve) =>
    response.once('close', () => {
      isOpen = false
      resolve()
    }),
  )
  for (let sent = 0; isOpen && sent < GIGABYTE; sent++) {
    proxy.bytes.out += MEGABYTE.length
    if (response.write(MEGABYTE)) continue
    await Promise.race([closed, new Promise((resolve) => response.once('drain', resolve))])
  }
}
