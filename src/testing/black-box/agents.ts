import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PUBLIC_TEST_KEY } from '../../state/api-key.ts'
import { fromText } from '../mcp/from-text.ts'
import { ask, isWhole, stranger, sweep, type Target } from './client.ts'

export type Result = Awaited<ReturnType<Client['callTool']>>

interface Agent {
  client: Client
  /** Methods of the protocol that were sent, in order. */
  sent: string[]
  call: (name: string, args?: Record<string, unknown>) => Promise<Result>
}

interface AgentOptions {
  key?: string | undefined
  /** Address of a client without a key. */
  address?: string
  mode?: 'legacy' | 'auto'
}

/** The official client, connected. */
export async function connect(target: Target, options: AgentOptions = {}): Promise<Agent> {
  const { key, address = stranger(), mode = 'legacy' } = options
  const sent: string[] = []
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', target.baseUrl), {
    requestInit: { headers: headersOf(target, key, address) },
    fetch: (url, init) => {
      if (init?.method === 'POST') sent.push(JSON.parse(String(init.body)).method)
      return fetch(url, init)
    },
  })
  const client = new Client(
    { name: 'a scripted agent', version: '1' },
    { versionNegotiation: { mode } },
  )
  await client.connect(transport)
  onTestFinished(() => client.close())
  const call = (name: string, args: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: args })
  return { client, sent, call }
}

function headersOf(target: Target, key: string | undefined, address: string) {
  const { clientHeader } = target.capabilities
  return {
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    ...(clientHeader === null ? {} : { [clientHeader]: address }),
  }
}

async function post(
  target: Target,
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(new URL('/mcp', target.baseUrl), {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headersOf(target, undefined, stranger()),
      ...headers,
    },
  })
}

export function textOf({ content }: Result): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}

/** The document of an answer. */
export function documentOf(result: Result): Record<string, unknown> {
  return fromText(textOf(result))
}

/** Twenty seconds before the end of a minute that no other test is in. */
const LIMIT_TEST = Date.UTC(2032, 0, 1, 12, 0, 40)

/** Of the list of tools, and of an answer. */
const MAX_BYTES = 15_000

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

