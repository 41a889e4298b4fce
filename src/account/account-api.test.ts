import { describe, expect, test } from 'vitest'
import { PLANS } from '../contract/plans.ts'
import { createWorld, ethereumWallet, solanaWallet } from '../testing/account/world.ts'
import { aHit } from '../testing/api/state-contract.ts'
import { MAX_BODY_BYTES } from './read-body.ts'

describe('signing in', () => {
  test('with an Ethereum wallet opens an account on the free plan', async () => {
    const { browser } = createWorld()
    const wallet = ethereumWallet()
    const visitor = browser()
    const reply = await visitor.signIn(wallet)
    expect(reply.status).toBe(200)
    expect(reply.data.account).toEqual({
      id: expect.stringMatching(/^acc_[0-9a-f]{20}$/),
      kind: 'ethereum',
      address: wallet.address,
      wallet: `eip155:${wallet.address.toLowerCase()}`,
      plan: 'free',
      createdAt: '2026-11-22T12:00:00.000Z',
    })
    expect([...visitor.cookies.keys()]).toEqual(['__Host-plimsoll-session'])
    expect((await visitor.get('account')).data.account).toEqual(reply.data.account)
  })

  test('with a Solana wallet gives it the fields that it writes the text from', async () => {
    const visitor = createWorld().browser()
    const wallet = await solanaWallet()
    const { message, signIn, expiresAt } = await visitor.challenge(wallet)
    expect(signIn).toMatchObject({ domain: 'risk.example.org', address: wallet.address })
    for (const field of Object.values(signIn ?? {})) expect(message).toContain(field)
    expect(expiresAt).toBe('2026-11-22T12:05:00.000Z')
    const { data } = await visitor.signIn(wallet)
    expect(data.account).toMatchObject({ kind: 'solana', wallet: `solana:${wallet.address}` })
  })

  test('again finds the same account, from any chain and browser', async () => {
    const { browser, state } = createWorld()
    const ids = []
    for (const chainId of [1, 8453]) {
      ids.push((await browser().signIn(ethereumWallet(1n, chainId))).data.account.id)
    }
    expect(new Set(ids).size).toBe(1)
    expect(await state.listAccounts()).toHaveLength(1)
    await browser().signIn(ethereumWallet(2n))
    expect(await state.listAccounts()).toHaveLength(2)
  })

  test('with a contract wallet makes an account of its chain', async () => {
    const { browser } = createWorld({ verifyContractWallet: async () => true })
    const contract = { ...ethereumWallet(1n, 10), sign: async () => '0x1234' }
    const { wallet } = (await browser().signIn(contract)).data.account
    expect(wallet).toBe(`eip155:10:${contract.address.toLowerCase()}`)
    const { data } = await browser().signIn(ethereumWallet(1n, 10))
    expect(data.account.wallet).not.toBe(wallet)
  })

  test('with a contract wallet is an error while its node is silent, and refused without one', async () => {
    const contract = { ...ethereumWallet(), sign: async () => '0x1234' }
    const { PlimsollError } = await import('../domain/errors.ts')
    const silent = createWorld({
      verifyContractWallet: async () => {
        throw new PlimsollError('UPSTREAM_UNREACHABLE', 'The node of Ethereum did not answer.')
      },
    })
    const reply = await silent.browser().signIn(contract)
    expect([reply.status, reply.reason]).toEqual([503, 'node'])
    expect(reply.text).toContain('The node of Ethereum did not answer.')
    const none = await createWorld().browser().signIn(contract)
    expect([none.status, none.reason]).toEqual([422, 'no-node'])
  })

  test('may be tried again after a wrong signature, with the same message', async () => {
    const visitor = createWorld().browser()
    const wallet = ethereumWallet()
    const { message, proof } = await visitor.challenge(wallet)
    const wrong = await ethereumWallet(2n).sign(message)
    const refused = await visitor.post('sign-in', { message, proof, signature: wrong })
    expect([refused.status, refused.reason]).toEqual([401, 'signature'])
    const signature = await wallet.sign(message)
    expect((await visitor.post('sign-in', { message, proof, signature })).status).toBe(200)
  })

  test.each([0, 2, 4, 1337, 11_155_111])(
    'on chain %i says which chains there are',
    async (chainId) => {
      const reply = await createWorld()
        .browser()
        .post('challenge', ethereumWallet(1n, chainId).asks)
      expect([reply.status, reply.reason]).toEqual([400, chainId === 0 ? 'body' : 'chain'])
      if (chainId > 0) expect(reply.text).toMatch(/Switch your wallet to one of .*Ethereum, /)
    },
  )

  test.each([
    { kind: 'ethereum', address: `0x${'0'.repeat(40)}`, chainId: 1 },
    { kind: 'ethereum', address: '0xF39fd6e51aad88f6f4ce6ab8827279cffFb92266', chainId: 1 },
    { kind: 'ethereum', address: `0x${'1'.repeat(39)}`, chainId: 1 },
    { kind: 'ethereum', address: '4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw', chainId: 1 },
    { kind: 'ethereum', address: `0x${'1'.repeat(40)}`, chainId: '1' },
    { kind: 'solana', address: `0x${'1'.repeat(40)}` },
    { kind: 'solana', address: '4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vig0' },
    { kind: 'bitcoin', address: 'bc1' },
    { kind: ['ethereum'] },
    {},
  ])('is not begun with %j', async (asks) => {
    const reply = await createWorld().browser().post('challenge', asks)
    expect([reply.status, reply.reason]).toEqual([400, 'body'])
  })
})

