import fc from 'fast-check'
import { expect, test } from 'vitest'
import dependenciesExample from '../api/routes/dependencies/example.json' with { type: 'json' }
import protocolExample from '../api/routes/protocol/example.json' with { type: 'json' }
import { type ApiResponse, jsonResponse, problem } from '../http/api-response.ts'
import { fromText } from '../testing/mcp/from-text.ts'
import {
  createMcpEndpoint,
  type McpCaller,
  type McpDependencies,
  type McpLogEntry,
} from './endpoint.ts'
import { MAX_BODY_BYTES, unread } from './read-message.ts'

const STATS = {
  protocolCount: 2,
  chainCount: 1,
  globalRiskIndex: 3,
  globalRiskDelta7d: null,
  globalRiskDelta7dSince: null,
  totalTvlUsd: null,
  olderTvlUsd: null,
  recentExploitsCount: 0,
  incidentsAsOf: null,
  updatedAt: '2026-08-20T00:00:00.000Z',
}

const RATES = { 'X-RateLimit-Remaining': '41', 'X-RateLimit-Limit': '1000' }

interface Setup extends Partial<McpDependencies> {
  api?: (address: string, caller: McpCaller) => Promise<ApiResponse> | ApiResponse
  health?: object
}

function setUp({ api, health = {}, ...options }: Setup = {}) {
  const asked: { address: string; caller: McpCaller }[] = []
  const log: McpLogEntry[] = []
  const endpoint = createMcpEndpoint({
    version: '1.2.3',
    publicUrl: null,
    now: () => 0,
    log: (entry) => log.push(entry),
    askAs: (caller) => async (address) => {
      asked.push({ address, caller })
      if (address === '/v1/health') return jsonResponse({ success: true, data: health }, RATES)
      return api ? api(address, caller) : jsonResponse({ success: true, data: STATS }, RATES)
    },
    ...options,
  })
  const send = async (
    body: unknown,
    { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  ) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await endpoint({
      method,
      ip: '192.0.2.7',
      headers: new Headers({
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      }),
      readBody: async () => new TextEncoder().encode(text),
    })
    const sent = await response.text()
    return { response, status: response.status, text: sent, json: jsonOf(sent) }
  }
  return { endpoint, send, asked, log }
}

/** The message of a response, which clients of 2025 get as one event. */
function jsonOf(text: string): {
  result?: { isError?: boolean; content: { text: string }[]; structuredContent?: unknown }
  error?: { code: unknown; message: string }
} {
  const [, data = text] = /^data: (.*)$/m.exec(text) ?? []
  return data === '' ? {} : JSON.parse(data)
}

const call = (name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})

test('a tool answers with the document as text, once, and the limits that are left', async () => {
  const { send, asked } = setUp()
  const { response, json } = await send(call('get_stats'))

  expect(fromText(json.result?.content[0]?.text ?? '')).toEqual(STATS)
  expect(json.result).not.toHaveProperty('structuredContent')
  expect(response.headers.get('x-ratelimit-remaining')).toBe('41')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(asked.map(({ address }) => address)).toEqual(['/v1/health', '/v1/stats'])
})

test('an answer from a stale snapshot says so and its day, without another request', async () => {
  const health = { status: 'stale', snapshot: { asOf: '2026-08-20' } }
  const { send, asked } = setUp({ health })
  const { json } = await send(call('get_stats'))
  const text = json.result?.content[0]?.text ?? ''
  expect(fromText(text)).toEqual({ stale: 'snapshot of 2026-08-20', ...STATS })
  expect(asked).toHaveLength(2)
  const current = await setUp({ health: { ...health, status: 'ok' } }).send(call('get_stats'))
  expect(current.json.result?.content[0]?.text).not.toContain('stale')
})

