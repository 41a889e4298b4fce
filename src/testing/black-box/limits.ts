import { beforeEach, describe, expect, test } from 'vitest'
import { SIGHTS } from '../api/wallet-world.ts'
import { type AskOptions, ask, type Reply, stranger, type Target } from './client.ts'
import { errorOf } from './reading.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A minute of the future in the middle of its day, a new one for each test, so that no window is shared. */
const START = Date.UTC(2031, 4, 6, 11, 0, 0)

/** A test that spends a burst takes less than this on a slow host. */
const NEEDED_MS = 15_000

const PLANS = [
  ['free', 120, 10_000],
  ['pro', 600, 100_000],
  ['testFree', 120, 10_000],
  ['testPro', 600, 100_000],
] as const

/** Limits and their headers (interface, "Limits"). */
export function describeLimits(target: Target): void {
  const { setClock, exactCounts, clientHeader, sweeps } = target.capabilities

  describe('the headers of limits', () => {
    test('are on every response of any status', async () => {
      const kinds: [number, string, AskOptions][] = [
        [200, '/v1/stats', {}],
        [200, '/v1/protocols?per_page=2', {}],
        [200, '/v1/screener?maxOracleRisk=5', {}],
        [200, '/v1/stats', { method: 'HEAD' }],
        [204, '/v1/stats', { method: 'OPTIONS' }],
        [304, '/v1/stats', { headers: { 'If-None-Match': '*' } }],
        [400, '/v1/protocols?page=0', {}],
        [401, '/v1/stats', { key: 'dpk_live_nonsense' }],
        [403, '/v1/wallet/a.eth', { key: target.keys.free }],
        [404, '/v1/nothing', {}],
        [404, '/v1/protocols/nobody', {}],
        [404, '/_data/live/stats.json', {}],
        [405, '/v1/stats', { method: 'POST' }],
        [422, `/v1/wallet/0x${'0'.repeat(40)}`, { key: target.keys.testPro }],
        [503, `/v1/wallet/0x${'1'.repeat(40)}`, { key: target.keys.pro }],
      ]
      for (const [status, path, options] of kinds) {
        const ill = status === 503 ? SIGHTS : []
        const asked = () => ask(target, path, options)
        const reply = await (target.world?.while('dead', ill, asked) ?? asked())
        expect(reply.status, path).toBe(status)
        checkHeaders(reply)
        const waits = status === 429 || status === 503
        expect(reply.headers['retry-after'] !== undefined, path).toBe(waits)
      }
    })

    test.each(PLANS)(
      'show the plan of a %s key: %i a minute, %i a day',
      async (name, burst, daily) => {
        const { headers } = await ask(target, '/v1/health', { key: target.keys[name] })
        expect(headers['x-ratelimit-burst-limit']).toBe(String(burst))
        expect(headers['x-ratelimit-limit']).toBe(String(daily))
      },
    )

    test('show an anonymous client 60 a minute and 1,000 a day', async () => {
      const { headers } = await ask(target, '/v1/health', { client: stranger() })
      expect(headers['x-ratelimit-burst-limit']).toBe('60')
      expect(headers['x-ratelimit-limit']).toBe('1000')
    })
  })

  describe.skipIf(clientHeader === null || !exactCounts)('limits', () => {
    // With the real clock only what fits into a minute can be tried.
    const clocked = test.skipIf(setClock === null)
    let now = START
    const at = (instant: number) => {
      now = instant
      setClock?.(instant)
    }
    const spend = async (count: number, options: AskOptions): Promise<Reply[]> => {
      const replies: Reply[] = []
      for (let i = 0; i < count; i += 1) replies.push(await ask(target, '/v1/stats', options))
      return replies
    }

    beforeEach(async () => {
      at(now - (now % DAY) + 2 * DAY + 11 * 60 * MINUTE)
      const left = MINUTE - (Date.now() % MINUTE)
      if (setClock === null && left < NEEDED_MS) {
        await new Promise((resolve) => setTimeout(resolve, left + 500))
      }
    })

    test('count down by one for any request and response', async () => {
      const client = stranger()
      const kinds: [string, AskOptions][] = [
        ['/v1/stats', {}],
        ['/v1/protocols?per_page=1', {}],
        ['/v1/stats', { headers: { 'If-None-Match': '*' } }],
        ['/v1/stats', { method: 'HEAD' }],
        ['/v1/protocols', {}],
        ['/v1/protocols?per_page=30&page=4', {}],
        ['/v1/protocols?chain=Base', {}],
        ['/v1/protocols?page=0', {}],
        ['/v1/protocols/aave-v3', {}],
        ['/v1/protocols/nobody', {}],
        ['/v1/screener', {}],
        ['/v1/nothing', {}],
        ['/v1/stats', { method: 'POST' }],
        ['/v1/usage', {}],
        ['/v1/wallet/a.eth', {}],
        ['/v1/stats', { key: 'dpk_live_nonsense' }],
      ]
      for (const [index, [path, options]] of kinds.entries()) {
        const { headers } = await ask(target, path, { ...options, client })
        expect(headers['x-ratelimit-burst-remaining'], path).toBe(String(59 - index))
        expect(headers['x-ratelimit-remaining'], path).toBe(String(999 - index))
      }
    })

    test('a health check costs nothing', async () => {
      const client = stranger()
      await spend(2, { client })
      for (const method of ['GET', 'HEAD']) {
        for (let i = 0; i < 5; i += 1) {
          const { status, headers } = await ask(target, '/v1/health', { client, method })
          expect(status).toBe(200)
          expect(headers['x-ratelimit-burst-remaining']).toBe('58')
          expect(headers['x-ratelimit-remaining']).toBe('998')
        }
      }
    })

    test('an address that has spent its minute still gets health checks and what a key asks for, and the key counts wherever it is used', async () => {
      const client = stranger()
      const { free, pro } = target.keys
      await spend(60, { client })
      expect((await ask(target, '/v1/stats', { client })).status).toBe(429)
      const health = await ask(target, '/v1/health', { client })
      expect(health.status).toBe(200)
      expect(health.headers['x-ratelimit-burst-remaining']).toBe('0')
      const first = await ask(target, '/v1/stats', { client, key: free })
      expect(first.status).toBe(200)
      const left = Number(first.headers['x-ratelimit-burst-remaining'])
      const elsewhere = await ask(target, '/v1/stats', { key: free })
      expect(elsewhere.headers['x-ratelimit-burst-remaining']).toBe(String(left - 1))
      const other = await ask(target, '/v1/stats', { client, key: pro })
      expect(Number(other.headers['x-ratelimit-burst-remaining'])).toBeGreaterThan(left)
    })

    test('wrong keys are limited by their address, with a health check too, since they may be guesses: then they get 429 instead of 401', async () => {
      const client = stranger()
      const guess = (path: string, i: number) =>
        ask(target, path, { client, key: `dpk_live_guess${i}` })
      for (let i = 0; i < 60; i += 1) {
        const reply = await guess(i % 2 === 0 ? '/v1/health' : '/v1/stats', i)
        expect(reply.status).toBe(401)
        expect(reply.headers['x-ratelimit-burst-remaining']).toBe(String(59 - i))
      }
      for (const path of ['/v1/health', '/v1/stats']) {
        expect((await guess(path, 60)).status).toBe(429)
      }
    })

    clocked('health has a limit of its own, which says so', async () => {
      const client = stranger()
      at(now + 20_000)
      for (let i = 0; i < 300; i += 1) {
        expect((await ask(target, '/v1/health', { client })).status).toBe(200)
      }
      const reply = await ask(target, '/v1/health', { client })
      expect(reply.status).toBe(429)
      expect(reply.headers['retry-after']).toBe('40')
      expect(errorOf(reply).message).toContain('300 health checks a minute')
      expect((await ask(target, '/v1/stats', { client })).status).toBe(200)
      at(now + 40_000)
      expect((await ask(target, '/v1/health', { client })).status).toBe(200)
    })

    test('OPTIONS reports the counters and is not counted', async () => {
      const client = stranger()
      await spend(3, { client })
      for (let i = 0; i < 5; i += 1) {
        const { headers } = await ask(target, '/v1/stats', { client, method: 'OPTIONS' })
        expect(headers['x-ratelimit-burst-remaining']).toBe('57')
        expect(headers['x-ratelimit-remaining']).toBe('997')
      }
      const { headers } = await ask(target, '/v1/stats', { client })
      expect(headers['x-ratelimit-burst-remaining']).toBe('56')
    })

    clocked(
      'the 61st request of a minute is refused, and a refused one spends nothing',
      async () => {
        const client = stranger()
        at(now + 20_000)
        for (const { status } of await spend(60, { client })) expect(status).toBe(200)
        for (const path of ['/v1/stats', '/v1/nothing', '/v1/usage', '/v1/protocols?page=0']) {
          const reply = await ask(target, path, { client })
          expect(reply.status, path).toBe(429)
          expect(errorOf(reply).code).toBe('RATE_LIMIT_EXCEEDED')
          expect(errorOf(reply).message).toContain('60 requests a minute')
          expect(reply.headers['retry-after']).toBe('40')
          expect(reply.headers['cache-control']).toBe('no-store')
          expect(reply.headers['x-ratelimit-burst-remaining']).toBe('0')
          expect(reply.headers['x-ratelimit-remaining']).toBe('940')
        }
        at(now + 40_000)
        const { status, headers } = await ask(target, '/v1/stats', { client })
        expect(status).toBe(200)
        expect(headers['x-ratelimit-burst-remaining']).toBe('59')
        expect(headers['x-ratelimit-remaining']).toBe('939')
      },
    )

    clocked.each([0, 1, 999, 1_000, 30_500, 59_001, 59_999])(
      'Retry-After is true %i ms into a minute: refused just before, admitted after',
      async (offset) => {
        const client = stranger()
        const minute = now
        await spend(60, { client })
        at(minute + offset)
        const refused = await ask(target, '/v1/stats', { client })
        expect(refused.status).toBe(429)
        const seconds = Number(refused.headers['retry-after'])
        expect(seconds).toBeGreaterThanOrEqual(1)
        at(Math.max(now, minute + MINUTE - 1))
        expect((await ask(target, '/v1/stats', { client })).status).toBe(429)
        at(minute + offset + seconds * 1_000)
        expect((await ask(target, '/v1/stats', { client })).status).toBe(200)
      },
    )

    clocked('the 1,001st request of a day is refused until midnight, UTC', async () => {
      const client = stranger()
      for (let minute = 0; minute < 17; minute += 1) {
        for (const { status } of await spend(minute < 16 ? 60 : 40, { client })) {
          expect(status).toBe(200)
        }
        at(now + MINUTE)
      }
      const midnight = now - (now % DAY) + DAY
      const refused = await ask(target, '/v1/stats', { client })
      expect(refused.status).toBe(429)
      expect(errorOf(refused).message).toContain('1,000 requests a day')
      expect(refused.headers['x-ratelimit-remaining']).toBe('0')
      expect(refused.headers['x-ratelimit-reset']).toBe(String(midnight / 1_000))
      expect(refused.headers['retry-after']).toBe(String((midnight - now) / 1_000))
      expect(refused.headers['x-ratelimit-burst-remaining']).toBe('60')
      at(midnight - 1)
      expect((await ask(target, '/v1/stats', { client })).status).toBe(429)
      at(midnight)
      const { status, headers } = await ask(target, '/v1/stats', { client })
      expect(status).toBe(200)
      expect(headers['x-ratelimit-remaining']).toBe('999')
      expect(headers['x-ratelimit-reset']).toBe(String((midnight + DAY) / 1_000))
    })

    test('clients are counted apart, the addresses of one IPv6 network together', async () => {
      for (const [client, left] of [
        ['192.0.2.1', 59],
        ['192.0.2.1', 58],
        ['192.0.2.2', 59],
        ['2001:db8:1:2::1', 59],
        ['2001:db8:1:2:ffff::9', 58],
        ['2001:db8:1:3::1', 59],
        ['::ffff:192.0.2.1', 57],
      ] as const) {
        const { headers } = await ask(target, '/v1/stats', { client })
        expect(headers['x-ratelimit-burst-remaining'], client).toBe(String(left))
      }
    })

    clocked('a free key has 120 a minute', async () => {
      const { free } = target.keys
      const replies = await spend(121, { key: free })
      expect(replies.slice(0, 120).every(({ status }) => status === 200)).toBe(true)
      expect(replies[120]?.status).toBe(429)
    })

    const most = sweeps === 'all' ? 200 : 100
    test(`${most} requests at once admit exactly 60`, async () => {
      const client = stranger()
      const asked = Array.from({ length: most }, () => ask(target, '/v1/stats', { client }))
      const replies = await Promise.all(asked)
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(60)
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(most - 60)
      const left = replies
        .filter(({ status }) => status === 200)
        .map(({ headers }) => Number(headers['x-ratelimit-burst-remaining']))
      expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i))
    })
  })

  describe.skipIf(setClock !== null)('limits by the real clock', () => {
    test('a free key is refused past its burst, with a correct Retry-After', async () => {
      const key = target.keys.free
      let refused: Reply | null = null
      for (let i = 0; i < 400 && !refused; i += 1) {
        const reply = await ask(target, '/v1/stats', { key })
        checkHeaders(reply)
        if (reply.status === 429) refused = reply
      }
      expect(refused?.status).toBe(429)
      expect(refused?.headers['cache-control']).toBe('no-store')
      const seconds = Number(refused?.headers['retry-after'])
      expect(seconds).toBeGreaterThanOrEqual(1)
      expect(seconds).toBeLessThanOrEqual(60)
    })
  })
}

function checkHeaders({ headers }: Reply): void {
  const number = (name: string) => {
    const text = String(headers[name])
    expect(text, name).toMatch(/^\d+$/)
    return Number(text)
  }
  const daily = number('x-ratelimit-limit')
  const burst = number('x-ratelimit-burst-limit')
  const left = number('x-ratelimit-remaining')
  const burstLeft = number('x-ratelimit-burst-remaining')
  expect(left).toBeLessThanOrEqual(daily)
  expect(burstLeft).toBeLessThanOrEqual(burst)
  expect(number('x-ratelimit-reset') % 86_400).toBe(0)
  expect(headers['ratelimit-policy']).toBe(`"minute";q=${burst};w=60, "day";q=${daily};w=86400`)
  const now = String(headers.ratelimit)
  const [, minuteEnds, dayEnds] =
    new RegExp(`^"minute";r=${burstLeft};t=(\\d+), "day";r=${left};t=(\\d+)$`).exec(now) ?? []
  expect(Number(minuteEnds), now).toBeLessThanOrEqual(60)
  expect(Number(dayEnds), now).toBeLessThanOrEqual(86_400)
}
