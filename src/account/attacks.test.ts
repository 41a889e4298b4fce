import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { openSqliteState } from '../state/sqlite/store.ts'
import {
  type AccountReply,
  createWorld,
  ethereumWallet,
  NOON,
  ORIGIN,
  solanaWallet,
  spied,
} from '../testing/account/world.ts'
import { runs } from '../testing/runs.ts'
import { proofOf } from './proof.ts'
import { CHALLENGE_COOKIE, SESSION_COOKIE } from './session-cookie.ts'

const outcomeOf = ({ status, reason }: AccountReply) => [status, reason ?? null]

describe('a replayed sign-in', () => {
  test('is refused after the first, in the same browser and in one with its cookie', async () => {
    const { browser } = createWorld()
    const visitor = browser()
    const body = await visitor.signed(ethereumWallet())
    const cookie = visitor.cookies.get(CHALLENGE_COOKIE) ?? ''
    expect((await visitor.post('sign-in', body)).status).toBe(200)
    const thief = browser()
    for (const each of [visitor, thief]) {
      each.cookies.set(CHALLENGE_COOKIE, cookie)
      expect(outcomeOf(await each.post('sign-in', body))).toEqual([401, 'spent'])
    }
    expect(thief.cookies.has(SESSION_COOKIE)).toBe(false)
  })

  test('wins once of fifty at the same time', async () => {
    const { browser } = createWorld()
    const visitor = browser()
    const body = await visitor.signed(ethereumWallet())
    const cookie = visitor.cookies.get(CHALLENGE_COOKIE) ?? ''
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const each = browser(`192.0.2.${n}`)
        each.cookies.set(CHALLENGE_COOKIE, cookie)
        return each.post('sign-in', body)
      }),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ reason }) => reason === 'spent')).toHaveLength(49)
  })

  test('is refused with the same signature in another spelling', async () => {
    const visitor = createWorld().browser()
    const body = await visitor.signed(ethereumWallet())
    const cookie = visitor.cookies.get(CHALLENGE_COOKIE) ?? ''
    expect((await visitor.post('sign-in', body)).status).toBe(200)
    visitor.cookies.set(CHALLENGE_COOKIE, cookie)
    const last = body.signature.endsWith('1b') ? '00' : '01'
    for (const signature of [
      `0x${body.signature.slice(2).toUpperCase()}`,
      `${body.signature.slice(0, -2)}${last}`,
    ]) {
      const reply = await visitor.post('sign-in', { ...body, signature })
      expect(outcomeOf(reply)).toEqual([401, 'spent'])
    }
  })

  test('is refused for as long as its message would be accepted', async () => {
    const { browser, clock } = createWorld()
    const visitor = browser()
    const body = await visitor.signed(ethereumWallet())
    const cookie = visitor.cookies.get(CHALLENGE_COOKIE) ?? ''
    await visitor.post('sign-in', body)
    for (const at of [60_000, 299_999]) {
      clock.now = NOON + at
      visitor.cookies.set(CHALLENGE_COOKIE, cookie)
      expect((await visitor.post('sign-in', body)).reason).toBe('spent')
    }
    clock.now = NOON + 300_000
    expect((await visitor.post('sign-in', body)).reason).toBe('expired')
  })
})

describe('a session that someone else chose', () => {
  test('is not the one after sign-in', async () => {
    const { browser } = createWorld()
    const visitor = browser()
    const planted = 'A'.repeat(43)
    visitor.cookies.set(SESSION_COOKIE, planted)
    await visitor.signIn(ethereumWallet())
    expect(visitor.cookies.get(SESSION_COOKIE)).not.toBe(planted)
    const thief = browser()
    thief.cookies.set(SESSION_COOKIE, planted)
    expect((await thief.get('account')).reason).toBe('session')
  })

  test('is dead after sign-in, when it was one of the attacker', async () => {
    const { browser } = createWorld()
    const [attacker, victim] = [browser(), browser()]
    await attacker.signIn(ethereumWallet(2n))
    const planted = attacker.cookies.get(SESSION_COOKIE) ?? ''
    victim.cookies.set(SESSION_COOKIE, planted)
    await victim.signIn(ethereumWallet())
    expect(victim.cookies.get(SESSION_COOKIE)).not.toBe(planted)
    expect((await attacker.get('account')).reason).toBe('session')
  })
})

