import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { data, failure, fakeService, json } from '../testing/client/fake-service.ts'
import { type ClientOptions, createClient, PlimsollError } from './index.ts'

const KEY = 'dpk_live_abcdefghijklmnopqrstuvwxyz'
const PAGE = () =>
  json({ success: true, data: [], meta: { total: 0, page: 1, limit: 20, pageCount: 0 } })

async function rejection(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'nothing',
    (reason: unknown) => reason,
  )
}

describe('a request', () => {
  it('names what fails with drops of at most six decimals', async () => {
    const service = fakeService([data({})])
    await createClient(service.options).stress({ lido: 1 / 3, circle: 0.1 + 0.2 })
    expect(new URL(service.urls[0] ?? '').searchParams.get('fails')).toBe(
      'lido:0.333333,circle:0.3',
    )
  })

  it('with a parameter that the service ignores is refused, since its answer is another', async () => {
    const answer = data([], { 'X-Ignored-Parameters': 'max_oracle_risk' })
    const service = fakeService([answer])
    const call = createClient(service.options).screener({ max_oracle_risk: 2 } as object)
    expect(await rejection(call)).toMatchObject({
      ...{ code: 'INVALID_ARGUMENT', message: expect.stringContaining(': max_oracle_risk.') },
    })
    expect(service.urls).toHaveLength(1)
  })

  it.each<[string, unknown]>([
    ['a text', 'lido'],
    ['a share that is none', { lido: '6 %' }],
    ['a share that six decimals do not have', { lido: 1e-7 }],
    ['a share without an end', { lido: Number.POSITIVE_INFINITY }],
    ['nothing', {}],
  ])(
    'of a stress test with %s in place of shares is refused with the form of them',
    async (_, fails) => {
      const service = fakeService([])
      const call = createClient(service.options).stress(fails as Record<string, number>)
      expect(await rejection(call)).toMatchObject({
        ...{ code: 'INVALID_ARGUMENT', message: expect.stringContaining('{ lido: 0.06 }') },
      })
      expect(service.urls).toEqual([])
    },
  )

  it('names the snapshot of its response, and passes over a page of a whole list', async () => {
    const named = PAGE()
    named.headers.set('X-Snapshot', '2026-01-01-a')
    const service = fakeService([named, data({})])
    const client = createClient(service.options)
    expect(client.snapshot).toBeNull()
    const all = client.protocols.all({ page: 3 } as Parameters<typeof client.protocols.all>[0])
    await expect(all.next()).rejects.toMatchObject({ code: 'INVALID_RESPONSE' })
    expect(service.urls[0]).toMatch(/protocols\?per_page=100$/)
    await client.stats()
    expect(client.snapshot).toBe('2026-01-01-a')
  })

  it('has the path and the parameters of the HTTP API', async () => {
    const pages = Array.from({ length: 5 }, PAGE)
    const rows = Array.from({ length: 2 }, () => data([]))
    const objects = Array.from({ length: 8 }, () => data({}))
    const service = fakeService([...pages, ...rows, ...objects])
    const client = createClient(service.options)
    await client.protocols.list()
    await client.protocols.list({ page: 2, chain: ['Base', 'BNB Chain'], min_credit_score: 1.5 })
    await client.screener({ minTvl: 2e-7, maxTvl: 1e15, category: [], level: ['none'] })
    await client.incidents({ protocol: ['aave-v3', 'lido'], min_loss: 1e6 })
    await client.search('a&b ü', { limit: 3 })
    await client.chains()
    await client.categories()
    await client.protocols.get('overnight-usd+/x')
    await client.protocols.history('aave-v3')
    await client.protocols.history('aave-v3', { since: '2026-01-01', limit: 5 })
    await client.changes({ since: '2026-01-01' })
    await client.wallet.scan('vitalik.eth')
    await client.stats()
    await client.usage()
    await client.health()
    expect(service.urls.map((url) => url.replace('https://risk.example', ''))).toEqual([
      '/v1/protocols',
      '/v1/protocols?page=2&chain=Base%2CBNB+Chain&min_credit_score=1.5',
      '/v1/screener?minTvl=0.0000002&maxTvl=1000000000000000&level=none',
      '/v1/incidents?protocol=aave-v3%2Clido&min_loss=1000000',
      '/v1/search?limit=3&q=a%26b+%C3%BC',
      '/v1/chains',
      '/v1/categories',
      '/v1/protocols/overnight-usd%2B%2Fx',
      '/v1/protocols/aave-v3/history',
      '/v1/protocols/aave-v3/history?since=2026-01-01&limit=5',
      '/v1/changes?since=2026-01-01',
      '/v1/wallet/vitalik.eth',
      '/v1/stats',
      '/v1/usage',
      '/v1/health',
    ])
  })

  it('names the snapshot that it is of', async () => {
    const service = fakeService([data({}), PAGE(), PAGE()])
    const client = createClient(service.options)
    await client.stats({ snapshot: 'a&b' })
    await client.screener({ page: 2 }, { snapshot: 'one' })
    await client.search('x', {}, { snapshot: 'one' })
    expect(service.urls.map((url) => url.replace('https://risk.example', ''))).toEqual([
      '/v1/stats?snapshot=a%26b',
      '/v1/screener?page=2&snapshot=one',
      '/v1/search?q=x&snapshot=one',
    ])
  })

  it('has the key in a header, and never follows a redirect', async () => {
    const service = fakeService([data({}), data({})])
    await createClient({ ...service.options, apiKey: KEY }).stats()
    await createClient(service.options).stats()
    const [init, anonymous] = service.inits
    expect(init).toMatchObject({ redirect: 'manual', headers: { 'X-API-Key': KEY } })
    expect(anonymous?.headers).toEqual({ Accept: 'application/json' })
  })

  it.each(['', ' ', undefined])('an empty key, %j, counts as none', async (apiKey) => {
    const service = fakeService([data({})])
    await createClient({ ...service.options, apiKey }).stats()
    expect(service.inits[0]?.headers).toEqual({ Accept: 'application/json' })
  })

  it.each<[string, Response]>([
    [
      'a redirect',
      new Response(null, { status: 308, headers: { Location: 'https://evil.example' } }),
    ],
    [
      'a redirect that a browser hides',
      Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' }),
    ],
  ])('%s is an error and nothing is asked of the other site', async (_, response) => {
    const service = fakeService([response])
    expect(await rejection(createClient(service.options).stats())).toMatchObject({
      code: 'INVALID_RESPONSE',
      message: 'The service redirects, which the client never follows. Check baseUrl.',
    })
    expect(service.urls).toHaveLength(1)
  })

  it.each(['', '.', '..', '\ud800'])(
    'an id that has no path of its own is refused: %j',
    async (id) => {
      const service = fakeService([])
      const { get, history } = createClient(service.options).protocols
      const scan = createClient(service.options).wallet.scan(id)
      for (const call of [get(id), history(id), scan]) {
        expect(await rejection(call)).toMatchObject({ code: 'INVALID_ARGUMENT' })
      }
      expect(service.urls).toEqual([])
    },
  )

  it('new fields and documents pass as they are', async () => {
    const health = { status: 'fine', new: [{ x: 1 }] }
    const service = fakeService([json({ success: true, new: 1, data: health })])
    expect(await createClient(service.options).health()).toEqual(health)
  })
})

