import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { openEdgeState } from '../../state/open-edge-state.ts'
import { validateResponse } from '../../testing/api/conformance.ts'
import { FakeState } from '../../testing/api/fake-state.ts'
import { ASKED_FOR, askedFor } from './asked-for.ts'
import { createEdgeHost } from './edge.ts'
import type { EdgeContext, EdgeHostOptions } from './edge-settings.ts'

const SECRET = 'a secret of the tests, thirty-two letters or more'
const NOW = Date.UTC(2026, 10, 21, 12)

const STATS = JSON.stringify({ success: true, data: { note: 'x'.repeat(2_000) } })

const NOTE =
  '{"id":"2026-11-21-0123456789ab","asOf":"2026-11-21","protocolCount":1,"refreshDays":4}'

const FILES: Record<string, () => Response> = {
  '/_data/live/snapshot.json': () =>
    new Response(NOTE, { headers: { 'content-type': 'application/json' } }),
  '/_data/live/stats.json': () =>
    new Response(STATS, { headers: { 'content-type': 'application/json', etag: '"of-the-cdn"' } }),
  '/_fn/screener': () =>
    new Response('{"success":true,"data":[],"meta":{}}', {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'netlify-cdn-cache-control': 'public, durable',
      },
    }),
}

function site(given: Partial<EdgeHostOptions> & { variables?: Record<string, string> } = {}) {
  const lines: string[] = []
  const asked: string[] = []
  const state = new FakeState()
  const variables: Record<string, string> = given.variables ?? { PLIMSOLL_SECRET: SECRET }
  const host = createEdgeHost({
    env: (name) => variables[name],
    version: '1.2.3',
    now: () => NOW,
    newId: () => 'id-1',
    log: (line) => lines.push(line),
    openState: () => state,
    readMark: async () => null,
    ...given,
  })
  const context = (deploy = 'production'): EdgeContext => ({
    ip: '192.0.2.1',
    deploy: { context: deploy },
    async next(request) {
      const url = new URL(request.url)
      asked.push(url.pathname + url.search)
      const page = () =>
        new Response('<h1>No such page</h1>', {
          status: 404,
          headers: { 'content-type': 'text/html' },
        })
      return (FILES[url.pathname] ?? page)()
    },
    waitUntil: () => {},
  })
  const get = (path: string, init: RequestInit = {}, deploy?: string) =>
    host(new Request(`https://plimsoll.example${path}`, init), context(deploy))
  return { host, context, get, lines, asked, state }
}

