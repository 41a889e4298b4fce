import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PlimsollError } from '../domain/errors.ts'
import {
  type Behaviour,
  type FaultyServer,
  gzipBomb,
  hang,
  hangMidBody,
  html200,
  ok,
  redirect,
  reset,
  resetMidBody,
  retryAfter,
  slowDrip,
  startFaultyServer,
  status,
  truncatedJson,
  wrongLength,
} from './fixtures/faulty-server.ts'
import { type HttpOptions, httpReader } from './http.ts'
import { readJson } from './reader.ts'
import type { Endpoint } from './source.ts'

const KEY = 'plantedkey4711'
const BODY = '[{"id":"1","name":"Example"}]'
const QUICK: Partial<HttpOptions> = {
  timeoutMs: 2000,
  retries: 2,
  baseDelayMs: 2,
  pace: { intervalMs: 0, concurrency: 20 },
}

let server: FaultyServer
let routes = 0

beforeAll(async () => {
  server = await startFaultyServer()
})
afterAll(() => server.close())

describe.concurrent('faults that pass', () => {
  test.each<[string, Behaviour, Partial<HttpOptions>?]>([
    ['a connection reset before the answer', reset()],
    ['a connection reset in mid-body', resetMidBody()],
    ['a body shorter than announced', wrongLength(BODY, BODY.length + 5)],
    ['an upstream that never answers', hang(), { timeoutMs: 250 }],
    ['a body that stalls', hangMidBody(), { timeoutMs: 250 }],
    ['a body that drips too slowly', slowDrip(BODY, 20), { timeoutMs: 250 }],
    ['status 408', status(408)],
    ['status 429', status(429)],
    ['status 500', status(500)],
    ['status 502', status(502)],
    ['status 503', status(503)],
    ['status 504', status(504)],
    ...[520, 521, 522, 523, 524, 525, 526, 527].map((code): [string, Behaviour] => [
      `status ${code} of Cloudflare`,
      status(code),
    ]),
  ])('%s is tried again', async (_, fault, options = {}) => {
    const endpoint = route(fault, fault, ok(BODY))
    expect(await read(endpoint, options)).toBe(BODY)
    expect(hitsOf(endpoint)).toHaveLength(3)
  })

  test.each([
    ['HTML with status 200', html200()],
    ['truncated JSON', truncatedJson()],
    ['JSON cut by a wrong length', wrongLength(BODY, BODY.length - 4)],
  ])('%s is tried again when JSON is wanted', async (_, fault) => {
    const endpoint = route(fault, ok(BODY))
    expect(await json(endpoint)).toEqual([{ id: '1', name: 'Example' }])
    expect(hitsOf(endpoint)).toHaveLength(2)
  })

  test('a Retry-After that cannot be understood falls back to the usual wait', async () => {
    expect(await read(route(retryAfter('soon'), ok(BODY)))).toBe(BODY)
  })
})

describe.concurrent('faults that stay', () => {
  test.each<[string, Behaviour, string, string, Partial<HttpOptions>?]>([
    ['resets', reset(), 'UPSTREAM_UNREACHABLE', 'could not be reached (ECONNRESET)'],
    [
      'resets in mid-body',
      resetMidBody(),
      'UPSTREAM_UNREACHABLE',
      'closed the connection in the middle of its response (ECONNRESET)',
    ],
    [
      'short bodies',
      wrongLength(BODY, BODY.length + 5),
      'UPSTREAM_UNREACHABLE',
      'closed the connection in the middle of its response (UND_ERR_RES_CONTENT_LENGTH_MISMATCH)',
    ],
    [
      'silence',
      hang(),
      'UPSTREAM_TIMEOUT',
      'did not answer in full within 0.4 s',
      { timeoutMs: 400 },
    ],
    [
      'stalled bodies',
      hangMidBody(),
      'UPSTREAM_TIMEOUT',
      'did not answer in full within 0.4 s',
      { timeoutMs: 400 },
    ],
    ['status 503', status(503), 'UPSTREAM_UNREACHABLE', 'answered with status 503'],
    ['Retry-After: 0', retryAfter('0'), 'UPSTREAM_UNREACHABLE', 'answered with status 429'],
  ])('%s end in an error after all attempts', async (_, fault, code, text, options = {}) => {
    const endpoint = route(fault)
    const error = await failure(read(endpoint, options), endpoint)
    expect(error).toMatchObject({ code, message: `DefiLlama /hacks ${text}.` })
    expect(hitsOf(endpoint)).toHaveLength(3)
  })

  test.each([
    ['a web page', html200(), 'a web page instead of JSON'],
    ['truncated JSON', truncatedJson(), 'JSON that breaks off before its end'],
    ['JSON cut after a row', ok('[{"a":["]"]}'), 'JSON that breaks off before its end'],
    ['malformed JSON', ok('{"a":"]}",}'), 'malformed JSON'],
    ['plain text', ok('error code: 1015'), 'text that is not JSON'],
    ['nothing', ok(' '), 'an empty body instead of JSON'],
  ])('%s is distinguished from JSON after all attempts', async (_, fault, text) => {
    const endpoint = route(fault)
    const error = await failure(json(endpoint), endpoint)
    expect(error).toMatchObject({
      code: 'UPSTREAM_INVALID',
      message: `DefiLlama /hacks answered with ${text}.`,
    })
    expect(hitsOf(endpoint)).toHaveLength(3)
  })
})

