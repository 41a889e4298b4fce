import { describe, expect, test } from 'vitest'
import { ask, send, sweep, sweepRoutes, type Target } from './client.ts'

const TAGGED = [
  '/v1/stats',
  '/v1/protocols',
  '/v1/protocols?per_page=100',
  '/v1/protocols?chain=Ethereum&per_page=100',
  '/v1/protocols/aave-v3',
  '/v1/screener?per_page=100',
  '/v1',
  '/v1/search?q=aave&limit=5',
  '/v1/chains',
  '/v1/categories',
  '/v1/protocols/aave-v3/history',
  '/v1/protocols/aave-v3/dependencies',
  '/v1/dependencies/lido/dependents',
  '/v1/stress?fails=lido:0.1',
  '/v1/contracts/Ethereum/0xd533a949740bb3306d119cc777fa900ba034cd52',
  '/v1/changes',
  '/v1/incidents',
  '/v1/incidents?chain=Ethereum&cause=keys',
]

const CACHE_CONTROL: Record<string, string> = {
  '/v1': 'private, max-age=300',
  '/v1/health': 'no-store',
  '/v1/search?q=aave': 'private, max-age=300',
  '/v1/chains': 'private, max-age=300',
  '/v1/categories': 'private, max-age=300',
  '/v1/stats': 'private, max-age=60',
  '/v1/protocols': 'private, max-age=300',
  '/v1/protocols?chain=Base': 'private, max-age=300',
  '/v1/protocols/aave-v3': 'private, max-age=300',
  '/v1/protocols/aave-v3/history': 'private, max-age=300',
  '/v1/protocols/aave-v3/dependencies': 'private, max-age=300',
  '/v1/dependencies/lido/dependents': 'private, max-age=300',
  '/v1/stress?fails=lido:0.1': 'private, max-age=300',
  '/v1/contracts/Ethereum/0xd533a949740bb3306d119cc777fa900ba034cd52': 'private, max-age=300',
  '/v1/screener': 'private, max-age=300',
  '/v1/changes': 'private, max-age=300',
  '/v1/incidents': 'private, max-age=300',
  '/v1/usage': 'private, no-store',
}

const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Burst-Limit',
  'X-RateLimit-Burst-Remaining',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'X-Request-Id',
  'X-Ignored-Parameters',
  'X-Snapshot',
  'Deprecation',
  'Sunset',
]

