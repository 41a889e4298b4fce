import { describe, expect, test } from 'vitest'
import { ASKED_FOR, readAskedFor } from './asked-for.ts'
import { createMcpHost } from './mcp.ts'

const SECRET = 'a secret of the tests, long enough to be one'
const NOW = Date.UTC(2026, 10, 22)
const CONTEXT = { ip: '192.0.2.7', deploy: { context: 'production' } }

function setUp(env: Record<string, string>, answer?: () => Promise<Response>) {
  const asked: Request[] = []
  const lines: string[] = []
  const host = createMcpHost({
    env,
    version: '1.2.3',
    fetch: async (input, init) => {
      asked.push(new Request(input, init))
      if (answer) return answer()
      return Response.json(
        { success: true, data: {} },
        { headers: { 'X-RateLimit-Remaining': '7', 'Set-Cookie': 'a=b' } },
      )
    },
    now: () => NOW,
    log: (line) => lines.push(line),
  })
  const send = (body: string, headers: Record<string, string> = {}) =>
    host(
      new Request('https://risk.example/mcp', {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...headers,
        },
      }),
      CONTEXT,
    )
  return { send, asked, lines }
}

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
const CALL = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name: 'get_stats', arguments: {} },
})

describe('the function for agents', () => {
  test('asks its own deploy for the caller, with its key and an address that the gateway accepts', async () => {
    const { send, asked } = setUp({ PLIMSOLL_SECRET: SECRET, URL: 'https://risk.example' })
    const response = await send(CALL, { Authorization: 'Bearer a-key', [ASKED_FOR]: 'forged' })

    expect(asked.map(({ url }) => url)).toEqual([
      'https://risk.example/v1/health',
      'https://risk.example/v1/stats',
    ])
    for (const { headers } of asked) {
      expect(headers.get('x-api-key')).toBe('a-key')
      expect(await readAskedFor(SECRET, headers.get(ASKED_FOR), NOW)).toBe('192.0.2.7')
    }
    expect(response.headers.get('x-ratelimit-remaining')).toBe('7')
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  test('sends no key when it got none', async () => {
    const { send, asked } = setUp({ PLIMSOLL_SECRET: SECRET })
    await send(LIST)

    expect(asked[0]?.headers.has('x-api-key')).toBe(false)
  })

  test.each([
    ['that cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
    ['that shows a page', async () => new Response('<h1>Oops at /var/task</h1>')],
  ])('says that there is no data behind a gateway %s', async (_, answer) => {
    const { send } = setUp({ PLIMSOLL_SECRET: SECRET }, answer)
    const response = await send(CALL)
    const text = await response.text()

    expect(response.status).toBe(200)
    expect(text).toContain('DATA_UNAVAILABLE')
    expect(text).not.toMatch(/fetch failed|var.task/)
  })

  test('refuses a long body', async () => {
    const { send } = setUp({ PLIMSOLL_SECRET: SECRET })
    expect((await send('x'.repeat(70_000))).status).toBe(413)
  })

  test('answers 503 without its secret, and says so once', async () => {
    const { send, asked, lines } = setUp({})
    const [first, second] = [await send(LIST), await send(LIST)]

    expect([first.status, second.status]).toEqual([503, 503])
    expect(first.headers.get('retry-after')).toBe('300')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('PLIMSOLL_SECRET')
    expect(asked).toEqual([])
  })
})