describe.concurrent('faults that no retry mends', () => {
  test.each([304, 302, 400, 401, 402, 403, 404, 410, 413, 422, 501])(
    'status %i fails at once',
    async (code) => {
      const endpoint = route(status(code, {}, `no ${KEY}`), ok(BODY))
      const error = await failure(read(endpoint), endpoint)
      expect(error.code).toBe('UPSTREAM_UNREACHABLE')
      expect(error.message).toBe(`DefiLlama /hacks answered with status ${code}.`)
      expect(hitsOf(endpoint)).toHaveLength(1)
    },
  )

  test.each([
    ['in seconds', '3600'],
    ['as a date', 'Thu, 01 Jan 2026 01:00:00 GMT'],
  ])('a Retry-After %s above the limit is not waited for', async (_, value) => {
    const endpoint = route(retryAfter(value), ok(BODY))
    const now = () => Date.UTC(2026, 0, 1)
    const error = await failure(read(endpoint, { now }), endpoint)
    expect(error.message).toBe(
      'DefiLlama /hacks answered with status 429 and asks to wait 3600 s, more than the limit of 60 s.',
    )
    expect(hitsOf(endpoint)).toHaveLength(1)
  })

  test.each([
    ['announced', ok('x'.repeat(101))],
    ['sent without announcement', slowDrip('x'.repeat(150), 0)],
    ['unfolded from a gzip bomb', gzipBomb(10_000_000)],
  ])('a body over the cap that is %s is refused once', async (_, fault) => {
    const endpoint = route(fault, ok(BODY))
    const error = await failure(read({ ...endpoint, maxBytes: 100 }), endpoint)
    expect(error.code).toBe('UPSTREAM_TOO_LARGE')
    expect(error.message).toBe('DefiLlama /hacks sent more than the limit of 100 bytes.')
    expect(hitsOf(endpoint)).toHaveLength(1)
  })

  test('an announced length above the cap is refused before the body comes', async () => {
    const endless: Behaviour = (_, response) => {
      response.writeHead(200, { 'content-length': 1_000_000 })
      response.write('[')
    }
    const endpoint = route(endless)
    const error = await failure(read({ ...endpoint, maxBytes: 100 }), endpoint)
    expect(error.code).toBe('UPSTREAM_TOO_LARGE')
  })

  test('bytes that are not UTF-8 are refused once', async () => {
    const endpoint = route(ok(new Uint8Array([0x22, 0xff, 0x22])), ok(BODY))
    const error = await failure(read(endpoint), endpoint)
    expect(error.code).toBe('UPSTREAM_INVALID')
    expect(hitsOf(endpoint)).toHaveLength(1)
  })

  test('an endless redirect is left after five hops', async () => {
    const endpoint = route(redirect('?again'))
    const error = await failure(read(endpoint), endpoint)
    expect(error.message).toBe('DefiLlama /hacks redirects more than 5 times.')
    expect(hitsOf(endpoint)).toHaveLength(6)
  })

  test.each([`http://127.0.0.1/${KEY}`, 'data:,[]', 'http://'])(
    'a redirect from https to %s is refused without asking there',
    async (location) => {
      const asked: string[] = []
      const fetch: HttpOptions['fetch'] = async (input) => {
        asked.push(input instanceof Request ? input.url : input)
        return new Response(null, { status: 301, headers: { location } })
      }
      const endpoint = endpointAt(`https://127.0.0.1/${KEY}`)
      const error = await failure(read(endpoint, { fetch }), endpoint)
      expect(error.code).toBe('UPSTREAM_UNREACHABLE')
      expect(error.message).toBe('DefiLlama /hacks redirects to a URL that is not https.')
      expect(asked).toEqual([endpoint.url])
    },
  )

  test('a closed port is an error with the code of the system', async () => {
    const gone = await startFaultyServer()
    await gone.close()
    const endpoint = endpointAt(`${gone.url}/${KEY}`)
    const error = await failure(read(endpoint), endpoint)
    expect(error.message).toBe('DefiLlama /hacks could not be reached (ECONNREFUSED).')
  })

  test.each([
    ['a host that the test may not reach', `https://upstream.invalid/${KEY}`],
    ['no address at all', `//${KEY}`],
    ['an address of a file', `file:///${KEY}`],
    ['credentials in the address', `http://user:${KEY}@127.0.0.1/`],
  ])('%s is an error without the address', async (_, url) => {
    const error = await failure(read(endpointAt(url)), endpointAt(url))
    expect(error.code).toBe('UPSTREAM_UNREACHABLE')
  })
})