test.each([
  [2, 10],
  [20, 1],
])(
  'of 12 edges at most %i are given, and how many more there are is right',
  async (limit, more) => {
    const [edge] = dependenciesExample.data.edges
    const data = {
      ...dependenciesExample.data,
      ...{ edges: Array.from({ length: 11 }, () => edge), moreEdges: 1 },
    }
    const { send } = setUp({ api: () => jsonResponse({ success: true, data }) })
    const { json } = await send(call('dependencies', { id: 'a', limit }))
    const { edges, moreEdges } = fromText(json.result?.content[0]?.text ?? '')
    expect([Object(edges).length, moreEdges]).toEqual([12 - more, more])
  },
)

test('a dimension of which too little was measured is named as assumed', async () => {
  const data = structuredClone(protocolExample.data)
  for (const [key, dimension] of Object.entries(data.scoreMetadata.dimensions))
    dimension.assumed = key === 'oracle'
  const { send } = setUp({ api: () => jsonResponse({ success: true, data }) })
  const { json } = await send(call('get_protocol', { ids: ['a'] }))
  expect(fromText(json.result?.content[0]?.text ?? '')).toMatchObject({
    protocols: [{ assumedDimensions: ['oracle'] }],
  })
})

test.each([
  ['X-API-Key', 'a-key'],
  ['Authorization', 'Bearer a-key'],
])('the key in %s is the caller’s in every request', async (name, value) => {
  const { send, asked } = setUp()
  await send(call('get_stats'), { headers: { [name]: value } })

  expect(asked).toHaveLength(2)
  for (const { caller } of asked) expect(caller).toEqual({ ip: '192.0.2.7', apiKey: 'a-key' })
})

test('a wrong key is 401 with the body of the API, and asks nothing more', async () => {
  const asked: string[] = []
  const askAs = () => async (address: string) => {
    asked.push(address)
    return problem('UNAUTHORIZED', { message: 'The key is unknown.' })
  }
  const { send } = setUp({ askAs })
  const { status, json } = await send(call('get_stats'), { headers: { 'X-API-Key': 'wrong' } })

  expect(status).toBe(401)
  expect(json.error).toMatchObject({ code: 'UNAUTHORIZED', message: 'The key is unknown.' })
  expect(asked).toEqual(['/v1/health'])
})

test('too many messages are 429 with the seconds to wait', async () => {
  const limited = problem('RATE_LIMIT_EXCEEDED', { headers: { 'Retry-After': '17' } })
  const { send } = setUp({ askAs: () => async () => limited })
  const { status, response, json } = await send(call('get_stats'))

  expect(status).toBe(429)
  expect(response.headers.get('retry-after')).toBe('17')
  expect(json.error?.message).toContain('17 seconds')
})

test('while there is no data, the list of tools still answers and a call says so', async () => {
  const down = problem('DATA_UNAVAILABLE', { headers: { 'Retry-After': '30' } })
  const { send } = setUp({ askAs: () => async () => down })
  const list = await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const { json } = await send(call('get_stats'))

  expect(list.text).toContain('search_protocols')
  expect(json.result?.isError).toBe(true)
  expect(json.result?.content[0]?.text).toMatch(/^DATA_UNAVAILABLE: .*\nRetry after 30 seconds\.$/s)
})

test('an API that does not answer ends the call', async () => {
  const { send } = setUp({ api: () => new Promise(() => undefined), toolMs: 30 })
  const { json } = await send(call('get_stats'))

  expect(json.result?.isError).toBe(true)
  expect(json.result?.content[0]?.text).toContain('did not answer within 0.03 seconds')
})

test('a document of another shape is an internal error that says nothing of it', async () => {
  const { send, log } = setUp({ api: () => jsonResponse({ success: true, data: 'odd secret' }) })
  const { json } = await send(call('get_stats'))

  expect(json.result?.content[0]?.text).toMatch(/^INTERNAL_ERROR: /)
  expect(log[0]).toMatchObject({ level: 'error', tool: 'get_stats' })
})