describe('a request from another site', () => {
  const CHANGES = [
    'challenge',
    'sign-in',
    'keys',
    'keys/revoke',
    'scan',
    'sign-out',
    'delete',
  ] as const
  const BODIES: Record<(typeof CHANGES)[number], object> = {
    challenge: ethereumWallet().asks,
    'sign-in': {},
    keys: { name: 'a', environment: 'live' },
    'keys/revoke': { id: 'key_0' },
    scan: { address: ethereumWallet().address },
    'sign-out': { everywhere: true },
    delete: { confirm: ethereumWallet().address },
  }
  const FOREIGN: Record<string, string | null>[] = [
    { origin: null },
    { origin: 'null' },
    { origin: '' },
    { origin: 'https://evil.example' },
    { origin: `${ORIGIN}.evil.example` },
    { origin: 'http://risk.example.org' },
    { origin: `${ORIGIN}:8443` },
    { origin: `${ORIGIN}/` },
    { origin: 'https://RISK.example.org' },
    { origin: 'https://sub.risk.example.org' },
    { origin: `${ORIGIN}, https://evil.example` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'anything' },
  ]

  test.each(CHANGES)('changes nothing at %s, whatever is foreign about it', async (name) => {
    const { browser, state } = createWorld()
    const visitor = browser()
    await visitor.signIn(ethereumWallet())
    const { state: watched, calls } = spied(state)
    const guarded = createWorld({ state: watched }).browser()
    for (const [key, value] of visitor.cookies) guarded.cookies.set(key, value)
    for (const headers of FOREIGN) {
      const reply = await guarded.post(name, BODIES[name], headers)
      expect(outcomeOf(reply), JSON.stringify(headers)).toEqual([403, 'origin'])
    }
    // Nothing is counted either: else a page could use up its visitor's attempts.
    expect(calls).toEqual([])
    expect((await visitor.get('account')).status).toBe(200)
  })

  test('as a form can send it, is refused even with the right Origin', async () => {
    const visitor = createWorld().browser()
    await visitor.signIn(ethereumWallet())
    for (const type of [
      null,
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const reply = await visitor.post('keys', BODIES.keys, { 'content-type': type })
      expect(outcomeOf(reply)).toEqual([400, 'body'])
    }
    expect((await visitor.get('account')).data.keys).toEqual([])
  })

  test('by GET changes nothing: a picture or a link can send one', async () => {
    const visitor = createWorld().browser()
    await visitor.signIn(ethereumWallet())
    for (const name of CHANGES) {
      for (const method of ['GET', 'HEAD']) {
        expect((await visitor.send(method, name)).status).toBe(405)
      }
    }
    expect((await visitor.get('account')).status).toBe(200)
  })

  test('reads nothing', async () => {
    const visitor = createWorld().browser()
    await visitor.signIn(ethereumWallet())
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ]) {
      const reply = await visitor.get('account', headers)
      expect(outcomeOf(reply)).toEqual([403, 'origin'])
      expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('gets no leave to ask by a preflight', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const reply = await createWorld().browser().send('OPTIONS', 'keys', { headers })
    expect(reply.status).toBe(405)
    const names = [...reply.headers.keys()]
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('a challenge that was signed elsewhere', () => {
  test("holds in one browser only, so it signs no one in to the attacker's account", async () => {
    const { browser, state } = createWorld()
    const [attacker, victim] = [browser(), browser()]
    const body = await attacker.signed(ethereumWallet(2n))
    expect(outcomeOf(await victim.post('sign-in', body))).toEqual([401, 'challenge'])
    await victim.challenge(ethereumWallet())
    expect(outcomeOf(await victim.post('sign-in', body))).toEqual([401, 'challenge'])
    expect(await state.listAccounts()).toEqual([])
    expect((await attacker.post('sign-in', body)).status).toBe(200)
  })

  test('for another site of the same operator is refused, although the secret is the same', async () => {
    const preview = createWorld({ publicUrl: 'https://preview.example.org' })
    const site = createWorld({ state: preview.state })
    const visitor = preview.browser()
    const body = JSON.stringify(ethereumWallet().asks)
    const origin = 'https://preview.example.org'
    const { message, proof } = (await visitor.send('POST', 'challenge', { origin, body })).data
    const moved = site.browser()
    for (const [name, value] of visitor.cookies) moved.cookies.set(name, value)
    const signature = await ethereumWallet().sign(message)
    const reply = await moved.post('sign-in', { message, proof, signature })
    expect(outcomeOf(reply)).toEqual([401, 'challenge'])
  })

  test('on a phishing site that passes everything on does not name this site, and is refused', async () => {
    const { browser } = createWorld()
    const visitor = browser()
    const { message, proof } = await visitor.challenge(ethereumWallet())
    // A wallet shows and signs the domain of the page that asks.
    const shown = message.replaceAll('risk.example.org', 'risk.example.com')
    const signature = await ethereumWallet().sign(shown)
    const own = await visitor.post('sign-in', { message, proof, signature })
    expect(outcomeOf(own)).toEqual([401, 'signature'])
    const theirs = await visitor.post('sign-in', { message: shown, proof, signature })
    expect(outcomeOf(theirs)).toEqual([401, 'challenge'])
  })

  test('for a host that only the request names is never made', async () => {
    const { browser } = createWorld()
    const body = JSON.stringify(ethereumWallet().asks)
    const evil = 'https://evil.example'
    const refused = await browser().send('POST', 'challenge', { origin: evil, body })
    expect(outcomeOf(refused)).toEqual([403, 'origin'])
    const headers = { origin: ORIGIN, host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const reply = await browser().send('POST', 'challenge', { origin: evil, headers, body })
    expect(reply.data.message).toMatch(/^risk\.example\.org wants/)
  })

  test('for another chain is refused', async () => {
    const visitor = createWorld({ verifyContractWallet: async () => true }).browser()
    const body = await visitor.signed(ethereumWallet())
    const message = body.message.replace('Chain ID: 1\n', 'Chain ID: 10\n')
    expect(message).not.toBe(body.message)
    const signature = await ethereumWallet().sign(message)
    const reply = await visitor.post('sign-in', { ...body, message, signature })
    expect(outcomeOf(reply)).toEqual([401, 'challenge'])
  })
})

describe('a message that was changed', () => {
  test('in any byte is refused before its signature is looked at, and so is a changed proof', async () => {
    const verifyContractWallet = vi.fn(async () => true)
    const world = createWorld({ verifyContractWallet })
    const visitor = world.browser()
    const right = await visitor.signed(ethereumWallet())
    const at = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 6 }))
    const change = (text: string, [index, bit]: [number, number]) => {
      const bytes = Buffer.from(text)
      bytes[index % bytes.length] = (bytes[index % bytes.length] ?? 0) ^ (1 << bit)
      return bytes.toString()
    }
    await fc.assert(
      fc.asyncProperty(at, fc.constantFrom('message', 'proof'), async (where, field) => {
        world.clock.now += 10
        visitor.ip = `192.0.2.${where[0] % 256}`
        const body = { ...right, [field]: change(right[field as 'proof'], where) }
        // An attacker who changes the message would also sign it.
        if (field === 'message') body.signature = await ethereumWallet().sign(body.message)
        const reply = await visitor.post('sign-in', body)
        expect(outcomeOf(reply)).toEqual([401, 'challenge'])
      }),
    )
    expect(verifyContractWallet).not.toHaveBeenCalled()
    expect((await visitor.post('sign-in', right)).status).toBe(200)
  })

  test('with a proof of its own, made without the secret, is refused', async () => {
    const visitor = createWorld().browser()
    const { message, signature } = await visitor.signed(ethereumWallet())
    const browser = visitor.cookies.get(CHALLENGE_COOKIE) ?? ''
    for (const secret of ['', 'secret', 'undefined']) {
      const proof = await proofOf(secret || ' ', browser, message)
      const reply = await visitor.post('sign-in', { message, proof, signature })
      expect(outcomeOf(reply)).toEqual([401, 'challenge'])
    }
  })
})

describe('the times of a message', () => {
  test('end it after five minutes, to the millisecond', async () => {
    const { browser, clock } = createWorld()
    const visitor = browser()
    const body = await visitor.signed(ethereumWallet())
    clock.now = NOON + 300_000
    expect(outcomeOf(await visitor.post('sign-in', body))).toEqual([401, 'expired'])
    clock.now = NOON + 299_999
    expect((await visitor.post('sign-in', body)).status).toBe(200)
  })

  test('do not begin by a clock that is ahead by more than a minute', async () => {
    const { browser, clock } = createWorld()
    const visitor = browser()
    const body = await visitor.signed(ethereumWallet())
    clock.now = NOON - 60_001
    expect(outcomeOf(await visitor.post('sign-in', body))).toEqual([401, 'early'])
    clock.now = NOON - 60_000
    expect((await visitor.post('sign-in', body)).status).toBe(200)
  })
})

test('a signature of another wallet, or none at all, opens no account', async () => {
  const { browser, state } = createWorld()
  for (const [wallet, stranger] of [
    [ethereumWallet(), ethereumWallet(2n)],
    [await solanaWallet(), await solanaWallet()],
  ] as const) {
    const visitor = browser()
    const { message, proof } = await visitor.challenge(wallet)
    for (const signature of [
      await stranger.sign(message),
      await wallet.sign(`${message} `),
      '0x',
      '',
      `0x${'0'.repeat(130)}`,
    ]) {
      const reply = await visitor.post('sign-in', { message, proof, signature })
      expect(outcomeOf(reply)).toEqual([401, 'signature'])
    }
  }
  expect(await state.listAccounts()).toEqual([])
})

describe('a body that is meant to harm', () => {
  test.each<[string, string]>([
    ['huge', `{"name":"${'a'.repeat(5_000_000)}","environment":"live"}`],
    ['deep', `{"name":${'['.repeat(8_000)}${']'.repeat(8_000)},"environment":"live"}`],
    ['of many names', `{${Array.from({ length: 2_000 }, (_, n) => `"${n}":1`).join(',')}}`],
    ['with a name twice', '{"name":"a","environment":"test","environment":"live"}'],
    ['with a plan', '{"name":"a","environment":"live","plan":"pro"}'],
    ['with another account', '{"name":"a","environment":"live","accountId":"acc_0"}'],
    ['with a prototype', '{"name":"a","environment":"live","__proto__":{"plan":"pro"}}'],
    ['with a flat prototype', '{"name":"a","environment":"live","__proto__":null}'],
    ['with a constructor', '{"name":"a","environment":"live","constructor":"x"}'],
    ['of a prototype only', '{"__proto__":null,"name":"a"}'],
  ])('%s is refused, and nothing is polluted', async (_, body) => {
    const visitor = createWorld().browser()
    await visitor.signIn(ethereumWallet())
    expect(outcomeOf(await visitor.post('keys', body))).toEqual([400, 'body'])
    expect(Object.keys(Object.prototype)).toEqual([])
    expect((await visitor.get('account')).data.keys).toEqual([])
  })

  test('of any JSON at any address is answered without a 500', async () => {
    const world = createWorld({ verifyContractWallet: async () => false })
    const visitor = world.browser()
    await visitor.signIn(ethereumWallet())
    const paths = ['challenge', 'sign-in', 'keys', 'keys/revoke', 'sign-out', 'delete']
    const name = fc.constantFrom(
      ...['kind', 'address', 'chainId', 'message', 'proof', 'signature', 'name', 'environment'],
      ...['id', 'everywhere', 'confirm', '__proto__', 'toString'],
    )
    const value = fc.oneof(
      fc.constantFrom('ethereum', 'solana', 'live', ethereumWallet().address, '0x', true, 1),
      fc.string({ unit: 'binary' }),
      fc.jsonValue(),
    )
    const body = fc.oneof(fc.dictionary(name, value), fc.jsonValue(), fc.string())
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), body, async (path, sent) => {
        world.clock.now += 3_000
        visitor.ip = `192.0.${world.clock.now % 250}.1`
        const { status } = await visitor.post(path, sent)
        expect([200, 201, 400, 401, 404, 422, 429]).toContain(status)
      }),
      runs(300),
    )
    expect(world.lines.filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('names and headers', () => {
  test('names that look the same are two keys of one account, and revoking goes by id', async () => {
    const visitor = createWorld().browser()
    await visitor.signIn(ethereumWallet())
    const make = (name: string) => visitor.post('keys', { name, environment: 'live' })
    // The second has a Cyrillic а.
    const [latin, cyrillic] = [await make('payments'), await make('pаyments')]
    expect(latin.data.record.name).not.toBe(cyrillic.data.record.name)
    await visitor.post('keys/revoke', { id: latin.data.record.id })
    const { keys } = (await visitor.get('account')).data
    const live = keys.filter((key: { revokedAt: unknown }) => key.revokedAt === null)
    expect(live).toEqual([cyrillic.data.record])
  })

  test('names that turn the direction of a line or hide letters are refused', async () => {
    const visitor = createWorld().browser()
    await visitor.signIn(ethereumWallet())
    for (const letter of ['\u202e', '\u2066', '\u200b', '\u200d', '\ufeff', '\u0007', '\u2029']) {
      const reply = await visitor.post('keys', { name: `a${letter}b`, environment: 'live' })
      expect(outcomeOf(reply)).toEqual([400, 'body'])
    }
  })

  test('nothing that is sent gets into a header of the answer', async () => {
    const visitor = createWorld().browser()
    const evil = 'x; Domain=evil.example; Path=/'
    visitor.cookies.set(SESSION_COOKIE, evil)
    visitor.cookies.set('a', evil)
    const wallet = ethereumWallet()
    const body = { ...wallet.asks, address: `${wallet.address}\r\nSet-Cookie: a=b` }
    const replies = [
      await visitor.post('challenge', body),
      await visitor.post('challenge', wallet.asks),
      await visitor.post('sign-out', { everywhere: false }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([400, 200, 200])
    for (const { headers } of replies) {
      for (const cookie of headers.getSetCookie()) {
        expect(cookie).toMatch(
          /^__Host-plimsoll-(session|challenge)=[\w-]*; HttpOnly; Secure; SameSite=(Lax|Strict); Path=\/; Max-Age=\d+$/,
        )
      }
    }
  })
})

describe('a session', () => {
  test('of a deleted account is dead in every browser, also when the wallet signs in again', async () => {
    const { browser } = createWorld()
    const [one, other] = [browser(), browser()]
    const wallet = ethereumWallet()
    for (const each of [one, other]) await each.signIn(wallet)
    await one.post('delete', { confirm: wallet.address })
    expect((await other.get('account')).reason).toBe('session')
    await one.signIn(wallet)
    expect((await other.get('account')).reason).toBe('session')
    expect((await one.get('account')).data.keys).toEqual([])
  })

  test('ends everywhere at once', async () => {
    const { browser } = createWorld()
    const mine = Array.from({ length: 5 }, () => browser())
    for (const each of mine) await each.signIn(ethereumWallet())
    const stranger = browser()
    await stranger.signIn(ethereumWallet(2n))
    expect((await mine[0]?.post('sign-out', { everywhere: true }))?.status).toBe(200)
    for (const each of mine) expect((await each.get('account')).reason).toBe('session')
    expect((await stranger.get('account')).status).toBe(200)
  })
})

test('the log holds no cookie, signature, wallet, address, name or key', async () => {
  const state = openSqliteState(':memory:')
  const ip = '198.51.100.77'
  const world = createWorld({
    state,
    verifyContractWallet: async (_, address, text, signature) => {
      throw new Error(`${address} ${text} ${signature}`)
    },
  })
  const visitor = world.browser(ip)
  const wallet = ethereumWallet()
  const body = await visitor.signed(ethereumWallet())
  const secrets = [ip, wallet.address, wallet.address.toLowerCase(), body.proof, body.signature]
  secrets.push(body.message, visitor.cookies.get(CHALLENGE_COOKIE) ?? '')
  const unforeseen = await visitor.post('sign-in', { ...body, signature: '0x1234567890abcdef' })
  expect(outcomeOf(unforeseen)).toEqual([500, 'internal'])
  await visitor.post('sign-in', body)
  const { key, record } = (await visitor.post('keys', { name: 'hunter2', environment: 'live' }))
    .data
  secrets.push(key, record.id, 'hunter2', '1234567890abcdef')
  secrets.push(visitor.cookies.get(SESSION_COOKIE) ?? '')
  await visitor.post('keys/revoke', { id: record.id })
  await visitor.post('keys', '{"hunter2":')
  await visitor.get('hunter2')
  await state.close()
  await visitor.post('delete', { confirm: wallet.address })
  const text = JSON.stringify(world.lines)
  expect(world.lines).toHaveLength(8)
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(5)
    expect(text).not.toContain(secret)
  }
})