describe.concurrent('answers', () => {
  test('a token is sent to its own host, and to no other, redirected or not', async () => {
    const seen: [string, string | undefined][] = []
    const note =
      (name: string, then: Behaviour): Behaviour =>
      (request, response) => {
        seen.push([name, request.headers.authorization])
        then(request, response)
      }
    const other = await startFaultyServer({ '/other': [note('other', ok(BODY))] })
    const bearer = { origin: server.url, token: 'planted-token' }
    await read(route(note('own', ok(BODY))), { bearer })
    const target = route(note('redirected within', ok(BODY)))
    await read(route(redirect(new URL(target.url).pathname)), { bearer })
    await read(route(note('redirects away', redirect(`${other.url}/other`))), { bearer })
    await read({ ...target, url: `${other.url}/other` }, { bearer })
    await other.close()
    expect(seen).toEqual([
      ['own', 'Bearer planted-token'],
      ['redirected within', 'Bearer planted-token'],
      ['redirects away', 'Bearer planted-token'],
      ['other', undefined],
      ['other', undefined],
    ])
  })

  test('a token is never part of an error', async () => {
    const bearer = { origin: server.url, token: 'planted-token' }
    for (const fault of [status(401), status(500), reset()]) {
      const endpoint = route(fault)
      const error = await failure(read(endpoint, { bearer, retries: 0 }), endpoint)
      expect(inspect(error, { depth: 9 })).not.toContain('planted-token')
    }
  })

  test('a redirect to another path is followed', async () => {
    const target = route(ok(BODY))
    const endpoint = route(redirect(new URL(target.url).pathname, 308))
    expect(await read(endpoint)).toBe(BODY)
  })

  test('a compressed body is read', async () => {
    const packed = ok(gzipSync(BODY), { 'content-encoding': 'gzip' })
    expect(await read(route(packed))).toBe(BODY)
  })

  test('a body of exactly the cap is read', async () => {
    expect(await read({ ...route(ok('x'.repeat(100))), maxBytes: 100 })).toHaveLength(100)
  })

  test('a length that fetch itself does not check is checked', async () => {
    const answers = [new Response('[', { headers: { 'content-length': '2' } }), new Response('[]')]
    const fetch: HttpOptions['fetch'] = async () => answers.shift() ?? Response.error()
    expect(await read(endpointAt('https://127.0.0.1/'), { fetch })).toBe('[]')
  })

  test('text is not checked for JSON when not asked for', async () => {
    expect(await read(route(ok('plain')))).toBe('plain')
  })

  test('the user agent is sent', async () => {
    let agent: string | undefined
    const look: Behaviour = (request, response) => {
      agent = request.headers['user-agent']
      response.end(BODY)
    }
    await read(route(look), { userAgent: 'Example/1' })
    expect(agent).toBe('Example/1')
  })
})