test('controls and hidden characters are removed from every text', async () => {
  const name = 'Ev\u202eil\u0007 \u{e0041}pro\u200btocol\nnext'
  const row = {
    ...{
      id: 'evil',
      slug: 'evil',
      name,
      symbol: null,
      category: null,
      tvlUsd: null,
      tvlAsOf: null,
    },
    ...{ composite: null, riskLevel: null, status: 'active', matched: 'name', match: 'exact' },
  }
  const { send } = setUp({ api: () => jsonResponse({ success: true, data: [row] }) })
  const { json } = await send(call('search_protocols', { query: 'evil' }))

  expect(json.result?.content[0]?.text).toContain('name: Evil protocol next')
})

test.each(['GET', 'HEAD', 'DELETE', 'PUT', 'OPTIONS'])(
  '%s is 405 and names POST',
  async (method) => {
    const { send, asked } = setUp()
    const { status, response } = await send('', { method })

    expect(status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
    expect(asked).toEqual([])
  },
)

test.each([
  [null, 'https://evil.example', 403],
  [null, 'null', 403],
  [null, 'http://localhost:6274', 200],
  [null, 'http://localhost.evil.example', 403],
  ['https://risk.example', 'https://risk.example', 200],
  ['https://risk.example', 'http://risk.example', 403],
  ['https://risk.example', 'http://localhost:6274', 403],
])('of the site %s, a page of %s is answered %i', async (publicUrl, origin, expected) => {
  const { send } = setUp({ publicUrl })
  const { status } = await send(call('get_stats'), { headers: { Origin: origin } })

  expect(status).toBe(expected)
})

test.each([
  ['a batch', JSON.stringify([call('get_stats'), call('get_stats')]), 400, -32600],
  ['no JSON', '{"jsonrpc"', 400, -32700],
  ['a number', '7', 400, -32600],
  ['a long body', `${' '.repeat(MAX_BODY_BYTES)}{}`, 413, -32600],
  [
    'a subscription',
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' }),
    400,
    -32601,
  ],
])('%s is refused', async (_, body, expected, code) => {
  const { send, asked } = setUp()
  const { status, json } = await send(body)

  expect([status, json.error?.code]).toEqual([expected, code])
  expect(asked.map(({ address }) => address)).toEqual(['/v1/health'])
})

test('a message nested deeper than 20 is refused for that, and one of 20 is not', async () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const { send } = setUp()
  const [deep, shallow] = [await send(nested(21)), await send(nested(20))]

  expect(deep.status).toBe(400)
  expect(deep.json.error?.message).toContain('nested deeper')
  expect(shallow.text).not.toContain('nested deeper')
})

test('a body that the host did not read is refused', async () => {
  const { endpoint } = setUp()
  const request = { method: 'POST', ip: '192.0.2.7', headers: new Headers() }
  const response = await endpoint({ ...request, readBody: async () => unread('not-sent') })

  expect(response.status).toBe(400)
})

test.each([
  [
    'screen_protocols',
    { chain: 'Base, Arbitrum', level: 'high' },
    'chain=Base%2CArbitrum&level=high',
  ],
  ['screen_protocols', { asset: ['USDC'], q: 'a' }, 'asset=USDC&q=a'],
  ['list_incidents', { protocol: 'aave-v3' }, 'protocol=aave-v3'],
])('%s takes one text where a list is wanted: %j', async (name, args, query) => {
  const { send, asked } = setUp({ api: () => problem('DATA_UNAVAILABLE') })
  await send(call(name, args))
  expect(asked.at(-1)?.address).toContain(`?${query}&`)
})

test.each([['circle:0.1,lido:0.06'], [['circle:0.1', { id: 'lido', drop: 0.06 }]]])(
  'stress takes what fails as the API writes it: %j',
  async (fails) => {
    const { send, asked } = setUp({ api: () => problem('DATA_UNAVAILABLE') })
    await send(call('stress', { fails }))
    expect(asked.at(-1)?.address).toBe('/v1/stress?fails=circle%3A0.1%2Clido%3A0.06')
  },
)

test.each(['circle', 'circle:x', 'circle:2', ':0.1'])('%j is nothing that fails', async (fails) => {
  const { send, asked } = setUp()
  const { json } = await send(call('stress', { fails }))
  expect(json.result?.isError ?? json.error).toBeTruthy()
  expect(asked.filter(({ address }) => address !== '/v1/health')).toEqual([])
})

