import { describe, expect, test } from 'vitest'
import { PAGE_SCANS } from '../contract/plans.ts'
import { errorBody } from '../contract/problems.ts'
import type { ApiResponse } from '../http/api-response.ts'
import { createWorld, ethereumWallet, NOON, ORIGIN, spied } from '../testing/account/world.ts'

const ADDRESS = '0x5ca1ab1e00000000000000000000000000000001'
const DONE = JSON.stringify({ success: true, data: { address: ADDRESS } })
const MINUTE = 60_000

const refusal = (code: 'DATA_UNAVAILABLE' | 'NOT_FOUND' | 'NAME_RESOLUTION_FAILED') => {
  const body = errorBody(code, 'In these words.')
  const headers = { 'Content-Type': 'x', 'Retry-After': '17', 'X-Other': 'x' }
  return { status: body.error.status, headers, body: JSON.stringify(body) }
}

/** A world whose scans are answered from here. `aDay`: those of the whole site. */
function scanning({
  answer = { status: 200, headers: {}, body: DONE },
  aDay = 1_000,
}: {
  answer?: ApiResponse | (() => Promise<ApiResponse>)
  aDay?: number
} = {}) {
  const asked: string[] = []
  const fetchInternal = async (address: string) => {
    asked.push(address)
    return typeof answer === 'function' ? answer() : answer
  }
  return { ...createWorld({ scans: { fetchInternal, aDay } }), asked }
}

const scanOf = (address = ADDRESS) => ['scan', { address }] as const
const left = (reply: { headers: Headers }) => reply.headers.get('x-ratelimit-remaining')

describe('a scan of the page', () => {
  test('is the document of the API, private, with what is left of the day', async () => {
    const { browser, asked } = scanning()
    const reply = await browser().post(...scanOf())
    expect([reply.status, reply.text]).toEqual([200, DONE])
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    expect(reply.headers.get('x-ratelimit-limit')).toBe(String(PAGE_SCANS.address.daily))
    expect(left(reply)).toBe('2')
    expect(asked).toEqual([`/_fn/wallet?set=live&caller=page&address=${ADDRESS}`])
  })

  test('has two a minute and three a day without an account, begun anew at midnight', async () => {
    const { browser, clock, asked } = scanning()
    const visitor = browser()
    for (const wanted of ['2', '1']) expect(left(await visitor.post(...scanOf()))).toBe(wanted)
    const hurried = await visitor.post(...scanOf())
    expect([hurried.status, hurried.reason]).toEqual([429, 'limit'])
    expect(hurried.headers.get('retry-after')).toBe('60')
    clock.now += MINUTE
    expect(left(await visitor.post(...scanOf()))).toBe('0')
    clock.now += MINUTE
    const refused = await visitor.post(...scanOf())
    expect(refused.status).toBe(429)
    expect(refused.text).toContain('You have reached the limit of 3 scans without a key a day.')
    expect(asked).toHaveLength(3)
    clock.now = NOON + 12 * 60 * MINUTE
    expect((await visitor.post(...scanOf())).status).toBe(200)
  })

  test('has ten a day with an account, whatever its address, and then none without', async () => {
    const { browser, clock } = scanning()
    const wallet = ethereumWallet()
    for (let n = 0; n < 10; n += 1) {
      const visitor = browser(`198.51.${n}.1`)
      await visitor.signIn(wallet)
      const reply = await visitor.post(...scanOf())
      expect([reply.status, left(reply)]).toEqual([200, String(9 - n)])
      clock.now += MINUTE
    }
    const again = browser('198.51.99.1')
    await again.signIn(wallet)
    const refused = await again.post(...scanOf())
    expect([refused.status, refused.reason]).toEqual([429, 'limit'])
  })

  test.each([
    ['none', 'such-as-this', 400],
    ['the zero address', `0x${'0'.repeat(40)}`, 422],
  ])('of %s spends nothing and asks no one', async (_, address, status) => {
    const { state, calls } = spied(createWorld().state)
    const { api } = createWorld({ state })
    const request = new Request(`${ORIGIN}/account/api/scan`, {
      method: 'POST',
      headers: { Origin: ORIGIN, 'Content-Type': 'application/json' },
      body: JSON.stringify({ address }),
    })
    const reply = await api(request, '192.0.2.1')
    expect(reply.status).toBe(status)
    // That of any request of the account API.
    expect(calls).toEqual(['hit'])
  })

  test.each([
    ['DATA_UNAVAILABLE', '3'],
    ['NAME_RESOLUTION_FAILED', '3'],
    ['NOT_FOUND', '2'],
  ] as const)(
    'that ends with %s leaves %s, and the words and headers of the function',
    async (code, wanted) => {
      const answer = refusal(code)
      const { browser } = scanning({ answer })
      const visitor = browser()
      for (let n = 0; n < (wanted === '3' ? 5 : 1); n += 1) {
        const reply = await visitor.post(...scanOf())
        expect([reply.status, reply.text]).toEqual([answer.status, answer.body])
        expect(reply.headers.get('retry-after')).toBe('17')
        expect(reply.headers.has('x-other')).toBe(false)
        expect(left(reply)).toBe(wanted)
      }
    },
  )

  test.each<[string, () => Promise<ApiResponse>]>([
    ['breaks off', () => Promise.reject(new Error('reset'))],
    ['is not there', async () => ({ status: 404, headers: {}, body: '<html>' })],
    ['says nothing', async () => ({ status: 200, headers: {}, body: null })],
  ])('by a function that %s is 503 and given back', async (_, answer) => {
    const reply = await scanning({ answer })
      .browser()
      .post(...scanOf())
    expect([reply.status, left(reply)]).toEqual([503, '3'])
    expect(reply.headers.get('retry-after')).toBe('30')
  })

  test('leaves no address in the log', async () => {
    const { browser, lines } = scanning()
    await browser().post(...scanOf())
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toContain(ADDRESS.slice(2))
  })
})