describe('createEdgeHost', () => {
  test('reads a document behind itself and answers it with the rate headers', async () => {
    const { get, asked } = site()

    const response = await get('/v1/stats')

    expect(response.status).toBe(200)
    expect(await response.text()).toBe(STATS)
    expect(asked).toEqual(['/_data/live/snapshot.json', '/_data/live/stats.json'])
    expect(response.headers.get('x-snapshot')).toBe('2026-11-21-0123456789ab')
    expect(response.headers.get('x-ratelimit-remaining')).toBe('999')
    expect(response.headers.get('x-request-id')).toBe('req_id1')
  })

  test('reads which snapshot it is once for an instance, and each time in development', async () => {
    const { get, asked } = site()
    const names = []
    for (let read = 0; read < 3; read += 1)
      names.push((await get('/v1/stats')).headers.get('x-snapshot'))

    expect(new Set(names).size).toBe(1)
    expect(asked.filter((path) => path.endsWith('/snapshot.json'))).toHaveLength(1)
    const { get: again, asked: each } = site({
      variables: { PLIMSOLL_SECRET: SECRET, NETLIFY_DEV: 'true' },
    })
    for (let read = 0; read < 3; read += 1) await again('/v1/stats', {}, 'dev')
    expect(each.filter((path) => path.endsWith('/snapshot.json'))).toHaveLength(3)
  })

  test('the tag is of the bytes, the same on every host, and not the one of the CDN', async () => {
    const { get } = site()
    const tag = (await get('/v1/stats')).headers.get('etag') ?? ''

    expect(tag).toMatch(/^W\/"[0-9a-f]{32}"$/)
    const again = await get('/v1/stats', { headers: { 'if-none-match': tag } })
    expect(again.status).toBe(304)
    expect(again.headers.get('x-ratelimit-remaining')).toBe('998')
    expect(await again.text()).toBe('')
  })

  test('a function gets the data set and what the query means, and its cache rules stay behind the gateway', async () => {
    const { get, asked } = site()

    const response = await get('/v1/screener?maxOracleRisk=2&foo=1')

    expect(asked).toEqual([
      '/_data/live/snapshot.json',
      '/_fn/screener?set=live&page=1&per_page=20&maxOracleRisk=2&sort=compositeScore&order=desc',
    ])
    expect(response.headers.get('netlify-cdn-cache-control')).toBeNull()
    expect(response.headers.get('x-ignored-parameters')).toBe('foo')
  })

  test('a function of this site counts against the client that it asks for, and no one else can name one', async () => {
    const { get, state } = site()
    const [own, named] = [await askedFor(SECRET, '192.0.2.9', NOW), '192.0.2.10']

    await get('/v1/stats', { headers: { [ASKED_FOR]: own } })
    await get('/v1/stats', { headers: { [ASKED_FOR]: own.replace('192.0.2.9', named) } })
    await get('/v1/stats')

    const [first, second, third] = state.hits.map(({ caller }) => caller)
    expect(second).toBe(third)
    expect(first).not.toBe(third)
  })

  test('a page in place of a document is a missing document', async () => {
    const { get } = site()

    const response = await get('/v1/protocols/none')

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'PROTOCOL_NOT_FOUND' } })
  })

  test('a function that failed in the platform’s own words is 503 and never its page', async () => {
    const { host, context } = site()
    const broken = {
      ...context(),
      next: async () => new Response('<h1>crash at /var/task</h1>', { status: 502 }),
    }

    const response = await host(new Request('https://plimsoll.example/v1/screener'), broken)

    expect(response.status).toBe(503)
    expect(await response.text()).not.toContain('/var/task')
  })

  test('a page with status 200 in place of a document is never passed on', async () => {
    const { host, context } = site()
    const walled = {
      ...context(),
      next: async () =>
        new Response('<h1>Log in</h1>', { headers: { 'content-type': 'text/html' } }),
    }

    const response = await host(new Request('https://plimsoll.example/v1/stats'), walled)

    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: { code: 'DATA_UNAVAILABLE' } })
  })

  test.each(['/_data/live/stats.json', '/_fn/screener?set=live', '/%5Fdata/live/stats.json'])(
    'a stranger at the back door %s gets 404 as JSON, and nothing is read',
    async (path) => {
      const { get, asked } = site()

      const response = await get(path)

      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
      expect(asked).toEqual([])
    },
  )

  test('addresses are counted by the platform’s word, not by a header of the client', async () => {
    const { get, state } = site({
      variables: { PLIMSOLL_SECRET: SECRET, TRUST_PROXY: 'x-real-ip' },
    })

    await get('/v1/stats', { headers: { 'x-real-ip': '203.0.113.9', 'x-forwarded-for': '::1' } })
    await get('/v1/stats')

    expect(new Set(state.hits.map(({ caller }) => caller)).size).toBe(1)
    expect(JSON.stringify(state.hits)).not.toContain('192.0.2.1')
  })

  test('a response is compressed only for a client that accepts gzip', async () => {
    const { get } = site()
    const wanted = { headers: { 'accept-encoding': 'br, gzip' } }

    const response = await get('/v1/stats', wanted)
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(STATS)

    for (const refused of ['identity', 'gzip;q=0', 'br']) {
      const plain = await get('/v1/stats', { headers: { 'accept-encoding': refused } })
      expect(plain.headers.get('content-encoding')).toBeNull()
    }
    expect((await get('/v1/nope', wanted)).headers.get('content-encoding')).toBeNull()
  })

  test.each(['/stats', '/live/stats.json', '/manifest.json', '/wallet/x'])(
    '%s is no path of the gateway: the site answers for it',
    async (path) => {
      const { get, asked, state } = site()
      const response = await get(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('text/html')
      expect(asked).toEqual([path])
      expect(state.hits).toEqual([])
    },
  )

  test('HEAD is answered as GET: the platform sends no body and says how long it is', async () => {
    const { get } = site()
    const [got, head] = [await get('/v1/stats'), await get('/v1/stats', { method: 'HEAD' })]

    expect(head.status).toBe(200)
    expect(head.headers.get('etag')).toBe(got.headers.get('etag'))
    expect(await head.text()).toBe(await got.text())
  })

  test('every request is one line of JSON without address, key or query', async () => {
    const { get, lines } = site()

    await get('/v1/screener?category=secret-word', { headers: { 'x-api-key': 'dpk_live_typo' } })

    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ route: '/v1/screener', status: 401 })
    expect(lines[0]).not.toMatch(/192\.0\.2\.1|typo|secret-word|\n/)
  })

  test('the store may ask for time after the response, on the request under way', async () => {
    const work = Promise.resolve()
    let background: ((work: Promise<void>) => void) | undefined
    const state = new FakeState()
    const hit = state.hit.bind(state)
    state.hit = (given) => {
      background?.(work)
      return hit(given)
    }
    const { host, context } = site({
      openState: (_, options) => {
        background = options.background
        return state
      },
    })
    const waitUntil = vi.fn()

    await host(new Request('https://plimsoll.example/v1/stats'), { ...context(), waitUntil })
    expect(waitUntil).toHaveBeenCalledWith(work)

    background?.(work)
    // The first is the look at the mark of the secret.
    expect(waitUntil).toHaveBeenCalledTimes(2)
    expect(waitUntil).toHaveBeenLastCalledWith(work)
  })
})