test('unknown arguments and an unknown tool are refused before anything is asked', async () => {
  const { send, asked } = setUp()
  const surplus = await send(call('get_stats', { surplus: 1 }))
  const unlisted = await send(call('drop_tables'))

  expect(surplus.json.result?.isError).toBe(true)
  expect(unlisted.json.error ?? unlisted.json.result?.isError).toBeTruthy()
  expect(asked.map(({ address }) => address)).toEqual(['/v1/health', '/v1/health'])
})

test.each(['__proto__', 'constructor', 'toString'])('%s is no tool', async (name) => {
  const { json } = await setUp().send(call(name))
  expect(json).toMatchObject({ id: 1, error: { code: -32602, message: `Tool ${name} not found` } })
})

test('the log has the tool and no argument, key or address', async () => {
  const { send, log } = setUp()
  await send(call('search_protocols', { query: 'a private question' }), {
    headers: { 'X-API-Key': 'a-private-key' },
  })
  await send(call('a private tool'))
  await send({ jsonrpc: '2.0', id: 1, method: 'a private method' })

  expect(log.map(({ call, tool }) => [call, tool])).toEqual([
    ['tools/call', 'search_protocols'],
    ['tools/call', undefined],
    ['other', undefined],
  ])
  expect(JSON.stringify(log)).not.toMatch(/private|192\.0/)
})

test('the list of tools is short enough to read, and every tool says that it only reads', async () => {
  const { send } = setUp()
  const { text } = await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)

  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(15_000)
  for (const tool of result.tools) {
    expect(tool.annotations.readOnlyHint, tool.name).toBe(true)
    expect(tool.inputSchema.additionalProperties, tool.name).toBe(false)
    expect(tool, tool.name).not.toHaveProperty('outputSchema')
  }
})

const message = fc.record(
  {
    jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
    id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
    method: fc.oneof(
      fc.constantFrom('initialize', 'tools/call', 'tools/list', 'ping', 'server/discover'),
      fc.string(),
      fc.jsonValue(),
    ),
    params: fc.oneof(
      fc.record(
        {
          name: fc.constantFrom('get_stats', 'get_protocol', 'screen_protocols', '__proto__'),
          arguments: fc.oneof(
            fc.jsonValue(),
            fc.record({ ids: fc.array(fc.string()), chain: fc.array(fc.string()) }),
          ),
          _meta: fc.jsonValue(),
        },
        { requiredKeys: ['name'] },
      ),
      fc.jsonValue(),
    ),
  },
  { requiredKeys: [] },
)

test('no body is answered with 500 or a stack', async () => {
  const body = fc.oneof(
    message.map((value) => JSON.stringify(value)),
    fc.string(),
    fc.json(),
  )
  await fc.assert(
    fc.asyncProperty(body, async (text) => {
      const { send } = setUp({ api: () => problem('NOT_FOUND') })
      const { status, text: sent } = await send(text)
      expect(status, text).toBeLessThan(500)
      expect(sent).not.toMatch(/\bat .*\.ts:\d|node_modules|ZodError/)
    }),
    { numRuns: 300 },
  )
})

test('a tool whose name is no text is refused as one', async () => {
  const { send, log } = setUp()
  for (const name of [{ toString: 1 }, [[]], null, 5]) {
    const { status } = await send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } })
    expect(status).toBeLessThan(500)
  }
  expect(log.filter(({ level }) => level === 'error')).toEqual([])
})

test.each([
  ['get_protocol', { ids: ['..', '.'] }],
  ['protocol_history', { id: '..' }],
  ['scan_wallet', { address: '..' }],
])('%s does not ask for another path with dots', async (name, args) => {
  const { send, asked, log } = setUp()
  const params = { name, arguments: args }
  const { json } = await send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  expect(json.result).toMatchObject({ isError: true })
  expect(asked.map(({ address }) => address)).toEqual(['/v1/health'])
  expect(log[0]?.level).toBe('info')
})