describe('keys', () => {
  async function signedIn(options: Parameters<typeof createWorld>[0] = {}) {
    const world = createWorld(options)
    const visitor = world.browser()
    const { id } = (await visitor.signIn(ethereumWallet())).data.account
    const make = (name = 'a key', environment = 'live') =>
      visitor.post('keys', { name, environment })
    return { ...world, visitor, id, make }
  }

  test('are shown once, with the plan and name that were asked for', async () => {
    const { visitor, make, state, id } = await signedIn()
    await state.grantAccount(id, 'pro')
    const made = await make('  My server  ', 'test')
    expect(made.status).toBe(201)
    const { key, record } = made.data
    expect(key).toMatch(/^dpk_test_[0-9A-Za-z]{36}$/)
    expect(record).toEqual({
      id: expect.stringMatching(/^key_[0-9a-f]{16}$/),
      name: 'My server',
      hint: `dpk_test_…${key.slice(-4)}`,
      environment: 'test',
      plan: 'pro',
      createdAt: '2026-11-22T12:00:00.000Z',
      revokedAt: null,
      lastUsedDay: null,
    })
    const { data, text } = await visitor.get('account')
    expect(data.keys).toEqual([record])
    expect(text).not.toContain(key)
    expect(text).not.toMatch(/[0-9a-f]{64}/)
  })

  test('are at most five: a revoked one makes room', async () => {
    const { visitor, make } = await signedIn()
    const ids = []
    for (let n = 0; n < 5; n++) ids.push((await make()).data.record.id)
    const sixth = await make()
    expect([sixth.status, sixth.reason]).toEqual([422, 'too-many-keys'])
    const revoked = await visitor.post('keys/revoke', { id: ids[2] })
    expect(revoked.data).toMatchObject({ record: { id: ids[2] }, withinSeconds: 1 })
    expect(revoked.data.record.revokedAt).toBe('2026-11-22T12:00:00.000Z')
    expect((await make()).status).toBe(201)
    const { data } = await visitor.get('account')
    expect([data.keys.length, data.mostKeys]).toEqual([6, 5])
  })

  test('are at most five also when twenty are asked for at once', async () => {
    const { make, visitor } = await signedIn()
    const replies = await Promise.all(Array.from({ length: 20 }, () => make()))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5)
    expect((await visitor.get('account')).data.keys).toHaveLength(5)
  })

  test('are at most twenty a day, of which trying at the limit of five spends none', async () => {
    const { make, visitor, clock } = await signedIn()
    let made = 0
    for (let n = 0; n < 60; n++) {
      const { status, data, reason } = await make()
      if (status === 201) {
        made += 1
        if (made % 5 === 4) await visitor.post('keys/revoke', { id: data.record.id })
      } else if (reason === 'too-many-keys') {
        const { keys } = (await visitor.get('account')).data
        const live = keys.filter((key: { revokedAt: unknown }) => key.revokedAt === null)
        for (const { id } of live) await visitor.post('keys/revoke', { id })
      } else {
        expect([status, reason]).toEqual([429, 'limit'])
        break
      }
      clock.now += 5_000
    }
    expect(made).toBe(20)
  })

  test('that were revoked stay revoked as of then', async () => {
    const { visitor, make, clock } = await signedIn()
    const { id } = (await make()).data.record
    const first = await visitor.post('keys/revoke', { id })
    clock.now += 1_000
    expect((await visitor.post('keys/revoke', { id })).data).toEqual(first.data)
  })

  test('and their usage are shown as the API reports it', async () => {
    const { visitor, make, state, id, clock } = await signedIn()
    const { record } = (await make()).data
    const day = 86_400_000
    const hit = { limits: PLANS.free, meter: { owner: id, keyId: record.id }, caller: id }
    await state.hit(aHit({ ...hit, group: 'protocols', now: clock.now - day }))
    await state.hit(aHit({ ...hit, group: 'wallet', now: clock.now }))
    await state.hit(aHit({ ...hit, limits: { burst: 0, daily: 0 }, now: clock.now }))
    const { data } = await visitor.get('account')
    expect(data.usage).toMatchObject({
      key_id: id,
      plan: 'free',
      total_requests: 2,
      quota: 100_000,
    })
    expect(data.days).toEqual([
      {
        day: '2026-11-21',
        counts: { protocols: 1, wallet: 0, screener: 0, other: 0 },
        refused: 0,
      },
      {
        day: '2026-11-22',
        counts: { protocols: 0, wallet: 1, screener: 0, other: 0 },
        refused: 1,
      },
    ])
    expect(data.limits).toEqual({ burst: 120, daily: 10_000, quota: 100_000, scans: null })
    expect(data.keys[0].lastUsedDay).toBe('2026-11-22')
    clock.now += 20 * day
    await visitor.signIn(ethereumWallet())
    const later = (await visitor.get('account')).data
    expect([later.keys[0].lastUsedDay, later.days]).toEqual(['2026-11-22', []])
  })

  test.each([
    '',
    '   ',
    'a'.repeat(41),
    'a\nb',
    'a\u0000',
    'a\u202eb',
    'a\u200bb',
    'a\u2028b',
    '\ud800',
  ])('are not named %j', async (name) => {
    const { make } = await signedIn()
    const { status, reason } = await make(name)
    expect([status, reason]).toEqual([400, 'body'])
  })

  test('may have any visible name of forty letters', async () => {
    const { make } = await signedIn()
    expect((await make('🦄'.repeat(40))).status).toBe(201)
    expect((await make('e\u0301')).data.record.name).toBe('é')
    expect((await make('<script>alert(1)</script>')).status).toBe(201)
  })
})

