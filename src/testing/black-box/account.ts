import { describe, expect, test, vi } from 'vitest'
import {
  type AccountReply,
  solanaWallet,
  type TestBrowser,
  type TestWallet,
} from '../account/world.ts'
import { browserAt, newWallet } from './account-client.ts'
import { ask, isWhole, send, sweep, type Target } from './client.ts'

const SESSION = '__Host-plimsoll-session'

interface MadeKey {
  key: string
  record: { id: string }
}

/** Accounts, from the first sign-in to the last trace, with real signatures. */
export function describeAccount(target: Target): void {
  const whole = test.runIf(isWhole(target))
  const makeKey = async (browser: TestBrowser, name: string) => {
    const reply = await browser.post('keys', { name, environment: 'live' })
    expect(reply.status).toBe(201)
    return Object(reply.data) as MadeKey
  }
  const statusOf = async (key: string) => (await ask(target, '/v1/stats', { key })).status

  describe('an account', () => {
    const wallets: [string, () => TestWallet | Promise<TestWallet>][] = [
      ['solana', solanaWallet],
      ['ethereum', newWallet],
    ]
    test.each(sweep(target, wallets))(
      'of a wallet of %s makes keys, sees what they use, and is deleted',
      async (kind, create) => {
        const wallet = await create()
        const browser = browserAt(target)
        expectRefused(await browser.get('account'), 401, 'session')
        const sent = await browser.signed(wallet)
        const reply = await browser.post('sign-in', sent)
        expect(reply.status).toBe(200)
        expectPrivate(reply)
        expect(reply.headers.getSetCookie()).toHaveLength(2)
        const empty = await browser.get('account')
        expect(empty.data).toMatchObject({
          account: { kind, plan: 'free' },
          keys: [],
          mostKeys: 5,
          usage: { total_requests: 0, quota: 100_000 },
        })
        expectPrivate(empty)

        const made: MadeKey[] = []
        for (const name of ['one', 'two', 'three', 'four', 'five']) {
          made.push(await makeKey(browser, name))
        }
        expectRefused(
          await browser.post('keys', { name: 'six', environment: 'live' }),
          422,
          'too-many-keys',
        )

        const [first, second] = made
        if (!first || !second) throw new Error('no keys')
        const one = await ask(target, '/v1/stats', { key: first.key })
        const two = await ask(target, '/v1/protocols', { key: second.key })
        expect([one.status, two.status]).toEqual([200, 200])
        if (target.capabilities.exactCounts) {
          const left = (reply: typeof one) => Number(reply.headers['x-ratelimit-remaining'])
          expect(left(two)).toBe(left(one) - 1)
        }
        await vi.waitFor(
          async () => {
            const { data } = await browser.get('account')
            expect(data).toMatchObject({
              usage: { total_requests: 2, breakdown: { other: 1, protocols: 1 } },
              // Those made at the same time have no order.
              keys: expect.arrayContaining(
                made.map(({ record: { id } }, index) =>
                  expect.objectContaining({
                    id,
                    lastUsedDay: index < 2 ? expect.stringMatching(/^20\d\d-\d\d-\d\d$/) : null,
                  }),
                ),
              ),
            })
          },
          { timeout: 10_000, interval: 1_000 },
        )

        const revoked = await browser.post('keys/revoke', { id: first.record.id })
        expect(revoked.status).toBe(200)
        const within = Number(revoked.data.withinSeconds)
        expect(within).toBeGreaterThan(0)
        await vi.waitFor(async () => expect(await statusOf(first.key)).toBe(401), {
          timeout: within * 1_000 + 500,
          interval: 500,
        })
        expect(await statusOf(second.key)).toBe(200)

        expectRefused(await browser.post('sign-in', sent), 401)
        expect((await browser.post('sign-out', { everywhere: false })).status).toBe(200)
        expectRefused(await browser.get('account'), 401, 'session')

        expect((await browser.signIn(wallet)).status).toBe(200)
        expect((await browser.get('account')).data.keys).toHaveLength(5)
        expectRefused(await browser.post('delete', { confirm: 'something else' }), 422, 'confirm')
        expect((await browser.post('delete', { confirm: wallet.address })).status).toBe(200)
        expectRefused(await browser.get('account'), 401, 'session')
        await vi.waitFor(async () => expect(await statusOf(second.key)).toBe(401), {
          timeout: within * 1_000 + 500,
          interval: 500,
        })
      },
      60_000,
    )

    whole('has one session for each browser, and ends all of them at once', async () => {
      const wallet = newWallet()
      const [here, there] = [browserAt(target), browserAt(target)]
      await here.signIn(wallet)
      await there.signIn(wallet)
      expect(here.cookies.get(SESSION)).not.toBe(there.cookies.get(SESSION))
      expect((await here.post('sign-out', { everywhere: true })).status).toBe(200)
      expectRefused(await there.get('account'), 401, 'session')
    })

    whole('is opened by a message once, and in the browser that asked for it', async () => {
      const wallet = newWallet()
      const [here, there] = [browserAt(target), browserAt(target)]
      const sent = await here.signed(wallet)
      const reply = await here.post('sign-in', sent)
      expect(reply.status).toBe(200)
      await there.post('challenge', { kind: 'ethereum', address: wallet.address, chainId: 1 })
      expectRefused(await there.post('sign-in', sent), 401, 'challenge')
    })

    whole('does not reach the keys of another', async () => {
      const [mine, other] = [browserAt(target), browserAt(target)]
      await mine.signIn(newWallet())
      await other.signIn(newWallet())
      const { key, record } = await makeKey(other, 'theirs')
      const replies = [
        await mine.post('keys/revoke', { id: record.id }),
        await mine.post('keys/revoke', { id: 'key_0000000000000000' }),
      ]
      for (const reply of replies) expect(reply.status).toBe(404)
      expect(replies[0]?.reason).toBe(replies[1]?.reason)
      expect(await statusOf(key)).toBe(200)
    })

    test.each(
      sweep(target, [
        ['a page of another site', { origin: 'https://evil.example' }],
        ['a page that has no origin', { origin: 'null' }],
        ['a frame of another site', { 'sec-fetch-site': 'cross-site' }],
      ] as [string, Record<string, string>][]),
    )('is not changed by %s', async (_, headers) => {
      const browser = browserAt(target)
      await browser.signIn(newWallet())
      const reply = await browser.post('sign-out', { everywhere: true }, headers)
      if (target.capabilities.keepsRefusals) expectRefused(reply, 403, 'origin')
      else expect(reply.status).toBe(404)
      expect((await browser.get('account')).status).toBe(200)
    })

    test('shows pages of links in mails to anyone, and does nothing without a right token', async () => {
      const wrong = `w=wh_00000000000000000000&a=${'0'.repeat(32)}&t=${'0'.repeat(64)}`
      const at = (path: string, method = 'GET') =>
        send(target, `/account/api/mail/${path}?${wrong}`, { method })
      const shown = await at('confirm')
      expect([shown.status, shown.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ])
      expect(shown.text).toContain('<form method="post">')
      expect(shown.headers['cache-control']).toBe('no-store')
      for (const path of ['confirm', 'unsubscribe', 'never']) {
        expect((await at(path, 'POST')).status).toBe(400)
      }
      expect((await at('unsubscribe')).status).toBe(400)
      expect((await at('confirm', 'DELETE')).status).toBe(405)
    })

    test('needs JSON of a moderate size', async () => {
      const browser = browserAt(target)
      const address = `0x${'1'.repeat(40)}`
      const asked = { kind: 'ethereum', address, chainId: 1 }
      const form = { 'content-type': 'text/plain' }
      expect((await browser.post('challenge', asked, form)).status).toBe(400)
      const long = { ...asked, more: 'x'.repeat(20_000) }
      expect((await browser.post('challenge', long)).status).toBe(400)
      const chain = await browser.post('challenge', { ...asked, chainId: 31_337 })
      expectRefused(chain, 400, 'chain')
    })

    test('is not at an address that does not exist, nor by another method', async () => {
      const browser = browserAt(target)
      expect((await browser.get('nothing')).status).toBe(404)
      expect((await browser.get('keys')).status).toBe(405)
      expect((await browser.post('account', {})).status).toBe(405)
    })
  })
}

function expectRefused(reply: AccountReply, status: number, reason?: string): void {
  expect({ status: reply.status, reason: reason && reply.reason }).toEqual({ status, reason })
  expectPrivate(reply)
}

/** No cache keeps it, and no other site may read it. */
function expectPrivate({ headers }: AccountReply): void {
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-type')).toMatch(/^application\/json/)
}
