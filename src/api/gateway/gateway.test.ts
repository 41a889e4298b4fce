import { describe, expect, test } from 'vitest'
import type { Deprecation } from '../../contract/deprecations.ts'
import type { ApiRequest } from '../../http/api-request.ts'
import { type ApiResponse, jsonResponse } from '../../http/api-response.ts'
import { PUBLIC_TEST_KEY } from '../../state/api-key.ts'
import { FakeState, SECRET } from '../../testing/api/fake-state.ts'
import { createGateway, type LogEntry } from './gateway.ts'

const NOW = Date.UTC(2026, 0, 15, 12, 0, 0)
const EVM = '0x5ca1ab1e00000000000000000000000000000001'

interface WorldOptions {
  origin?: (address: string) => Promise<ApiResponse>
  deprecations?: readonly Deprecation[]
}

function world(options: WorldOptions = {}) {
  const state = new FakeState()
  const lines: LogEntry[] = []
  const asked: string[] = []
  const answers = options.origin ?? (async () => jsonResponse({ success: true, data: {} }))
  let requests = 0
  const gateway = createGateway({
    state,
    secret: SECRET,
    version: '1.2.3',
    fetchInternal: (address) => {
      asked.push(address)
      return answers(address)
    },
    now: () => NOW,
    newRequestId: () => {
      requests += 1
      return `req_${requests}`
    },
    log: (entry) => lines.push(entry),
    ...(options.deprecations && { deprecations: options.deprecations }),
  })
  const ask = (
    path: string,
    given: Partial<ApiRequest> & { key?: string; known?: string } = {},
  ) => {
    const [pathname = '', query] = path.split('?')
    const { key, known, ...rest } = given
    const headers: Record<string, string | undefined> = {
      'x-api-key': key,
      'if-none-match': known,
    }
    return gateway({
      method: 'GET',
      pathname,
      search: query === undefined ? '' : `?${query}`,
      ip: '192.0.2.1',
      header: (name) => headers[name] ?? null,
      ...rest,
    })
  }
  return { state, lines, asked, ask }
}

const codeOf = ({ body }: ApiResponse) => JSON.parse(String(body)).error.code

describe('routing', () => {
  test.each([
    ['/v1/stats', '/_data/live/stats.json'],
    ['/v1/protocols/aave-v3', '/_data/live/protocols/aave-v3.json'],
    ['/v1/protocols/a%2Bb', '/_data/live/protocols/a~2bb.json'],
    ['/v1/protocols/..%2f..%2fx', '/_data/live/protocols/~2e.~2f..~2fx.json'],
    [
      '/v1/screener?page=2&set=sandbox',
      '/_fn/screener?set=live&page=2&per_page=20&sort=compositeScore&order=desc',
    ],
    [
      '/v1/protocols?chain=Base',
      '/_fn/protocols?set=live&page=1&per_page=20&chain=base&sort_by=compositeScore&sort_dir=desc',
    ],
    ['/v1/health', '/_data/live/snapshot.json'],
  ])('%s is read from %s', async (path, address) => {
    const { ask, asked } = world()
    await ask(path)
    expect(asked.at(-1)).toBe(address)
  })

  test.each(['/_data/live/stats.json', '/_fn/screener', '/', '', '/v2/stats', '/v1x', '/V1/stats'])(
    '%s is not for the gateway to show: 404, counted, and nothing is read',
    async (path) => {
      const { ask, asked, state } = world()
      const answer = await ask(path)
      expect(answer.status).toBe(404)
      expect(codeOf(answer)).toBe('NOT_FOUND')
      expect(answer.headers['X-RateLimit-Remaining']).toBe('999')
      expect(state.hits).toHaveLength(1)
      expect(asked).toEqual([])
    },
  )

  test('a protocol without a document is PROTOCOL_NOT_FOUND; one that cannot be read is 503', async () => {
    const gone = world({ origin: async () => ({ status: 404, headers: {}, body: null }) })
    expect(codeOf(await gone.ask('/v1/protocols/x'))).toBe('PROTOCOL_NOT_FOUND')
    expect((await gone.ask('/v1/stats')).status).toBe(503)
    const broken = world({ origin: async () => ({ status: 503, headers: {}, body: null }) })
    const answer = await broken.ask('/v1/protocols/x')
    expect(answer.status).toBe(503)
    expect(answer.headers['Retry-After']).toBe('30')
  })
})

