import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  cutOff,
  data,
  failure,
  fakeService,
  json,
} from '../testing/client/fake-service.ts'
import { createClient, PlimsollError } from './index.ts'

const STATS = { protocolCount: 7 }

const deep = (levels: number) =>
  `{"success":true,"data":${'['.repeat(levels)}${']'.repeat(levels)}}`

/** What a call rejects with. */
async function rejection(call: Promise<unknown>): Promise<PlimsollError> {
  const error: unknown = await call.then(
    () => 'nothing',
    (reason: unknown) => reason,
  )
  if (error instanceof PlimsollError) return error
  throw new Error(`rejected with ${String(error)}`)
}

describe('what is tried again', () => {
  it.each<[string, () => Answer]>([
    ['408', () => failure(408, 'UNPROCESSABLE')],
    ['429', () => failure(429, 'RATE_LIMIT_EXCEEDED')],
    ['500', () => failure(500, 'INTERNAL_ERROR')],
    ['502 of a proxy, in HTML', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['503', () => failure(503, 'DATA_UNAVAILABLE')],
    ['a network error', () => new TypeError('fetch failed')],
    ['a body that breaks off', () => cutOff('{"success":true,"data":{"protocolCo')],
    ['a body that ends early', () => json('{"success":true,"data":{"protocolCo')],
  ])('%s', async (_, fault) => {
    const service = fakeService([fault(), data(STATS)])
    expect(await createClient(service.options).stats()).toEqual(STATS)
    expect(service.waits).toEqual([500])
  })

  it.each<[string, () => Answer, string]>([
    ['400', () => failure(400, 'INVALID_REQUEST'), 'INVALID_REQUEST'],
    ['401', () => failure(401, 'UNAUTHORIZED'), 'UNAUTHORIZED'],
    ['404', () => failure(404, 'PROTOCOL_NOT_FOUND'), 'PROTOCOL_NOT_FOUND'],
    ['422', () => failure(422, 'UNPROCESSABLE'), 'UNPROCESSABLE'],
    ["a proxy's refusal", () => new Response('No.', { status: 403 }), 'HTTP_ERROR'],
    ['a page of HTML', () => new Response('<h1>Hello</h1>'), 'INVALID_RESPONSE'],
    ['another JSON', () => json([1, 2]), 'INVALID_RESPONSE'],
    ['data of another form', () => data('text'), 'INVALID_RESPONSE'],
    ['a code of a later version', () => failure(410, 'PROTOCOL_MERGED'), 'PROTOCOL_MERGED'],
    ["a code of the client's own", () => failure(404, 'NETWORK'), 'HTTP_ERROR'],
    ['a code that is none', () => failure(404, 'not a code'), 'HTTP_ERROR'],
    [
      "another service's error",
      () => json({ error: { code: 'PERMISSION_DENIED', message: 'No.' } }, { status: 403 }),
      'HTTP_ERROR',
    ],
    ['JSON that is nested too deep', () => json(deep(200_000)), 'INVALID_RESPONSE'],
  ])('but not %s', async (_, fault, code) => {
    const service = fakeService([fault()])
    expect((await rejection(createClient(service.options).stats())).code).toBe(code)
    expect(service.urls).toHaveLength(1)
  })

  it('a code of a later version keeps its message, status and details, and a 5xx of it is tried again', async () => {
    const service = fakeService([failure(507, 'STORAGE_FULL', {}, 'No room.'), data(STATS)])
    expect(await createClient(service.options).stats()).toEqual(STATS)
    const error = { code: 'PROTOCOL_MERGED', message: 'It is another now.', status: 410 }
    const details = { into: ['aave-v4'], odd: 'text', odder: [1] }
    const gone = json({ success: false, data: null, error: { ...error, details } }, { status: 410 })
    const thrown = await rejection(createClient(fakeService([gone]).options).stats())
    expect(thrown).toMatchObject({ ...error, details: { into: ['aave-v4'] } })
    expect(thrown.details).not.toHaveProperty('odd')
  })

  it('after four more tries the last error is thrown', async () => {
    const faults = Array.from({ length: 5 }, () => failure(503, 'DATA_UNAVAILABLE'))
    const service = fakeService(faults)
    const error = await rejection(createClient(service.options).stats())
    expect(error).toMatchObject({ code: 'DATA_UNAVAILABLE', status: 503 })
    expect(service.urls).toHaveLength(5)
  })

  it('a network error keeps its cause', async () => {
    const cause = new TypeError('fetch failed')
    const error = await rejection(
      createClient(fakeService([cause], { maxRetries: 0 }).options).stats(),
    )
    expect(error).toMatchObject({ code: 'NETWORK', status: null, cause })
  })

  it('any sequence of faults up to the limit gives the same rows', async () => {
    const row = (id: number) => ({ id: `p-${id}` })
    const page = (rows: number, from: number) => {
      const here = Array.from({ length: Math.max(0, Math.min(100, rows - from)) }, (_, i) =>
        row(from + i),
      )
      const nextCursor = from + 100 < rows ? String(from + 100) : null
      const meta = { total: rows, limit: 100, nextCursor }
      return json({ success: true, data: here, meta })
    }
    const FAULTS = [
      () => failure(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '3' }),
      () => failure(500, 'INTERNAL_ERROR'),
      () => new Response('Bad gateway', { status: 502 }),
      () => new TypeError('fetch failed'),
      () => cutOff('{"success":true,"data":[{"id":"p-1"},{"id"'),
      () => json('{"success":true,"data":[{"id":"p-1"}'),
    ]
    const faults = fc.array(fc.nat(FAULTS.length - 1), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 420 }),
        fc.array(faults, { minLength: 8, maxLength: 8 }),
        async (rows, plan) => {
          const pending = plan.map((each) => [...each])
          const service = fakeService([])
          let asked = 0
          const answer = async (url: string) => {
            const fault = FAULTS[pending[asked]?.shift() ?? -1]?.()
            if (fault instanceof Error) throw fault
            if (fault) return fault
            asked += 1
            return page(rows, Number(new URL(url).searchParams.get('cursor')))
          }
          const client = createClient({ ...service.options, fetch: answer })
          const ids = []
          for await (const { id } of client.protocols.all()) ids.push(id)
          expect(ids).toEqual(Array.from({ length: rows }, (_, i) => row(i).id))
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('how long it waits', () => {
  const limited = (headers: Record<string, string>) => failure(429, 'RATE_LIMIT_EXCEEDED', headers)

  it('the time doubles, and a random part of it is waited', async () => {
    const faults = Array.from({ length: 8 }, () => failure(503, 'DATA_UNAVAILABLE'))
    const service = fakeService([...faults, data(STATS)], { maxRetries: 8, random: () => 0.5 })
    await createClient(service.options).stats()
    expect(service.waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
  })

  it.each([
    ['seconds', { 'Retry-After': '17' }, 17_000],
    [
      'a date, by the clock of the service',
      {
        'Retry-After': 'Fri, 20 Nov 2026 10:00:30 GMT',
        Date: 'Fri, 20 Nov 2026 10:00:00 GMT',
      },
      30_000,
    ],
    ['a date that is over', { 'Retry-After': 'Sat, 01 Jan 2000 00:00:00 GMT' }, 500],
    ['no second', { 'Retry-After': '0' }, 500],
    ['nonsense, which counts as nothing', { 'Retry-After': '-5x' }, 500],
  ])('Retry-After in %s', async (_, headers, waited) => {
    const service = fakeService([limited(headers), data(STATS)])
    await createClient(service.options).stats()
    expect(service.waits).toEqual([waited])
  })

  it('Retry-After of 0 waits as long as the back-off, and at least 100 ms', async () => {
    for (const [chance, waits] of [
      [1, [500, 1_000, 2_000, 4_000]],
      [0, [100, 100, 100, 100]],
    ] as const) {
      const faults = Array.from({ length: 5 }, () => limited({ 'Retry-After': '0' }))
      const service = fakeService(faults, { random: () => chance })
      const error = await rejection(createClient(service.options).stats())
      expect([error.code, service.waits]).toEqual(['RATE_LIMIT_EXCEEDED', waits])
    }
  })

  it('a date without the clock of the service goes by that of the caller', async () => {
    const at = new Date(Date.now() + 20_000).toUTCString()
    const service = fakeService([limited({ 'Retry-After': at }), data(STATS)])
    await createClient(service.options).stats()
    expect(service.waits[0]).toBeGreaterThan(15_000)
    expect(service.waits[0]).toBeLessThanOrEqual(20_000)
  })

  it('a longer Retry-After than the limit fails at once and says how long', async () => {
    const service = fakeService([limited({ 'Retry-After': '61' })])
    const error = await rejection(createClient(service.options).stats())
    expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfterMs: 61_000 })
    expect(service.waits).toEqual([])
  })
})

describe('time and aborting', () => {
  const never = () => new Promise<Response>(() => {})

  it('a try that takes too long ends, also when fetch ignores the signal', async () => {
    const service = fakeService([never, never], { timeoutMs: 5, maxRetries: 1 })
    const error = await rejection(createClient(service.options).stats())
    expect(error).toMatchObject({ code: 'TIMEOUT', status: null })
    expect(service.urls).toHaveLength(2)
    expect(service.inits[0]?.signal?.aborted).toBe(true)
  })

  it('a body that never ends is part of the try', async () => {
    const endless = async () =>
      new Response(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array(3)) }), {
        headers: { 'Content-Type': 'application/json' },
      })
    const service = fakeService([endless, data(STATS)], { timeoutMs: 5 })
    expect(await createClient(service.options).stats()).toEqual(STATS)
  })

  it('an aborted call rejects with the reason of the caller and asks nothing more', async () => {
    const reason = { why: 'the page was closed' }
    for (const at of ['before', 'asking', 'waiting'] as const) {
      const controller = new AbortController()
      const stop = () => controller.abort(reason)
      if (at === 'before') stop()
      const service = fakeService(
        [
          () => {
            if (at === 'asking') stop()
            return at === 'waiting' ? Promise.reject(new TypeError('fetch failed')) : never()
          },
        ],
        {
          sleep: () => {
            stop()
            return new Promise(() => {})
          },
        },
      )
      const call = createClient(service.options).stats({ signal: controller.signal })
      await expect(call).rejects.toBe(reason)
      expect(service.urls).toHaveLength(at === 'before' ? 0 : 1)
    }
  })

  it('the platform waits in real time, and an abort ends the wait', async () => {
    const { sleep: _, ...options } = fakeService(
      [failure(503, 'DATA_UNAVAILABLE', { 'Retry-After': '50' })],
      { random: () => 0 },
    ).options
    const signal = AbortSignal.timeout(20)
    await expect(createClient(options).stats({ signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })
})