describe('settings', () => {
  test.each([
    ['no secret', {}],
    ['a short secret', { PLIMSOLL_SECRET: 'short' }],
    ['a secret that only looks like development', { NETLIFY_DEV: 'true' }],
  ])('%s in production: nothing is answered, and the log says why once', async (_, variables) => {
    const { get, lines, asked, state } = site({ variables })

    const responses = await Promise.all([get('/v1/stats'), get('/v1/health')])

    for (const [at, response] of responses.entries()) {
      expect(response.status).toBe(503)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-ratelimit-limit')).toBe('1000')
      const body = await response.text()
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'DATA_UNAVAILABLE' } })
      const route = at === 0 ? 'stats' : 'health'
      expect(validateResponse(route, 503, response.headers, body)).toEqual([])
    }
    expect(asked).toEqual([])
    expect(state.hits).toEqual([])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('PLIMSOLL_SECRET')
  })

  test('under netlify dev a fixed secret is used, and TRUST_PROXY distinguishes clients', async () => {
    const { get, state } = site({
      variables: { NETLIFY_DEV: 'true', TRUST_PROXY: 'X-Test-Client' },
    })

    for (const address of ['203.0.113.1', '203.0.113.2']) {
      const response = await get('/v1/stats', { headers: { 'x-test-client': address } }, 'dev')
      expect(response.status).toBe(200)
    }
    expect(new Set(state.hits.map(({ caller }) => caller)).size).toBe(2)
  })

  test('state is Netlify Blobs, another one for previews, unless STATE_URL says otherwise', async () => {
    const openState = vi.fn(() => new FakeState())
    await site({ openState }).get('/v1/stats')
    expect(openState).toHaveBeenCalledWith('blobs:', expect.objectContaining({ token: null }))

    await site({ openState }).get('/v1/stats', {}, 'deploy-preview')
    expect(openState).toHaveBeenLastCalledWith('blobs:?name=preview', expect.anything())

    const variables = {
      PLIMSOLL_SECRET: SECRET,
      STATE_URL: 'https://redis.example',
      STATE_TOKEN: 'token',
    }
    await site({ openState, variables }).get('/v1/stats')
    expect(openState).toHaveBeenLastCalledWith(
      'https://redis.example',
      expect.objectContaining({ token: 'token' }),
    )
  })

  test.each(['sqlite:state.sqlite', 'redis://user:password@redis.example'])(
    'a store that the edge cannot use, %s, is refused by name and its URL is not logged',
    async (url) => {
      const variables = { PLIMSOLL_SECRET: SECRET, STATE_URL: url }
      const { get, lines } = site({ variables, openState: openEdgeState })

      const response = await get('/v1/stats')

      expect(response.status).toBe(503)
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain('STATE_URL')
      expect(lines[0]).not.toContain('password')
    },
  )
})

describe('under netlify dev', () => {
  const variables = { NETLIFY_DEV: 'true' }

  test('the four other names that are tried after a 404 get its answer and are not counted', async () => {
    const { get, state } = site({ variables })

    const first = await get('/v1/protocols/none', {}, 'dev')
    const bodies = [await first.text()]
    for (const ending of ['.html', '.htm', '/index.html', '/index.htm']) {
      const again = await get(`/v1/protocols/none${ending}`, {}, 'dev')
      bodies.push(await again.text())
      expect(again.headers.get('x-ratelimit-remaining')).toBe('999')
    }

    expect(new Set(bodies).size).toBe(1)
    expect(state.hits).toHaveLength(1)
    await get('/v1/protocols/none.html', {}, 'dev')
    expect(state.hits).toHaveLength(2)
  })

  test('in production such a name is a request of its own', async () => {
    const { get, state } = site()

    await get('/v1/protocols/none')
    await get('/v1/protocols/none.html')

    expect(state.hits).toHaveLength(2)
  })
})

describe('the mark of the secret', () => {
  test.each<[string, () => Promise<string | null>, number]>([
    ['another', async () => 'another', 1],
    ['none', async () => null, 0],
    ['one that cannot be read', () => Promise.reject(new Error('down')), 0],
  ])('%s is logged once, and requests are answered meanwhile', async (_, readMark, times) => {
    const { get, lines } = site({ readMark })
    for (let i = 0; i < 3; i += 1) expect((await get('/v1/stats')).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 20))
    const marked = lines.filter((line) => line.includes('another secret'))
    expect(marked).toHaveLength(times)
    expect(marked.join()).not.toContain(SECRET)
  })
})