describe('a health check', () => {
  const note = { id: 'x', asOf: '2026-01-01', protocolCount: 1, refreshDays: 4 }
  const origin = async () => jsonResponse(note)

  test('is answered while the store is down', async () => {
    const { ask, state } = world({ origin })
    state.failing.hit = new Error('down')
    expect((await ask('/v1/health')).status).toBe(200)
    state.failing.findKey = new Error('down')
    expect((await ask('/v1/health', { key: await state.issue('pro', 'live') })).status).toBe(200)
  })
})

test('each request is one hit in its group, with the key when there is one', async () => {
  const { ask, state } = world()
  const key = await state.issue('pro', 'live')
  await ask('/v1/protocols', { key })
  await ask('/v1/protocols/x', { key })
  await ask('/v1/screener', { key })
  await ask(`/v1/wallet/${EVM}`, { key })
  await ask('/v1/usage', { key })
  await ask('/v1/nothing')
  expect(state.hits.map(({ group, meter }) => [group, meter?.keyId ?? null])).toEqual([
    ['protocols', 'key_0'],
    ['protocols', 'key_0'],
    ['screener', 'key_0'],
    ['wallet', 'key_0'],
    ['other', 'key_0'],
    ['other', null],
  ])
  expect(state.hits.every(({ now }) => now === NOW)).toBe(true)
})

test('a request that the host could not read is 400, counted, and never a preflight', async () => {
  const { ask, state } = world()
  const malformed = 'The request is not valid HTTP.'
  for (const method of ['GET', 'OPTIONS']) {
    const answer = await ask('/v1/stats', { malformed, method })
    expect(answer.status).toBe(400)
    expect(JSON.parse(String(answer.body)).error.message).toBe(malformed)
  }
  expect(state.hits).toHaveLength(2)
})

describe('what goes out', () => {
  test('tags are weak, come from the document or its bytes, and are honoured', async () => {
    const tagged = world({
      origin: async () => ({ status: 200, headers: { ETag: '"of-file"' }, body: '{}' }),
    })
    expect((await tagged.ask('/v1/stats')).headers.ETag).toBe('W/"of-file"')
    const known = await tagged.ask('/v1/stats', { known: '"of-file"' })
    expect(known).toMatchObject({ status: 304, body: null })
    expect(known.headers).toMatchObject({ 'X-RateLimit-Remaining': '998', 'X-Request-Id': 'req_2' })
    const { headers } = await world().ask('/v1/stats')
    expect(headers.ETag).toMatch(/^W\/"[0-9a-f]{32}"$/)
  })

  test('headers that an origin meant for the cache in front go no further', async () => {
    const { ask } = world({
      origin: async () => ({
        status: 200,
        headers: {
          'Netlify-CDN-Cache-Control': 'durable',
          'Set-Cookie': 'a=b',
          'Content-Encoding': 'br',
          'Cache-Control': 'public',
        },
        body: '{}',
      }),
    })
    for (const path of ['/v1/stats', '/v1/protocols/x', '/v1/screener', '/v1/protocols?chain=x']) {
      const { headers } = await ask(path)
      expect(headers['Cache-Control']).toMatch(/^private, max-age=\d+$/)
      for (const name of ['Netlify-CDN-Cache-Control', 'Set-Cookie', 'Content-Encoding']) {
        expect(headers, path).not.toHaveProperty(name)
      }
    }
  })
})