describe('the options', () => {
  it.each([
    ['https://risk.example', 'https://risk.example/v1/stats'],
    ['https://risk.example/', 'https://risk.example/v1/stats'],
    ['http://localhost:8888/a/b//', 'http://localhost:8888/a/b/v1/stats'],
    [new URL('https://RISK.example:443'), 'https://risk.example/v1/stats'],
  ])('base URL %s', async (baseUrl, url) => {
    const service = fakeService([data({})], { baseUrl })
    await createClient(service.options).stats()
    expect(service.urls).toEqual([url])
  })

  it.each<[Partial<ClientOptions>, string]>([
    [
      { baseUrl: 'risk.example' },
      'baseUrl must be an absolute URL, such as https://plimsoll.example.',
    ],
    [{ baseUrl: 'ftp://risk.example' }, 'baseUrl must begin with https:// or http://.'],
    [{ baseUrl: 'https://me:word@x.example' }, 'baseUrl must not contain a user name or password.'],
    [{ baseUrl: 'https://x.example?a=1' }, 'baseUrl must have no query and no fragment.'],
    [{ baseUrl: 'https://x.example/#a' }, 'baseUrl must have no query and no fragment.'],
    [{ baseUrl: 'https://x.example/v1/' }, 'baseUrl must not end in /v1: the client adds it.'],
    [{ apiKey: 'two\nlines' }, 'apiKey has characters that no key has.'],
    [{ timeoutMs: 0 }, 'timeoutMs must be a number from 1.'],
    [{ maxRetries: Number.NaN }, 'maxRetries must be a number from 0.'],
    [{ maxWaitMs: -1 }, 'maxWaitMs must be a number from 0.'],
  ])('%j is refused in a sentence', (given, message) => {
    const make = () => createClient(fakeService([], given).options)
    expect(make).toThrow(PlimsollError)
    expect(make).toThrow(message)
  })

  it('without end is a time and a number of tries', async () => {
    const endless = { timeoutMs: Infinity, maxRetries: Infinity, maxWaitMs: Infinity }
    const faults = Array.from({ length: 30 }, () => failure(503, 'DATA_UNAVAILABLE'))
    const service = fakeService([...faults, data({ ok: 1 })], endless)
    expect(await createClient(service.options).stats()).toEqual({ ok: 1 })
  })
})