describe('who wants more than there is', () => {
  test('gets no more by replays and floods at once', async () => {
    const { browser, asked } = scanning()
    const visitor = browser()
    const replies = await Promise.all(Array.from({ length: 50 }, () => visitor.post(...scanOf())))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(asked).toHaveLength(2)
  })

  test.each([
    ['an IPv4 /24', (n: number) => `203.0.113.${n + 1}`],
    ['an IPv6 /48', (n: number) => `2001:db8:1:${n.toString(16)}::1`],
  ])('gets twelve a day from %s', async (_, addressOf) => {
    const { browser, clock, asked } = scanning()
    for (let n = 0; n < 100; n += 1) {
      await browser(addressOf(n)).post(...scanOf())
      clock.now += MINUTE
    }
    expect(asked).toHaveLength(12)
  })

  test('gets no more than the day of the site from all networks, nor by failures', async () => {
    const { browser, clock, asked } = scanning({ answer: refusal('DATA_UNAVAILABLE'), aDay: 7 })
    for (let n = 0; n < 20; n += 1) {
      const reply = await browser(`203.0.${n}.1`).post(...scanOf())
      expect(reply.status).toBe(n < 7 ? 503 : 429)
      clock.now += MINUTE
    }
    expect(asked).toHaveLength(7)
    const { text } = await browser('203.0.200.1').post(...scanOf())
    expect(text).toContain('All visitors of this site have together reached the limit of 7 scans')
  })

  test('gets twenty a day by many accounts at one address', async () => {
    const { browser, clock, asked } = scanning()
    for (let n = 0; n < 12; n += 1) {
      const visitor = browser()
      await visitor.signIn(ethereumWallet(BigInt(n + 1)))
      clock.now += MINUTE
      for (let each = 0; each < 2; each += 1) await visitor.post(...scanOf())
    }
    expect(asked).toHaveLength(20)
  })

  test('has no session by a made-up cookie', async () => {
    const { browser } = scanning()
    const visitor = browser()
    visitor.cookies.set('__Host-plimsoll-session', 'A'.repeat(43))
    expect((await visitor.post(...scanOf())).headers.get('x-ratelimit-limit')).toBe('3')
  })

  test('sends other bodies in vain', async () => {
    const { browser, asked } = scanning()
    const visitor = browser()
    for (const body of [
      '',
      'null',
      '[]',
      `{"address":"${ADDRESS}","address":"${ADDRESS}"}`,
      { address: ADDRESS, caller: 'x' },
      { address: ADDRESS, set: 'sandbox' },
      { address: [ADDRESS] },
      { address: 'a'.repeat(1_001) },
      `{"address":"${'a'.repeat(17_000)}"}`,
    ]) {
      const reply = await visitor.post('scan', body)
      expect([reply.status, reply.reason]).toEqual([400, 'body'])
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await visitor.post('scan', { address: ADDRESS }, form)).reason).toBe('body')
    expect((await visitor.get('scan')).status).toBe(405)
    expect(asked).toEqual([])
    expect(left(await visitor.post(...scanOf()))).toBe('2')
  })

  test('cannot put another parameter beside the address', async () => {
    const { browser, asked } = scanning()
    await browser().post('scan', { address: 'a&set=sandbox&caller=x.eth' })
    const query = new URLSearchParams(asked[0]?.split('?')[1])
    expect([...query]).toEqual([
      ['set', 'live'],
      ['caller', 'page'],
      ['address', 'a&set=sandbox&caller=x.eth'],
    ])
  })
})

test('without a store there is no scan', async () => {
  const { state } = createWorld()
  const asked: string[] = []
  const down = { ...state, hit: () => Promise.reject(new Error('down')) }
  const { browser } = createWorld({
    state: down,
    scans: {
      fetchInternal: async (address) => {
        asked.push(address)
        return refusal('NOT_FOUND')
      },
      aDay: 9,
    },
  })
  expect((await browser().post(...scanOf())).status).toBeGreaterThanOrEqual(500)
  expect(asked).toEqual([])
})