test('a page that shows another account than the one that is signed in changes nothing', async () => {
  const world = createWorld()
  const browser = world.browser()
  await browser.signIn(ethereumWallet())
  const shown = { 'Plimsoll-Account': 'acc_00000000000000000000' }
  for (const [name, body] of [
    ['keys', { name: 'mine', environment: 'live' }],
    ['keys/revoke', { id: 'key_1' }],
    ['sign-out', { everywhere: true }],
    ['delete', { confirm: 'x' }],
  ] as const) {
    const reply = await browser.post(name, body, shown)
    expect([reply.status, reply.reason]).toEqual([422, 'other-account'])
  }
  const { data } = await browser.get('account')
  expect(data.keys).toEqual([])
  const own = { 'Plimsoll-Account': data.account.id }
  expect((await browser.post('keys', { name: 'mine', environment: 'live' }, own)).status).toBe(201)
})

describe('a session', () => {
  test('ends after seven days', async () => {
    const { browser, clock } = createWorld()
    const visitor = browser()
    await visitor.signIn(ethereumWallet())
    clock.now += 7 * 86_400_000 - 1
    expect((await visitor.get('account')).status).toBe(200)
    clock.now += 1
    const { status, reason } = await visitor.get('account')
    expect([status, reason]).toEqual([401, 'session'])
  })

  test('ends when its browser signs out, and others go on', async () => {
    const { browser } = createWorld()
    const [one, other] = [browser(), browser()]
    for (const each of [one, other]) await each.signIn(ethereumWallet())
    const kept = new Map(one.cookies)
    expect((await one.post('sign-out', { everywhere: false })).status).toBe(200)
    expect(one.cookies.size).toBe(0)
    for (const [name, value] of kept) one.cookies.set(name, value)
    expect((await one.get('account')).status).toBe(401)
    expect((await other.get('account')).status).toBe(200)
  })

  test('that is none can be ended, but not everywhere', async () => {
    const visitor = createWorld().browser()
    expect((await visitor.post('sign-out', { everywhere: false })).status).toBe(200)
    expect((await visitor.post('sign-out', { everywhere: true })).reason).toBe('session')
  })

  test('is needed for everything but signing in and out', async () => {
    const visitor = createWorld().browser()
    const replies = [
      await visitor.get('account'),
      await visitor.post('keys', { name: 'a', environment: 'live' }),
      await visitor.post('keys/revoke', { id: 'key_0' }),
      await visitor.post('delete', { confirm: '0x' }),
    ]
    for (const { status, reason } of replies) expect([status, reason]).toEqual([401, 'session'])
  })
})