describe.concurrent('pace', () => {
  test('one slow host does not hold back another', async () => {
    const other = await startFaultyServer({ '/': [ok(BODY)] })
    const reader = httpReader({ ...QUICK, timeoutMs: 300, pace: { intervalMs: 0, concurrency: 1 } })
    const stuck = failure(reader.read(route(hang())), endpointAt(''))
    expect(await reader.read(endpointAt(`${other.url}/`))).toBe(BODY)
    expect((await stuck).code).toBe('UPSTREAM_TIMEOUT')
    await other.close()
  })

  test('a host is asked no more than its concurrency at once', async () => {
    let open = 0
    let most = 0
    const slow: Behaviour = (_, response) => {
      open += 1
      most = Math.max(most, open)
      setTimeout(() => {
        open -= 1
        response.end(BODY)
      }, 15)
    }
    const reader = httpReader({ ...QUICK, pace: { intervalMs: 0, concurrency: 2 } })
    await Promise.all(Array.from({ length: 6 }, () => reader.read(route(slow))))
    expect(most).toBe(2)
  })
})

describe('the time between attempts at one host', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** When each attempt was made, in milliseconds since the first read. The first ones fail. */
  async function attemptsOf(
    reads: number,
    given: Partial<HttpOptions>,
    ...failures: ResponseInit[]
  ): Promise<number[]> {
    const times: number[] = []
    const reader = httpReader({
      ...given,
      fetch: async () => {
        times.push(Date.now())
        const failure = failures.shift()
        return failure ? new Response('', failure) : new Response(BODY)
      },
    })
    const endpoint = endpointAt('https://127.0.0.1/')
    const all = Promise.all(Array.from({ length: reads }, () => reader.read(endpoint)))
    await vi.runAllTimersAsync()
    await all
    return times
  }

  const FAILS = { status: 500 }
  const asks = (wait: string, code: number) => ({ status: code, headers: { 'retry-after': wait } })

  test('is kept by retries too', async () => {
    const pace = { intervalMs: 60, concurrency: 9 }
    expect(await attemptsOf(3, { ...QUICK, pace }, FAILS)).toEqual([0, 60, 120, 180])
  })

  test('is a quarter of a second by default', async () => {
    const { pace: _, ...others } = QUICK
    expect(await attemptsOf(2, others, FAILS)).toEqual([0, 250, 500])
  })

  test.each([
    [0, [0, 100, 300]],
    [0.5, [0, 150, 450]],
  ])('doubles, and jitter of %d takes up to half of it away', async (random, times) => {
    const options = { ...QUICK, baseDelayMs: 200, random: () => random }
    expect(await attemptsOf(1, options, FAILS, FAILS)).toEqual(times)
  })

  test.each([
    ['in seconds', asks('1', 429), 1_000],
    ['as a date', asks(new Date(2_000).toUTCString(), 503), 2_000],
  ])('is that of Retry-After %s', async (_, failure, wait) => {
    expect(await attemptsOf(1, QUICK, failure)).toEqual([0, wait])
  })
})

function route(...behaviours: Behaviour[]): Endpoint {
  routes += 1
  const path = `/${KEY}/${routes}`
  server.route(path, ...behaviours)
  return endpointAt(`${server.url}${path}`)
}

function endpointAt(url: string): Endpoint {
  return { label: 'DefiLlama /hacks', url, recordAs: 'hacks.json', maxBytes: 1_000_000 }
}

function hitsOf(endpoint: Endpoint): number[] {
  return server.hits(new URL(endpoint.url).pathname)
}

function read(endpoint: Endpoint, options: Partial<HttpOptions> = {}): Promise<string> {
  return httpReader({ ...QUICK, ...options }).read(endpoint)
}

function json(endpoint: Endpoint): Promise<unknown> {
  return readJson(httpReader(QUICK), endpoint)
}

/** The error of a read that fails; every one is searched for the key in its address. */
async function failure(reading: Promise<unknown>, endpoint: Endpoint): Promise<PlimsollError> {
  const error: unknown = await reading.then(
    () => expect.fail('the read was expected to fail'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof PlimsollError)) throw error
  const seen = [error.message, String(error), inspect(error, { depth: 10, showHidden: true })]
  for (const text of seen) {
    expect(text).not.toContain(KEY)
    if (endpoint.url) expect(text).not.toContain(endpoint.url)
  }
  return error
}