/** Conditional requests, compression, storing, and other pages' scripts. */
export function describeCaching(target: Target): void {
  describe("the service's own description", () => {
    test.each(['/openapi.json', '/openapi-3.1.json'])(
      '%s is readable from any page',
      async (path) => {
        const { status, headers, json } = await send(target, path)
        expect(status).toBe(200)
        expect(headers['access-control-allow-origin']).toBe('*')
        expect(Object(json).info.title).toBe('Plimsoll')
      },
    )

    test('/scoreboard.json is readable from any page', async () => {
      const { status, headers, json } = await send(target, '/scoreboard.json')
      expect(status).toBe(200)
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(Object(json)).toMatchObject({ format: 1, eventsNeeded: 20 })
    })

    test('a page of the site is not', async () => {
      const { headers } = await send(target, '/')
      expect(headers['access-control-allow-origin']).toBeUndefined()
    })
  })

  describe('conditional requests', () => {
    test.each(sweepRoutes(target, TAGGED))('%s gives 304 to a client that has it', async (path) => {
      const first = await ask(target, path)
      const tag = String(first.headers.etag)
      expect(tag).toMatch(/^(W\/)?"[^"]+"$/)
      const strong = tag.replace(/^W\//, '')
      for (const known of sweep(target, [tag, `"x", ${tag}`, '*', strong, `W/${strong}`])) {
        const reply = await ask(target, path, { headers: { 'If-None-Match': known } })
        expect(reply.status, known).toBe(304)
        expect(reply.text).toBe('')
        for (const name of ['etag', 'cache-control', 'vary']) {
          expect(reply.headers[name], name).toBe(first.headers[name])
        }
      }
    })

    test.each(sweepRoutes(target, TAGGED))(
      '%s is sent to a client that has something else',
      async (path) => {
        const first = await ask(target, path)
        const cut = String(first.headers.etag).slice(0, -2)
        for (const known of sweep(target, ['"x"', 'W/"x"', 'x', '', ',', cut])) {
          const reply = await ask(target, path, { headers: { 'If-None-Match': known } })
          expect(reply.status, known).toBe(200)
          expect(reply.text).toBe(first.text)
        }
      },
    )

    test('the same question has the same tag, another one another', async () => {
      const tags = new Map<string, string>()
      const paths = sweepRoutes(target, TAGGED)
      for (const path of paths) {
        const one = String((await ask(target, path)).headers.etag)
        expect(String((await ask(target, path)).headers.etag)).toBe(one)
        tags.set(path, one)
      }
      expect(new Set(tags.values()).size).toBe(paths.length)
    })

    test('HEAD is conditional as well', async () => {
      const { headers } = await ask(target, '/v1/stats', { method: 'HEAD' })
      const known = { 'If-None-Match': String(headers.etag) }
      const reply = await ask(target, '/v1/stats', { method: 'HEAD', headers: known })
      expect(reply.status).toBe(304)
    })

    test('the tag of the live set does not answer for the sandbox', async () => {
      const { headers } = await ask(target, '/v1/stats')
      const known = { 'If-None-Match': String(headers.etag) }
      const reply = await ask(target, '/v1/stats', { key: target.keys.testPro, headers: known })
      expect(reply.status).toBe(200)
    })

    test('an error is sent even when If-None-Match matches everything', async () => {
      const known = { 'If-None-Match': '*' }
      expect((await ask(target, '/v1/protocols/nobody', { headers: known })).status).toBe(404)
      expect((await ask(target, '/v1/protocols?page=0', { headers: known })).status).toBe(400)
    })
  })

  describe('a table for download', () => {
    const TABLE = '/bulk/latest/signals.csv.gz'

    test('is not sent again to a client that has it', async () => {
      const first = await send(target, TABLE)
      const tag = String(first.headers.etag)
      expect(first.status).toBe(200)
      const known = await send(target, TABLE, { headers: { 'If-None-Match': tag } })
      expect(known.status).toBe(304)
      expect(known.sentBytes).toBe(0)
      const other = await send(target, TABLE, { headers: { 'If-None-Match': '"x"' } })
      expect(other.status).toBe(200)
      expect(other.sentBytes).toBe(first.sentBytes)
    })

    test('is sent in part to a client that asks for a part', async () => {
      const { sentBytes } = await send(target, TABLE)
      const part = await send(target, TABLE, { headers: { Range: 'bytes=2-11' } })
      expect(part.status).toBe(206)
      expect(part.sentBytes).toBe(10)
      expect(part.headers['content-range']).toBe(`bytes 2-11/${sentBytes}`)
      const stale = { Range: 'bytes=2-11', 'If-Range': '"of an earlier build"' }
      const whole = await send(target, TABLE, { headers: stale })
      expect(whole.status).toBe(200)
      expect(whole.sentBytes).toBe(sentBytes)
    })
  })

  describe('what may be stored', () => {
    test.each(sweepRoutes(target, Object.keys(CACHE_CONTROL)))('%s says how long', async (path) => {
      const reply = await ask(target, path, { key: target.keys.pro })
      expect(reply.status).toBe(200)
      expect(reply.headers['cache-control']).toBe(CACHE_CONTROL[path])
      expect(String(reply.headers.vary)).toMatch(/X-API-Key/i)
      expect(String(reply.headers.vary)).toMatch(/Accept-Encoding/i)
    })

    test('a wallet scan must not be stored', async () => {
      const path = '/v1/wallet/0x5ca1ab1e00000000000000000000000000000001'
      const reply = await ask(target, path, { key: target.keys.testPro })
      expect(reply.headers['cache-control']).toBe('private, no-store')
      expect(reply.headers.etag).toBeUndefined()
    })
  })

  describe('compression', () => {
    const { encodings } = target.capabilities

    test.each<[string, string[]]>([
      ['br', ['br']],
      ['gzip', ['gzip']],
      ['gzip, deflate, br', ['br', 'gzip']],
      ['gzip;q=0.5', ['gzip']],
      ['br;q=0, gzip', ['gzip']],
      ['GZIP', ['gzip']],
      ['br;q=0', []],
      ['gzip;q=0.0', []],
      ['identity', []],
      ['deflate', []],
      ['xgzipx', []],
      ['', []],
    ])('Accept-Encoding: %s is answered in the best of %j', async (accepted, allowed) => {
      const path = '/v1/protocols/aave-v3'
      const plain = await ask(target, path)
      expect(plain.headers['content-encoding']).toBeUndefined()
      const reply = await ask(target, path, { headers: { 'Accept-Encoding': accepted } })
      const expected = encodings.find((encoding) => allowed.includes(encoding))
      expect(reply.headers['content-encoding']).toBe(expected)
      expect(reply.text).toBe(plain.text)
      if (expected) expect(reply.sentBytes).toBeLessThan(plain.text.length / 3)
    })

    test('a client that has the plain body has the compressed one too', async () => {
      const path = '/v1/protocols?per_page=100'
      const { headers } = await ask(target, path)
      const reply = await ask(target, path, {
        headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': String(headers.etag) },
      })
      expect(reply.status).toBe(304)
    })

    test('two different bodies of one size are not mixed up', async () => {
      const compressed = { 'Accept-Encoding': 'gzip' }
      for (const page of sweep(target, [1, 2, 3, 1, 2, 3])) {
        const path = `/v1/screener?per_page=50&page=${page}`
        const plain = await ask(target, path)
        expect((await ask(target, path, { headers: compressed })).text).toBe(plain.text)
      }
    })
  })

  describe('other pages', () => {
    test.each(['/v1/stats', '/v1/usage', '/v1/wallet/x.eth', '/v1/nothing'])(
      'a preflight for %s allows the key and costs nothing',
      async (path) => {
        const reply = await ask(target, path, {
          method: 'OPTIONS',
          headers: {
            Origin: 'https://page.example',
            'Access-Control-Request-Method': 'GET',
            'Access-Control-Request-Headers': 'x-api-key',
          },
        })
        expect(reply.status).toBe(204)
        expect(reply.text).toBe('')
        expect(reply.headers['access-control-allow-origin']).toBe('*')
        expect(listed(reply.headers['access-control-allow-headers'])).toContain('x-api-key')
        expect(listed(reply.headers['access-control-allow-methods'])).toContain('get')
        expect(Number(reply.headers['access-control-max-age'])).toBeGreaterThan(0)
      },
    )

    test('the headers that a script needs are exposed, on errors as well', async () => {
      for (const path of ['/v1/stats', '/v1/nothing', '/v1/protocols?page=0']) {
        const origin = { Origin: 'https://page.example' }
        const { headers } = await ask(target, path, { headers: origin })
        const exposed = listed(headers['access-control-expose-headers'])
        for (const name of EXPOSED) expect(exposed).toContain(name.toLowerCase())
        expect(headers['access-control-allow-credentials']).toBeUndefined()
      }
    })
  })
}

function listed(header: string | undefined): string[] {
  return (header ?? '').toLowerCase().split(/\s*,\s*/)
}
