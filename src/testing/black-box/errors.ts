import { beforeAll, describe, expect, test } from 'vitest'
import { SIGHTS } from '../api/wallet-world.ts'
import { ask, type Reply, send, sweep, sweepRoutes, type Target } from './client.ts'
import { errorOf } from './reading.ts'

const ROUTES = [
  '/v1',
  '/v1/health',
  '/v1/stats',
  '/v1/search?q=aave',
  '/v1/protocols',
  '/v1/protocols/aave-v3',
  '/v1/protocols/aave-v3/history',
  '/v1/protocols/aave-v3/dependencies',
  '/v1/dependencies/lido/dependents',
  '/v1/stress?fails=lido:0.1',
  '/v1/screener',
  '/v1/contracts/Ethereum/0xd533a949740bb3306d119cc777fa900ba034cd52',
  '/v1/chains',
  '/v1/categories',
  '/v1/changes',
  '/v1/incidents',
  '/v1/wallet/0x5ca1ab1e00000000000000000000000000000001',
  '/v1/usage',
]

/** A wallet of a world where nothing answers. */
const SICK = `/v1/wallet/0x${'2'.repeat(40)}`

const REFUSED_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Errors, methods, and what every response has in common. */
export function describeErrors(target: Target): void {
  describe('404', () => {
    test.each([
      '/v1/nothing',
      '/v1/Health',
      '/v1/health/',
      '/v1/stats/x',
      '/v1/protocols/',
      '/v1/protocols/a/b',
      '/v1/wallet',
      '/v1/contracts',
      '/v1/contracts/ethereum',
      '/v1/wallet/',
      '/v1/usage/x',
      '/v1/protocols/%FF',
      '/v1/protocols/%E0%A4%A',
    ])('%s is no path of the service: NOT_FOUND', async (path) => {
      const reply = await ask(target, path)
      expect(reply.status).toBe(404)
      expect(errorOf(reply).code).toBe('NOT_FOUND')
    })

    test.each([
      'nobody-knows-this',
      'AAVE-V3',
      'aave-v3%20',
      '%20',
      'aave-v3%00',
      '..%2f..%2fstats',
      '%2e%2e%2fstats',
      'stats.json',
      '~2e',
      'a'.repeat(2_000),
      '%F0%9F%A6%84',
      '__proto__',
      'constructor',
    ])('/v1/protocols/%s is no protocol: PROTOCOL_NOT_FOUND', async (id) => {
      const reply = await ask(target, `/v1/protocols/${id}`)
      expect(reply.status).toBe(404)
      expect(errorOf(reply).code).toBe('PROTOCOL_NOT_FOUND')
    })
  })

  test.each([
    ['//v1/stats', '/v1/stats'],
    ['/v1//stats', '/v1/stats'],
    ['///v1///stats', '/v1/stats'],
    ['//v1//protocols//aave-v3', '/v1/protocols/aave-v3'],
    ['/v1/protocols//nobody', '/v1/protocols/nobody'],
    ['/v1//search?q=aave', '/v1/search?q=aave'],
    ['//v1/chains', '/v1/chains'],
    ['//v1//categories', '/v1/categories'],
    ['/v1//nothing', '/v1/nothing'],
    ['//v1/usage', '/v1/usage'],
  ])('the doubled slashes of %s: it is %s, for GET and for HEAD', async (doubled, plain) => {
    for (const method of ['GET', 'HEAD']) {
      const [one, other] = [
        await send(target, doubled, { method }),
        await send(target, plain, { method }),
      ]
      expect(one.status, method).toBe(other.status)
      expect(one.text).toBe(other.text)
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
        expect(one.headers[name], name).toEqual(other.headers[name])
      }
    }
  })

  describe('methods', () => {
    test.each(ROUTES)('%s answers nothing but GET, HEAD and OPTIONS', async (path) => {
      for (const method of sweep(target, REFUSED_METHODS)) {
        const reply = await ask(target, path, { method })
        expect(reply.status, method).toBe(405)
        expect(reply.headers.allow).toBe('GET, HEAD, OPTIONS')
        expect(errorOf(reply).code).toBe('METHOD_NOT_ALLOWED')
      }
    })

    test('a path without a route refuses them as well', async () => {
      expect((await ask(target, '/v1/nothing', { method: 'DELETE' })).status).toBe(405)
    })

    test.each(sweepRoutes(target, ROUTES))('HEAD %s is GET without a body', async (path) => {
      const options = { key: target.keys.pro }
      const got = await ask(target, path, options)
      const head = await ask(target, path, { ...options, method: 'HEAD' })
      expect(head.text).toBe('')
      expect(head.status).toBe(got.status)
      for (const name of ['content-type', 'cache-control', 'etag', 'vary', 'retry-after']) {
        expect(head.headers[name], name).toEqual(got.headers[name])
      }
    })

    test('HEAD says how long the body of GET is', async () => {
      for (const path of ['/v1/stats', '/v1/protocols/aave-v3', '/v1/nothing']) {
        const { sentBytes } = await send(target, path)
        const { headers } = await send(target, path, { method: 'HEAD' })
        expect(headers['content-length'], path).toBe(String(sentBytes))
      }
    })

    test('HEAD of an error has no body either', async () => {
      for (const path of ['/v1/nothing', '/v1/protocols?page=0', '/v1/protocols/nobody']) {
        const reply = await ask(target, path, { method: 'HEAD' })
        expect(reply.status).toBeGreaterThanOrEqual(400)
        expect(reply.text).toBe('')
      }
    })
  })

  describe('every response', () => {
    let replies: [string, Reply][]
    beforeAll(async () => {
      const asked: [string, Parameters<typeof ask>[2]][] = [
        ...sweepRoutes(target, ROUTES).map((path): [string, { key: string }] => [
          path,
          { key: target.keys.free },
        ]),
        ['/v1/nothing', {}],
        ['/v1/protocols/nobody', {}],
        ['/v1/protocols?page=x', {}],
        ['/v1/stats', { key: 'dpk_live_wrong' }],
        ['/v1/usage', {}],
        ['/v1/stats', { method: 'POST' }],
        ['/v1/stats', { method: 'HEAD' }],
        ['/v1/stats', { method: 'OPTIONS' }],
        ['/v1/stats', { headers: { 'If-None-Match': '*' } }],
        ['/_data/live/stats.json', {}],
        ['/v1/protocols?chain=', {}],
        ['/v1/screener?sort=name', {}],
        [`/v1/wallet/0x${'0'.repeat(40)}`, { key: target.keys.testPro }],
        [`/v1/wallet/0x${'1'.repeat(40)}`, { key: target.keys.pro }],
        [SICK, { key: target.keys.pro }],
      ]
      replies = []
      for (const [path, options] of asked) {
        const work = () => ask(target, path, options)
        const ill = path === SICK ? SIGHTS : []
        replies.push([path, await (target.world?.while('dead', ill, work) ?? work())])
      }
    })

    test('has an id of its own, and a caller cannot choose it', async () => {
      const ids = replies.map(([, { headers }]) => String(headers['x-request-id']))
      for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{8,64}$/)
      expect(new Set(ids).size).toBe(ids.length)
      const mine = { 'X-Request-Id': 'mine-mine-mine' }
      const reply = await ask(target, '/v1/stats', { headers: mine })
      expect(reply.headers['x-request-id']).not.toBe(mine['X-Request-Id'])
    })

    test('is readable from any page, says its type, and forbids guessing at it', async () => {
      for (const [path, { status, headers }] of replies) {
        expect(headers['access-control-allow-origin'], path).toBe('*')
        expect(headers['x-content-type-options'], path).toBe('nosniff')
        expect(headers['x-powered-by'], path).toBeUndefined()
        if (status !== 204 && status !== 304) {
          expect(headers['content-type'], path).toBe('application/json; charset=utf-8')
        }
      }
    })

    test('that is an error has the envelope, must not be stored, and reveals no internals', async () => {
      const statuses = new Set(replies.map(([, { status }]) => status))
      for (const status of [400, 401, 403, 404, 405, 422, 503]) expect(statuses).toContain(status)
      for (const [path, reply] of replies) {
        if (reply.status < 400) continue
        if (reply.text !== '') errorOf(reply)
        expect(reply.headers['cache-control'], path).toBe('no-store')
        expect(reply.text, path).not.toMatch(
          /\bat [A-Z/]|node:|\/(src|home|tmp|dist)\/|\.ts\b|dpk_/,
        )
      }
    })

    test('never repeats the key', async () => {
      for (const key of [target.keys.pro, target.keys.revoked, 'dpk_live_mistyped']) {
        for (const path of ['/v1/usage', '/v1/nothing', '/v1/protocols?page=x']) {
          const reply = await send(target, path, { key })
          expect(`${reply.text} ${JSON.stringify(reply.headers)}`).not.toContain(key)
        }
      }
    })
  })
}