describe('an error', () => {
  it('says everything that the service said', async () => {
    const headers = { 'X-Request-Id': 'req_1', 'Retry-After': '86400' }
    const service = fakeService([failure(429, 'RATE_LIMIT_EXCEEDED', headers, 'Too many.')], {
      baseUrl: 'https://risk.example/prefix/',
    })
    const error = await rejection(createClient(service.options).stats())
    const facts = {
      name: 'PlimsollError',
      message: 'Too many.',
      code: 'RATE_LIMIT_EXCEEDED',
      status: 429,
      details: { id: ['must be given'] },
      documentation: 'https://risk.example/prefix/docs/errors/RATE_LIMIT_EXCEEDED/',
      requestId: 'req_1',
      retryAfterMs: 86_400_000,
    }
    expect(error).toBeInstanceOf(PlimsollError)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject(facts)
    expect(JSON.parse(JSON.stringify(error))).toEqual(facts)
  })

  it('and the client never show the key', async () => {
    const echo = (status: number) => failure(status, 'INVALID_REQUEST', {}, `Key ${KEY} is odd.`)
    const refuse = async (init: RequestInit) => Promise.reject(new TypeError(`${init.method}`))
    const service = fakeService([echo(400), echo(500), refuse], { apiKey: KEY, maxRetries: 0 })
    const client = createClient(service.options)
    const texts = [inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client)]
    for (let n = 0; n < 3; n += 1) {
      const error = await rejection(client.stats())
      expect(error).toBeInstanceOf(PlimsollError)
      texts.push(String(error), JSON.stringify(error), inspect(error, { depth: 9 }))
    }
    expect(() => createClient({ ...service.options, apiKey: `${KEY}\n` })).toThrow(/^(?!.*dpk).*$/)
    for (const text of texts) expect(text).not.toContain(KEY)
    expect(texts.join()).toContain('Key [key] is odd.')
  })
})

describe('a body', () => {
  const endless = (chunk: string) => () => {
    const bytes = new TextEncoder().encode(chunk)
    const body = new ReadableStream({ pull: (c) => c.enqueue(bytes) })
    const response = new Response(body, { headers: { 'Content-Type': 'application/json' } })
    return Promise.resolve(response)
  }

  it('of more than 32 MB is refused while it arrives', async () => {
    const service = fakeService([endless('x'.repeat(1_000_000))])
    expect(await rejection(createClient(service.options).stats())).toMatchObject({
      code: 'INVALID_RESPONSE',
      message: 'The response has more than 32000000 bytes.',
    })
  })

  it('keeps letters that are cut between two parts', async () => {
    const bytes = new TextEncoder().encode('{"success":true,"data":{"name":"Ünï 🦄"}}')
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    const headers = { 'Content-Type': 'Application/Problem+JSON ; charset=utf-8' }
    const service = fakeService([new Response(body, { headers })])
    expect(await createClient(service.options).stats()).toEqual({ name: 'Ünï 🦄' })
  })
})

describe('the limits', () => {
  it('are those of the last response that had any', async () => {
    const day = { 'X-RateLimit-Limit': '1000', 'X-RateLimit-Remaining': '998' }
    const all = {
      ...day,
      'X-RateLimit-Reset': '1790000000',
      'X-RateLimit-Burst-Limit': '60',
      'X-RateLimit-Burst-Remaining': '58',
    }
    const other = { 'X-RateLimit-Limit': 'many', 'X-RateLimit-Remaining': '1' }
    const answers = [data({}, day), failure(400, 'INVALID_REQUEST', all), data({}, other)]
    const client = createClient(fakeService(answers).options)
    expect(client.rateLimit).toBeNull()
    await client.stats()
    const none = { reset: null, burstLimit: null, burstRemaining: null }
    expect(client.rateLimit).toEqual({ limit: 1_000, remaining: 998, ...none })
    await rejection(client.stats())
    const known = { limit: 1_000, remaining: 998, reset: 1_790_000_000 }
    expect(client.rateLimit).toEqual({ ...known, burstLimit: 60, burstRemaining: 58 })
    await client.stats()
    expect(client.rateLimit).toMatchObject(known)
  })
})