describe('what goes wrong', () => {
  test('an exception becomes INTERNAL_ERROR with the request id of the log and without the cause', async () => {
    const { ask, lines } = world({
      origin: async () => {
        throw new TypeError('cannot read /srv/plimsoll/dist/x.json')
      },
    })
    const answer = await ask('/v1/stats')
    expect(answer.status).toBe(500)
    expect(codeOf(answer)).toBe('INTERNAL_ERROR')
    expect(String(answer.body)).toContain('req_1')
    expect(String(answer.body)).not.toMatch(/srv|TypeError/)
    expect(answer.headers).toMatchObject({
      'X-RateLimit-Remaining': '999',
      'X-Request-Id': 'req_1',
      'Cache-Control': 'no-store',
      'Access-Control-Allow-Origin': '*',
    })
    expect(lines).toEqual([
      {
        level: 'error',
        requestId: 'req_1',
        method: 'GET',
        route: '/v1/stats',
        status: 500,
        durationMs: 0,
        caller: 'anonymous',
        set: 'live',
        error: 'TypeError: cannot read /srv/plimsoll/dist/x.json',
      },
    ])
  })

  test.each(['hit', 'findKey'] as const)(
    'a store whose %s fails: public reads are open, what needs a key is closed',
    async (method) => {
      const { ask, asked, state, lines } = world()
      const key = await state.issue('pro', 'test')
      state.failing[method] = new Error('the store is down')
      expect((await ask('/v1/stats', { key })).status).toBe(200)
      expect(asked).toEqual(['/_data/sandbox/snapshot.json', '/_data/sandbox/stats.json'])
      for (const path of ['/v1/usage', `/v1/wallet/${EVM}`]) {
        const answer = await ask(path, { key })
        expect(answer.status).toBe(503)
        expect(answer.headers['Retry-After']).toBe('30')
      }
      expect(lines.every(({ level, error }) => level === 'error' && error?.includes('down'))).toBe(
        true,
      )
      expect((await ask('/v1/usage')).status).toBe(401)
      expect((await ask('/v1/stats', { key: 'dpk_test_nonsense' })).status).toBe(401)
    },
  )

  test('usage that cannot be read is 503', async () => {
    const { ask, state } = world()
    state.failing.usage = new Error('down')
    const answer = await ask('/v1/usage', { key: await state.issue('free', 'live') })
    expect(answer.status).toBe(503)
    expect(answer.headers['Retry-After']).toBe('30')
  })

  test('the log has a line for each request, without address, key or query', async () => {
    const { ask, lines, state } = world()
    const key = await state.issue('free', 'live')
    await ask('/v1/protocols/secret-name?token=abc', { key })
    await ask('/v1/stats', { method: 'OPTIONS' })
    await ask('/_data/x')
    expect(lines.map(({ route, status }) => [route, status])).toEqual([
      ['/v1/protocols/{id}', 200],
      ['/v1/stats', 204],
      ['none', 404],
    ])
    expect(JSON.stringify(lines)).not.toMatch(/192\.0\.2|dpk_|secret-name|token/)
    expect(lines[0]?.caller).toBe('key_0')
  })
})

test('what is to go is said in headers of every response that could have it, and of no other', async () => {
  const days = { marked: '2027-01-01', gone: '2027-07-01', instead: 'Use another.' }
  const { ask } = world({ deprecations: [{ ...days, paths: ['/v1/protocols/{id}'] }] })
  const { headers, status } = await ask('/v1/protocols/aave-v3')
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    Deprecation: '@1798761600',
    Sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
    Link: expect.stringContaining('rel="deprecation"'),
  })
  const known = { known: String(headers.ETag) }
  expect((await ask('/v1/protocols/aave-v3', known)).headers).toHaveProperty('Sunset')
  expect((await ask('/v1/stats')).headers).not.toHaveProperty('Deprecation')
})