describe('deleting an account', () => {
  test('needs its address, and leaves nothing', async () => {
    const { browser, state } = createWorld()
    const visitor = browser()
    const wallet = ethereumWallet()
    await visitor.signIn(wallet)
    await visitor.post('keys', { name: 'a', environment: 'live' })
    for (const confirm of ['', 'yes', wallet.address.slice(0, -1)]) {
      const { status, reason } = await visitor.post('delete', { confirm })
      expect([status, reason]).toEqual([422, 'confirm'])
    }
    const { status } = await visitor.post('delete', { confirm: ` ${wallet.address.toLowerCase()}` })
    expect([status, visitor.cookies.size]).toEqual([200, 0])
    expect([await state.listAccounts(), await state.listKeys()]).toEqual([[], []])
  })

  test('of a Solana wallet needs its letters as they are', async () => {
    const visitor = createWorld().browser()
    const wallet = await solanaWallet()
    await visitor.signIn(wallet)
    const wrong = await visitor.post('delete', { confirm: wallet.address.toLowerCase() })
    expect(wrong.reason).toBe('confirm')
    expect((await visitor.post('delete', { confirm: wallet.address })).status).toBe(200)
  })
})

describe('every answer', () => {
  test('is JSON that is not stored, and that no other site may read', async () => {
    const visitor = createWorld().browser()
    const replies = [
      await visitor.signIn(ethereumWallet()),
      await visitor.get('account'),
      await visitor.get('nothing'),
      await visitor.post('keys', {}),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 404, 400])
    for (const { headers } of replies) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      const names = [...headers.keys()]
      expect(names.filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test.each(['', 'nothing', 'account/', 'Account', 'keys%2Frevoke', '../account', '__proto__'])(
    'at %j is 404',
    async (path) => {
      const { status, reason } = await createWorld().browser().get(path)
      expect([status, reason]).toEqual([404, 'path'])
    },
  )

  test('outside its own addresses is 404, also where the rest of the path fits', async () => {
    const { api } = createWorld()
    for (const path of ['/v1/access/xxaccount', '/account/apixaccount', '//account/api/account']) {
      expect((await api(new Request(`https://risk.example.org${path}`), '::1')).status).toBe(404)
    }
  })

  test('to another method names those that are allowed', async () => {
    const visitor = createWorld().browser()
    await visitor.signIn(ethereumWallet())
    const rows = [
      ['GET', 'challenge', 'POST'],
      ['GET', 'sign-out', 'POST'],
      ['GET', 'delete', 'POST'],
      ['PUT', 'keys', 'POST'],
      ['OPTIONS', 'keys', 'POST'],
      ['POST', 'account', 'GET, HEAD'],
    ] as const
    for (const [method, path, allow] of rows) {
      const { status, headers } = await visitor.send(method, path)
      expect([status, headers.get('allow')]).toEqual([405, allow])
    }
    const head = await visitor.send('HEAD', 'account')
    expect([head.status, head.text]).toEqual([200, ''])
    expect((await visitor.get('account')).status).toBe(200)
  })

  test('is 503 while the store is down, and signs no one in', async () => {
    const world = createWorld()
    const visitor = world.browser()
    const wallet = ethereumWallet()
    const { message, proof } = await visitor.challenge(wallet)
    const body = { message, proof, signature: await wallet.sign(message) }
    await world.state.close()
    for (const reply of [
      await visitor.post('sign-in', body),
      await visitor.post('challenge', wallet.asks),
      await visitor.get('account'),
    ]) {
      expect([reply.status, reply.reason]).toEqual([503, 'state'])
      expect(reply.headers.get('retry-after')).toBe('30')
      expect(reply.headers.getSetCookie()).toEqual([])
    }
    expect(world.lines.slice(-3).every(({ level }) => level === 'error')).toBe(true)
  })

  test('is 503 without a public address, except on the same machine', async () => {
    const { browser } = createWorld({ publicUrl: null })
    const remote = await browser().post('challenge', ethereumWallet().asks)
    expect([remote.status, remote.reason]).toEqual([503, 'site'])
    expect(remote.text).toContain('PLIMSOLL_PUBLIC_URL')
    const body = JSON.stringify(ethereumWallet().asks)
    const origin = 'http://localhost:8888'
    const local = await browser().send('POST', 'challenge', { origin, body })
    expect(local.data.message).toMatch(/^localhost:8888 wants you to sign in/)
  })

  test('to a body past its limit is 400', async () => {
    const body = { name: 'a'.repeat(MAX_BODY_BYTES), environment: 'live' }
    const { status, reason } = await createWorld().browser().post('keys', body)
    expect([status, reason]).toEqual([400, 'body'])
  })

  test('is limited to 120 a minute for an address', async () => {
    const { browser, clock } = createWorld()
    const visitor = browser()
    for (let n = 0; n < 120; n++) expect((await visitor.get('account')).status).toBe(401)
    const { status, reason, headers } = await visitor.get('account')
    expect([status, reason, headers.get('retry-after')]).toEqual([429, 'limit', '60'])
    expect((await browser('192.0.2.2').get('account')).status).toBe(401)
    clock.now += 60_000
    expect((await visitor.get('account')).status).toBe(401)
  })
})