/** `/mcp`, asked with the official client. */
export function describeAgents(target: Target): void {
  const whole = test.runIf(isWhole(target))
  const { keepsRefusals, clientHeader, setClock } = target.capabilities

  describe('agents', () => {
    test.each(sweep(target, ['legacy', 'auto'] as const))(
      'one that speaks the %s protocol answers which lending protocols on a chain are elevated, and why, in three calls',
      async (mode) => {
        const { client, sent, call } = await connect(target, { mode })
        await client.listTools()
        const found = await call('screen_protocols', {
          ...{ category: ['Lending'], chain: ['Base'], level: ['elevated', 'high'] },
        })
        const { protocols } = Object(documentOf(found))
        const ids = protocols.map(({ id }: { id: string }) => id)
        const explained = await call('get_protocol', { ids })
        const records = Object(documentOf(explained)).protocols

        expect(ids.length).toBeGreaterThan(0)
        expect(records.map(({ id }: { id: string }) => id)).toEqual(ids)
        for (const { reasons, composite, otherPoints, riskLevel } of records) {
          expect(['elevated', 'high']).toContain(riskLevel)
          expect(reasons.length).toBeGreaterThan(0)
          const sum = reasons.reduce(
            (points: number, one: { contribution: number }) => points + one.contribution,
            otherPoints,
          )
          // The composite is rounded to one decimal.
          expect(Math.abs(sum - composite)).toBeLessThan(0.051)
        }
        expect(textOf(explained)).toContain('reason: ')
        const calls = sent.filter((method) => /^tools\//.test(method))
        expect(calls).toEqual(['tools/list', 'tools/call', 'tools/call'])
      },
    )

    test('every tool answers once, in at most 15 KB, in a text that a program can read', async () => {
      const { client, call } = await connect(target, { key: PUBLIC_TEST_KEY })
      const { tools } = await client.listTools()
      expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(MAX_BYTES)
      const args: Record<string, Record<string, unknown>> = {
        search_protocols: { query: 'a' },
        list_chains_and_categories: { kind: 'chains' },
        scan_wallet: { address: `0x${'12'.repeat(20)}` },
        dependents: { id: 'circle' },
        find_contract: {
          ...{ chain: 'ethereum', address: '0x6d1b97bf39ff83b3f3694861adee4534c0a258d7' },
        },
        stress: { fails: [{ id: 'circle', drop: 0.1 }] },
      }
      const [first] = Object(documentOf(await call('screen_protocols', { limit: 1 }))).protocols
      args.get_protocol = { ids: [first.id] }
      args.explain_change = { id: first.id }
      args.protocol_history = { id: first.id }
      args.dependencies = { id: first.id }
      for (const { name } of sweep(target, tools)) {
        const result = await call(name, args[name] ?? {})
        expect(result.isError, `${name}: ${textOf(result)}`).toBeFalsy()
        expect(result, name).not.toHaveProperty('structuredContent')
        expect(Buffer.byteLength(textOf(result)), name).toBeLessThanOrEqual(MAX_BYTES)
        expect(Object.keys(documentOf(result)).length, name).toBeGreaterThan(0)
      }
    })

    whole('a walk by nextCursor gives each protocol once, also where answers are cut', async () => {
      const { call } = await connect(target)
      const walked: string[] = []
      let next: unknown = null
      let total = 0
      do {
        const filters = { asset: 'eth', sort: 'tvl', limit: 50 }
        const args: Record<string, unknown> = next === null ? filters : { ...filters, cursor: next }
        const page = Object(documentOf(await call('screen_protocols', args)))
        walked.push(...page.protocols.map(({ id }: { id: string }) => id))
        next = page.nextCursor
        total = page.total
        expect(page.assets.unknownNames).toEqual([])
      } while (next !== null && walked.length < 1_000)
      const list = await ask(target, '/v1/screener?asset=eth&sort=tvl&per_page=100')
      expect(walked).toHaveLength(total)
      expect(walked.slice(0, 100)).toEqual(
        Object(list.json).data.map(({ id }: { id: string }) => id),
      )
    })

    test('a call costs what it asks of the API, and the rest of the protocol nothing', async () => {
      if (clientHeader === null) return
      const address = stranger()
      const left = async () => {
        const { headers } = await ask(target, '/v1/health', { client: address })
        return Number(headers['x-ratelimit-remaining'])
      }
      const before = await left()
      const { client, call } = await connect(target, { address })
      await client.listTools()
      expect(await left()).toBe(before)
      const found = await call('search_protocols', { query: 'aave' })
      expect(await left()).toBe(before - 1)
      expect(Object(found._meta).apiRequestsRemainingToday).toBe(before - 1)
      const three = await call('get_protocol', { ids: ['aave-v3', 'lido', 'nobody-at-all'] })
      expect(await left()).toBe(before - 4)
      expect(three._meta).toMatchObject({
        apiRequests: 3,
        apiRequestsRemainingToday: before - 4,
      })
    })

    test.skipIf(setClock === null)('past the limit a call says how long to wait', async () => {
      setClock?.(LIMIT_TEST)
      const { call } = await connect(target)
      const ids = Array.from({ length: 10 }, (_, at) => `nobody-${at}`)
      for (let turn = 0; turn < 6; turn += 1) await call('get_protocol', { ids })
      const limited = await call('get_stats')

      expect(limited.isError).toBe(true)
      expect(textOf(limited)).toMatch(
        /^RATE_LIMIT_EXCEEDED: .*60 requests a minute.*\nRetry after 20 seconds\.$/s,
      )
      expect(Object(limited._meta).error.retryAfterSeconds).toBe(20)
    })

    test('a test key sees the sandbox', async () => {
      const sandbox = await connect(target, { key: target.keys.testFree })
      const live = await connect(target)
      const totals = await Promise.all(
        [sandbox, live].map(async ({ call }) => {
          return Object(documentOf(await call('get_stats'))).protocolCount
        }),
      )
      const asked = await ask(target, '/v1/stats', { key: target.keys.testFree })

      expect(totals[0]).toBe(Object(asked.json).data.protocolCount)
      expect(totals[0]).not.toBe(totals[1])
    })

    whole(
      'a wrong id is an error that suggests others, and one wrong among right ones is named',
      async () => {
        const { call } = await connect(target)
        const wrong = await call('get_protocol', { ids: ['aav'] })
        const mixed = await call('get_protocol', { ids: ['aave-v3', 'aav'] })

        expect(wrong.isError).toBe(true)
        expect(textOf(wrong)).toMatch(/^PROTOCOL_NOT_FOUND: .*\nsuggestions: .*aave-v3/)
        expect(mixed.isError).toBeFalsy()
        const { protocols, refused } = Object(documentOf(mixed))
        expect(protocols).toHaveLength(1)
        expect(refused).toMatchObject([{ id: 'aav', code: 'PROTOCOL_NOT_FOUND' }])
      },
    )

    test('a free key may not scan wallets, and no key neither', async () => {
      const free = await connect(target, { key: target.keys.free })
      const anonymous = await connect(target)
      const [refused, missing] = [
        await free.call('scan_wallet', { address: 'vitalik.eth' }),
        await anonymous.call('scan_wallet', { address: 'vitalik.eth' }),
      ]

      expect(refused.isError).toBe(true)
      expect(textOf(refused)).toMatch(/^FORBIDDEN: /)
      expect(textOf(missing)).toMatch(/^UNAUTHORIZED: /)
    })

    test.each(['X-API-Key', 'Authorization'])('a wrong key in %s is 401', async (name) => {
      const key = target.keys.revoked
      const value = name === 'Authorization' ? `Bearer ${key}` : key
      const response = await post(target, LIST, { [name]: value })

      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
    })

    test.each([
      ['a batch', `[${LIST},${LIST}]`, 400],
      ['no JSON', '{"jsonrpc"', 400],
      ['a long body', `{"a":"${'x'.repeat(70_000)}"}`, 413],
    ])('%s is refused', async (_, body, status) => {
      const response = await post(target, body)
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: {} })
    })

    test.skipIf(!keepsRefusals)('a page of another site is refused', async () => {
      const response = await post(target, LIST, { Origin: 'https://evil.example' })
      expect(response.status).toBe(403)
    })

    test('GET and DELETE are 405, and no cookie is set', async () => {
      for (const method of ['GET', 'DELETE', 'HEAD']) {
        const response = await fetch(new URL('/mcp', target.baseUrl), { method })
        expect(response.status, method).toBe(405)
        expect(response.headers.get('allow')).toBe('POST')
        expect(response.headers.get('set-cookie')).toBeNull()
      }
      const response = await post(target, LIST)
      expect(response.headers.get('cache-control')).toBe('no-store')
    })
  })
}