describe('limits that are reported while the store is down', () => {
  const limitsIn = ({ headers }: ApiResponse) => [
    headers['X-RateLimit-Burst-Limit'],
    headers['X-RateLimit-Limit'],
  ]

  test('are a key’s own when it was seen before, else those that every key has at least', async () => {
    const { ask, state } = world()
    const [seen, regraded, unseen] = [
      await state.issue('pro', 'live'),
      await state.issue('free', 'live'),
      await state.issue('pro', 'live'),
    ]
    for (const key of [seen, regraded]) await ask('/v1/stats', { key })
    for (const record of state.records.values()) {
      if (record.id === 'key_1') record.plan = 'pro'
    }
    await ask('/v1/stats', { key: regraded })
    state.failing.findKey = new Error('down')
    for (const key of [seen, regraded, PUBLIC_TEST_KEY]) {
      expect(limitsIn(await ask('/v1/stats', { key }))).toEqual(['600', '100000'])
    }
    expect(limitsIn(await ask('/v1/stats', { key: unseen }))).toEqual(['120', '10000'])
    expect(limitsIn(await ask('/v1/stats'))).toEqual(['60', '1000'])
    expect(limitsIn(await ask('/v1/stats', { key: 'nonsense' }))).toEqual(['60', '1000'])
  })

  test('are no longer those of a key that was revoked', async () => {
    const { ask, state } = world()
    const key = await state.issue('pro', 'live')
    await ask('/v1/stats', { key })
    for (const record of state.records.values()) record.revokedAt = '2026-01-02T00:00:00.000Z'
    expect((await ask('/v1/stats', { key })).status).toBe(401)
    state.failing.findKey = new Error('down')
    expect(limitsIn(await ask('/v1/stats', { key }))).toEqual(['120', '10000'])
  })
})

test('a document that cannot be had has its cause in the log and not in the response', async () => {
  const fault = 'live/stats.json cannot be read (EMFILE)'
  const origin = async () => ({ status: 503, headers: {}, body: null, fault })
  const { ask, lines } = world({ origin })
  for (const path of [
    '/v1/stats',
    '/v1/health',
    '/v1/protocols',
    '/v1/protocols/a',
    '/v1/screener',
  ]) {
    const answer = await ask(path)
    expect(answer.status, path).toBe(503)
    expect(JSON.stringify(answer)).not.toContain('EMFILE')
    expect(lines.at(-1), path).toMatchObject({ level: 'error', error: fault })
  }
})

test('an IPv6 address is counted with its /48, which has sixteen times the limits; IPv4 and Pro keys are not', async () => {
  const { ask, state } = world()
  const key = await state.issue('pro', 'live')
  await ask('/v1/stats', { ip: '2001:db8:1:2::1' })
  await ask('/v1/stats', { ip: '2001:db8:1:3::1' })
  await ask('/v1/stats', { ip: '2001:db8:1:4::1', key: PUBLIC_TEST_KEY })
  await ask('/v1/stats', { ip: '192.0.2.1' })
  await ask('/v1/stats', { ip: '2001:db8:1:2::1', key })
  const [one, two, tester, v4, own] = state.hits.map(({ caller, others = [] }) => ({
    caller,
    others,
  }))
  expect(one?.caller).not.toBe(two?.caller)
  expect(one?.others).toEqual(two?.others)
  expect(one?.others).toMatchObject([{ limits: { burst: 960, daily: 16_000 } }])
  expect(one?.others[0]?.caller).toMatch(/^[0-9a-f]{64}$/)
  expect(tester?.others).toMatchObject([{ limits: { burst: 9_600, daily: 1_600_000 } }])
  expect(tester?.others[0]?.caller).toBe(`${one?.others[0]?.caller}:test-key`)
  expect([v4?.others, own?.others]).toEqual([[], []])
})

describe('a scan of a live wallet', () => {
  const WALLET = `/v1/wallet/${EVM}`

  test('is counted with the scans of its key, which have limits of their own; a sandbox scan is not', async () => {
    const { ask, state } = world()
    const live = await state.issue('pro', 'live')
    const test = await state.issue('pro', 'test')
    await ask(WALLET, { key: live })
    await ask('/v1/stats', { key: live })
    await ask(WALLET, { key: test })
    const [scan, read, sandbox] = state.hits
    expect(scan?.others).toMatchObject([
      { caller: `${scan?.caller}:scans`, limits: { burst: 60, daily: 1_000 }, isQuiet: true },
    ])
    expect([read?.others, sandbox?.others]).toEqual([[], []])
  })

  test('past its limit is refused with the limit that it may have reached', async () => {
    const { ask, state } = world()
    const key = await state.issue('pro', 'live')
    state.hit = async () => ({ admitted: false, burstUsed: 600, dailyUsed: 61 })
    const answer = await ask(WALLET, { key })
    expect(answer.status).toBe(429)
    expect(String(answer.body)).toContain(
      'You have reached the limit of 600 requests or 60 wallet scans a minute.',
    )
  })
})
