import { describe, expect, test } from 'vitest'
import { matchRoute } from '../../api/routes/routes.ts'
import { problemResponse } from '../../contract/problems.ts'
import { PUBLIC_TEST_KEY } from '../../state/api-key.ts'
import { validateResponse } from '../../testing/api/conformance.ts'
import { FakeState, SECRET } from '../../testing/api/fake-state.ts'
import { createEdgeHost } from './edge.ts'
import type { EdgeContext } from './edge-settings.ts'

const STATS = {
  protocolCount: 1,
  chainCount: 1,
  globalRiskIndex: null,
  globalRiskDelta7d: null,
  globalRiskDelta7dSince: null,
  totalTvlUsd: null,
  olderTvlUsd: null,
  recentExploitsCount: 0,
  incidentsAsOf: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
}

const KEPT = {
  'cache-control': 'public, max-age=60',
  'netlify-cdn-cache-control': 'public, durable',
}

/** What the platform answers behind the gateway: files and functions, each with cache rules of its own. */
const BEHIND: Record<string, () => Response> = {
  '/_data/live/stats.json': () => Response.json({ success: true, data: STATS }, { headers: KEPT }),
  '/_fn/screener': () =>
    problemResponse('INVALID_REQUEST', { details: { page: ['is odd'] }, headers: KEPT }),
  '/_fn/protocols': () => problemResponse('INTERNAL_ERROR', { headers: KEPT }),
}

const ZERO = `/v1/wallet/0x${'0'.repeat(40)}`

describe('headers and statuses on the edge', () => {
  test.each<[number, string, { method?: string; key?: 'free' | 'pro' | 'none'; tag?: string }]>([
    [200, '/v1/stats', {}],
    [200, '/v1/stats', { method: 'HEAD' }],
    [204, '/v1/stats', { method: 'OPTIONS' }],
    [304, '/v1/stats', { tag: '*' }],
    [400, '/v1/protocols?page=0', {}],
    [400, '/v1/screener?sort=name', {}],
    [400, '/v1/screener', {}],
    [400, '/v1/wallet/nonsense', { key: 'pro' }],
    [401, '/v1/usage', {}],
    [401, '/v1/stats', { key: 'none' }],
    [403, ZERO, { key: 'free' }],
    [404, '/v1/nothing', {}],
    [404, '/v1/protocols/nobody', {}],
    [404, '/_data/live/stats.json', {}],
    [405, '/v1/stats', { method: 'DELETE' }],
    [422, ZERO, { key: 'pro' }],
    [503, '/v1/protocols?chain=Base', {}],
    [503, '/v1/health', {}],
  ])('%i %s %o: the limits, and who may store it', async (status, path, options) => {
    const response = await ask(path, options)
    expect(response.status).toBe(status)
    expect(response.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
    expect(response.headers.get('netlify-cdn-cache-control')).toBeNull()
    const isStored = status === 200 || status === 304
    expect(response.headers.get('cache-control')).toBe(
      isStored ? 'private, max-age=60' : 'no-store',
    )
    expect(response.headers.has('retry-after')).toBe(status === 503)
    expect(await faultsOf(response, path, options.method)).toEqual([])
  })

  test('429: the limits, when to come back, and nothing to store', async () => {
    const state = new FakeState()
    for (let i = 0; i < 60; i += 1) await ask('/v1/stats', {}, state)
    for (const path of ['/v1/stats', '/v1/nothing', '/v1/screener?page=0', '/_data/x']) {
      const response = await ask(path, {}, state)
      expect(response.status).toBe(429)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('retry-after')).toBe('60')
      expect(response.headers.get('x-ratelimit-burst-remaining')).toBe('0')
      expect(await faultsOf(response, path)).toEqual([])
    }
  })

  test('503 of a service that is not set up', async () => {
    const response = await ask('/v1/stats', {}, new FakeState(), '')
    expect(response.status).toBe(503)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-ratelimit-limit')).toBe('1000')
    expect(await faultsOf(response, '/v1/stats')).toEqual([])
  })
})

async function ask(
  path: string,
  options: { method?: string; key?: 'free' | 'pro' | 'none'; tag?: string },
  state = new FakeState(),
  secret = SECRET,
): Promise<Response> {
  const host = createEdgeHost({
    env: (name) => (name === 'PLIMSOLL_SECRET' ? secret : undefined),
    version: '1.2.3',
    now: () => Date.UTC(2026, 10, 21, 12),
    newId: () => 'id-of-one-request',
    log: () => {},
    openState: () => state,
  })
  const keys = { free: await state.issue('free', 'live'), pro: PUBLIC_TEST_KEY, none: 'dpk_live_x' }
  const { method = 'GET', key, tag } = options
  const headers = {
    ...(key ? { 'x-api-key': keys[key] } : {}),
    ...(tag ? { 'if-none-match': tag } : {}),
  }
  const context: EdgeContext = {
    ip: '192.0.2.1',
    deploy: { context: 'production' },
    next: async ({ url }) => {
      const page = () => new Response('<h1>No</h1>', { status: 404, headers: KEPT })
      return (BEHIND[new URL(url).pathname] ?? page)()
    },
    waitUntil: () => {},
  }
  return host(new Request(`https://plimsoll.example${path}`, { method, headers }), context)
}

async function faultsOf(response: Response, path: string, method = 'GET'): Promise<string[]> {
  const route = matchRoute(path.split('?')[0] ?? '')?.route.id ?? null
  // The platform sends no body after HEAD.
  const body = method === 'HEAD' ? null : await response.text()
  return validateResponse(route, response.status, response.headers, body, method)
}
