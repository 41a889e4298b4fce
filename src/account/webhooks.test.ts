import { describe, expect, test } from 'vitest'
import { MAX_WATCHED } from '../contract/alert-limits.ts'
import type { Watch } from '../contract/alerts.ts'
import { openSqliteState } from '../state/sqlite/store.ts'
import { type Attempt, isProved, type WebhookRecord } from '../state/webhook-store.ts'
import { createWorld, ethereumWallet, NOON } from '../testing/account/world.ts'
import { publishedAs } from '../testing/alerts/published.ts'
import { aDeliveryTo } from '../testing/api/webhook-contract.ts'
import { checkReceiver } from './receiver.ts'

const SNAPSHOT = '2026-11-22-x'
const INDEX = {
  snapshot: SNAPSHOT,
  asOf: '2026-11-22',
  count: 3,
  categories: ['Lending'],
  columns: {
    id: ['aave-v3', 'compound', 'morpho'],
    name: ['Aave V3', 'Compound', 'Morpho'],
    symbol: ['AAVE', 'COMP', null],
    category: [0, 0, 0],
    tvlUsd: [3e9, 2e9, 1e9],
    compositeScore: [3.1, 4.2, 5],
    status: ['active', 'active', 'active'],
    parent: [null, null, null],
    formerSlugs: [[], ['compound-finance'], []],
  },
}
const { table: TABLE } = publishedAs({ '2026-11-22': { 'aave-v3': 3.1, compound: 4.2, morpho: 5 } })
const WATCH: Watch = {
  protocols: ['aave-v3'],
  levelChanges: true,
  incidents: true,
  thresholds: [],
}
const URL_ = 'https://receiver.example/alerts'
const PENDING = {
  at: '2026-11-22T12:00:00.000Z',
  status: 404,
  problem: 'status 404',
}
const ARRIVED = { at: '2026-11-22T12:00:00.000Z', status: 200, problem: null }

async function signedIn(options: Parameters<typeof createWorld>[0] = {}) {
  const tested: WebhookRecord[] = []
  const challenged: { url: string; token: string }[] = []
  /** How the receiver answers a challenge: by its address, at first always with it. */
  const mood = { challenge: async (_: string): Promise<Attempt> => ARRIVED }
  const alerts = {
    loadIndex: async (): Promise<unknown> => INDEX,
    loadTable: async () => TABLE,
    sendChallenge: async ({ url }: WebhookRecord, token: string) => {
      challenged.push({ url, token })
      return mood.challenge(url)
    },
    sendConfirmation: null,
    sendTest: async (webhook: WebhookRecord) => {
      tested.push(webhook)
      return ARRIVED
    },
  }
  const world = createWorld({ alerts, ...options })
  const visitor = world.browser()
  const { id } = (await visitor.signIn(ethereumWallet())).data.account
  const make = (url = URL_, watch: unknown = WATCH) => visitor.post('webhooks', { url, watch })
  return { ...world, visitor, id, make, tested, challenged, mood }
}

describe('a webhook', () => {
  test('is made at the newest snapshot and shown to its owner without a secret', async () => {
    const { visitor, make, state, id } = await signedIn()
    const made = await make()
    expect(made.status).toBe(201)
    const { webhook } = made.data
    expect(webhook).toEqual({
      id: expect.stringMatching(/^wh_[0-9a-f]{20}$/),
      form: 'json',
      url: URL_,
      watch: WATCH,
      createdAt: '2026-11-22T12:00:00.000Z',
      stopped: null,
      pending: null,
      waiting: 0,
      deliveries: [],
    })
    const { data, text } = await visitor.get('account')
    expect([data.webhooks, data.mostWebhooks, data.hasAlerts]).toEqual([[webhook], 3, true])
    expect(text).not.toContain('whsec_')
    expect(await state.listAccountWebhooks(id)).toMatchObject([
      { accountId: id, seenSnapshot: SNAPSHOT, seenDay: '2026-11-22' },
    ])
  })

  test('shows its last ten deliveries, newest first, and how many wait', async () => {
    const { visitor, make, state, id } = await signedIn()
    await make()
    const [record] = await state.listAccountWebhooks(id)
    if (!record) throw new Error('no webhook')
    const all = Array.from({ length: 12 }, () => aDeliveryTo(record))
    await state.addDeliveries(all, NOON)
    const settled = { status: 'delivered', attempts: 1, dueAt: NOON, lastAttempt: ARRIVED } as const
    if (all[11]) await state.settleDelivery(all[11], settled, NOON)
    const { webhooks } = (await visitor.get('account')).data
    expect(webhooks[0].waiting).toBe(11)
    expect(webhooks[0].deliveries).toHaveLength(10)
    expect(webhooks[0].deliveries[0]).toEqual({
      id: all[11]?.id,
      type: 'test',
      at: '2026-11-21T12:00:00.000Z',
      protocol: null,
      status: 'delivered',
      attempts: 1,
      lastAttempt: ARRIVED,
    })
  })

  test('is one of three, and of more the fourth is refused until one is deleted', async () => {
    const { visitor, make } = await signedIn()
    const made = [await make(), await make(), await make()]
    const fourth = await make()
    expect([fourth.status, fourth.reason]).toEqual([422, 'too-many-webhooks'])
    const { id } = made[0]?.data.webhook ?? {}
    expect((await visitor.post('webhooks/delete', { id })).status).toBe(200)
    expect((await make()).status).toBe(201)
  })

  test('is changed where something is given', async () => {
    const { visitor, make } = await signedIn()
    const { webhook } = (await make()).data
    const { id } = webhook
    const url = 'https://other.example:8443/hook?x=1'
    const paused = await visitor.post('webhooks/update', { id, url, stopped: 'paused' })
    expect(paused.data.webhook).toEqual({ ...webhook, url, stopped: 'paused' })
    const watch = { ...WATCH, protocols: null, incidents: false }
    const changed = await visitor.post('webhooks/update', { id, watch })
    expect(changed.data.webhook).toEqual({ ...webhook, url, stopped: 'paused', watch })
  })

  test('that is resumed begins with the newest snapshot, and keeps a protocol that is gone', async () => {
    const { visitor, make, state, id: accountId } = await signedIn()
    const { id } = (await make()).data.webhook
    const watch = { ...WATCH, protocols: ['gone-since'] }
    const stored = { ...WATCH, protocols: [{ id: '77', slug: 'gone-since' }], thresholds: [] }
    const old = { seenSnapshot: 'old', seenDay: '2026-01-01', watch: stored }
    await state.updateWebhook(id, { ...old, stopped: 'failing' })
    const renamed = await visitor.post('webhooks/update', { id, url: URL_, watch })
    expect(renamed.status).toBe(200)
    expect(await state.listAccountWebhooks(accountId)).toMatchObject([old])
    const resumed = await visitor.post('webhooks/update', { id, stopped: null })
    expect(resumed.data.webhook).toMatchObject({ stopped: null, watch })
    expect(await state.listAccountWebhooks(accountId)).toMatchObject([
      { seenSnapshot: SNAPSHOT, seenDay: '2026-11-22', stopped: null },
    ])
  })

  test('of another account is answered like none', async () => {
    const { browser, make } = await signedIn()
    const { id } = (await make()).data.webhook
    const stranger = browser()
    await stranger.signIn(ethereumWallet(2n))
    for (const name of ['update', 'delete', 'test', 'prove', 'secret']) {
      const own = await stranger.post(`webhooks/${name}`, { id })
      const none = await stranger.post(`webhooks/${name}`, { id: 'wh_nobody' })
      expect([own.status, own.reason]).toEqual([404, 'webhook'])
      expect(own.text).toBe(none.text)
    }
    expect((await stranger.get('account')).data.webhooks).toEqual([])
  })

  test('needs a session', async () => {
    const { browser } = await signedIn()
    const stranger = browser()
    for (const [name, body] of [
      ['webhooks', { url: URL_, watch: WATCH }],
      ['webhooks/update', { id: 'wh_a' }],
      ['webhooks/delete', { id: 'wh_a' }],
      ['webhooks/test', { id: 'wh_a' }],
      ['webhooks/prove', { id: 'wh_a' }],
      ['webhooks/secret', { id: 'wh_a' }],
    ] as const) {
      const reply = await stranger.post(name, body)
      expect([reply.status, reply.reason]).toEqual([401, 'session'])
    }
  })

  test('goes with its account', async () => {
    const { visitor, make, state } = await signedIn()
    await make()
    await visitor.post('delete', { confirm: ethereumWallet().address })
    expect(await state.listWebhooks()).toEqual([])
  })
})

test('the secret is shown on request, is its own for each webhook, and is in no line of the log', async () => {
  const { visitor, make, lines } = await signedIn()
  const ids = [(await make()).data.webhook.id, (await make()).data.webhook.id]
  const secrets = []
  for (const id of [...ids, ids[0]]) {
    secrets.push((await visitor.post('webhooks/secret', { id })).data.secret)
  }
  expect(secrets[0]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(secrets[0]).toBe(secrets[2])
  expect(secrets[0]).not.toBe(secrets[1])
  expect(JSON.stringify(lines)).not.toContain('whsec_')
})

describe('a challenge', () => {
  test('is sent when a webhook is made, with another text each time', async () => {
    const { make, challenged, state, id } = await signedIn()
    await make()
    await make('https://other.example/hook')
    expect(challenged.map(({ url }) => url)).toEqual([URL_, 'https://other.example/hook'])
    expect(new Set(challenged.map(({ token }) => token)).size).toBe(2)
    for (const { token } of challenged) expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect((await state.listAccountWebhooks(id)).every(isProved)).toBe(true)
  })

  test('that was not echoed leaves the webhook pending: no test is sent to it, until a repeated one is', async () => {
    const { visitor, make, mood, tested, challenged } = await signedIn()
    mood.challenge = async () => PENDING
    const { webhook } = (await make()).data
    expect(webhook.pending).toEqual(PENDING)
    const refused = await visitor.post('webhooks/test', { id: webhook.id })
    expect([refused.status, refused.reason]).toEqual([422, 'pending'])
    expect(tested).toEqual([])
    expect((await visitor.post('webhooks/prove', { id: webhook.id })).data.webhook.pending).toEqual(
      PENDING,
    )
    mood.challenge = async () => ARRIVED
    expect(
      (await visitor.post('webhooks/prove', { id: webhook.id })).data.webhook.pending,
    ).toBeNull()
    expect((await visitor.post('webhooks/test', { id: webhook.id })).status).toBe(200)
    await visitor.post('webhooks/prove', { id: webhook.id })
    expect(challenged).toHaveLength(3)
  })

  test('is sent again to a new address, and not to the one that echoed before', async () => {
    const { visitor, make, mood, challenged } = await signedIn()
    const { id } = (await make()).data.webhook
    mood.challenge = async () => PENDING
    const url = 'https://victim.example/hook'
    const moved = await visitor.post('webhooks/update', { id, url })
    expect(moved.data.webhook.pending).toEqual(PENDING)
    const back = await visitor.post('webhooks/update', { id, url: URL_ })
    expect(back.data.webhook.pending).toBeNull()
    expect(challenged.map((one) => one.url)).toEqual([URL_, url])
  })

  test('that an address echoes late does not prove another one that took its place', async () => {
    const { visitor, make, mood, state, id: accountId } = await signedIn()
    const own = Promise.withResolvers<Attempt>()
    mood.challenge = async () => PENDING
    const { id } = (await make()).data.webhook
    mood.challenge = (url) => (url === URL_ ? own.promise : Promise.resolve(PENDING))
    const late = visitor.post('webhooks/prove', { id })
    const moved = await visitor.post('webhooks/update', { id, url: 'https://victim.example/' })
    expect(moved.data.webhook.pending).toEqual(PENDING)
    own.resolve(ARRIVED)
    expect((await late).data.webhook).toMatchObject({ url: 'https://victim.example/' })
    const [record] = await state.listAccountWebhooks(accountId)
    expect(record && isProved(record)).toBe(false)
  })

  test('is sent five times a minute, by repeating or by changing the address', async () => {
    const { visitor, make, mood, challenged } = await signedIn()
    mood.challenge = async () => PENDING
    const { id } = (await make()).data.webhook
    for (let n = 0; n < 3; n++) await visitor.post('webhooks/prove', { id })
    for (let n = 0; n < 2; n++) {
      await visitor.post('webhooks/update', { id, url: `https://victim.example/${n}` })
    }
    const again = await visitor.post('webhooks/prove', { id })
    expect([again.status, again.reason]).toEqual([429, 'limit'])
    const moved = await visitor.post('webhooks/update', { id, url: 'https://victim.example/' })
    expect([moved.status, moved.reason]).toEqual([429, 'limit'])
    expect(challenged).toHaveLength(6)
  })
})

describe('a test', () => {
  test('is sent at once, also to a webhook that is paused, and says what came back', async () => {
    const { visitor, make, tested } = await signedIn()
    const { id } = (await make()).data.webhook
    await visitor.post('webhooks/update', { id, stopped: 'paused' })
    const { data } = await visitor.post('webhooks/test', { id })
    expect(data.attempt).toEqual(ARRIVED)
    expect(tested).toMatchObject([{ id, url: URL_ }])
  })

  test('is sent five times a minute and 50 times a day', async () => {
    const { visitor, make, clock, tested } = await signedIn()
    const { id } = (await make()).data.webhook
    for (let minute = 0; minute < 10; minute++) {
      clock.now = NOON + minute * 60_000
      for (let n = 0; n < 5; n++) await visitor.post('webhooks/test', { id })
      const sixth = await visitor.post('webhooks/test', { id })
      expect([sixth.status, sixth.reason]).toEqual([429, 'limit'])
    }
    clock.now = NOON + 3_600_000
    expect((await visitor.post('webhooks/test', { id })).text).toContain('50 tests a day')
    expect(tested).toHaveLength(50)
  })
})

describe('the address', () => {
  test.each([
    'https://receiver.example/',
    'https://receiver.example:8443/a?b=c',
    'https://93.184.216.34/alerts',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/alerts',
    `https://receiver.example/${'a'.repeat(474)}`,
  ])('%s may be used', async (url) => {
    const { make } = await signedIn()
    expect((await make(url)).data.webhook.url).toBe(url)
  })

  test.each([
    ['receiver.example', 'complete address'],
    ['', 'complete address'],
    [`https://receiver.example/${'a'.repeat(476)}`, '500 characters'],
    ['https://receiver.example/a b', 'complete address'],
    ['https://receiver.example/a\nb', 'complete address'],
    ['http://receiver.example/', 'https://'],
    ['ftp://receiver.example/', 'https://'],
    ['javascript:alert(1)', 'https://'],
    ['https://name:word@receiver.example/', 'name or password'],
    ['https://receiver.example/#part', 'a #'],
    ['https://receiver.example/#', 'a #'],
    ['https://receiver.example:25/', 'port 443'],
    ['https://localhost/', 'public internet'],
    ['https://localhost./', 'public internet'],
    ['https://service.internal/', 'public internet'],
    ['https://printer.local/', 'public internet'],
    ['https://intranet/', 'public internet'],
    ['https://127.0.0.1/', 'public internet'],
    ['https://2130706433/', 'public internet'],
    ['https://0x7f.1/', 'public internet'],
    ['https://10.0.0.1/', 'public internet'],
    ['https://169.254.169.254/latest/', 'public internet'],
    ['https://[::1]/', 'public internet'],
    ['https://[::ffff:127.0.0.1]/', 'public internet'],
    ['https://[64:ff9b::7f00:1]/', 'public internet'],
    ['https://[fd00::1]/', 'public internet'],
  ])('%j is refused', async (url, words) => {
    const { make, state } = await signedIn()
    const reply = await make(url)
    expect([reply.status, reply.reason]).toEqual([422, 'url'])
    expect(reply.text).toContain(words)
    expect(await state.listWebhooks()).toEqual([])
  })

  test('may be on this machine where the site is', async () => {
    const local = await signedIn()
    const check = (url: string) => checkReceiver('json', url, site)
    const site = { origin: 'http://localhost:8888', domain: 'localhost:8888' }
    for (const url of [
      'http://localhost:9999/hook',
      'http://127.0.0.1:9999/',
      'https://a.example/',
    ]) {
      expect(check(url)).toBe(url)
    }
    for (const url of ['http://a.example/', 'http://10.0.0.1/', 'http://localhost:80/x#y']) {
      expect(() => check(url)).toThrow()
    }
    expect((await local.make('http://localhost:9999/hook')).reason).toBe('url')
  })
})

describe('what is watched', () => {
  test('is kept by current ids, each once', async () => {
    const { make } = await signedIn()
    const threshold = { protocol: 'compound-finance', score: 'composite', limit: 6 }
    const watch = {
      protocols: ['compound-finance', 'compound', 'morpho'],
      levelChanges: true,
      incidents: false,
      thresholds: [threshold, threshold, { ...threshold, limit: 7 }],
    }
    expect((await make(URL_, watch)).data.webhook.watch).toEqual({
      ...watch,
      protocols: ['compound', 'morpho'],
      thresholds: [
        { ...threshold, protocol: 'compound' },
        { ...threshold, protocol: 'compound', limit: 7 },
      ],
    })
  })

  test('must be published, and near names are suggested', async () => {
    const { make } = await signedIn()
    const watch = { ...WATCH, protocols: ['compund', 'aave-v3', '<script>alert(1)</script>'] }
    const reply = await make(URL_, watch)
    expect([reply.status, reply.reason]).toEqual([422, 'protocol'])
    expect(reply.text).toContain('“compund” (did you mean compound?)')
    expect(reply.text).not.toContain('script')
  })

  test('is at least one thing', async () => {
    const { make } = await signedIn()
    const watch = { ...WATCH, levelChanges: false, incidents: false }
    expect((await make(URL_, watch)).reason).toBe('watch')
  })

  test.each([
    { ...WATCH, protocols: [] },
    { ...WATCH, protocols: Array(MAX_WATCHED + 1).fill('aave-v3') },
    { ...WATCH, thresholds: [{ protocol: 'aave-v3', score: 'beauty', limit: 5 }] },
    { ...WATCH, thresholds: [{ protocol: 'aave-v3', score: 'composite', limit: 11 }] },
    { ...WATCH, more: true },
    { ...WATCH, protocols: [[['aave-v3']]] },
    {},
    null,
  ])('%j cannot be read', async (watch) => {
    const { make } = await signedIn()
    const reply = await make(URL_, watch)
    expect([reply.status, reply.reason]).toEqual([400, 'body'])
  })

  test('is named once in a body', async () => {
    const { visitor } = await signedIn()
    const body = JSON.stringify({ url: URL_, watch: WATCH })
    const double = body.replace('"incidents":true', '"incidents":true,"incidents":false')
    expect((await visitor.post('webhooks', double)).reason).toBe('body')
    expect((await visitor.post('webhooks', body)).status).toBe(201)
  })
})

describe('without alerts', () => {
  test('no webhook is made or tested, and those that are there can be deleted', async () => {
    const state = openSqliteState(':memory:')
    const { make } = await signedIn({ state })
    const { id } = (await make()).data.webhook
    const { visitor, make: makeAgain } = await signedIn({ state, alerts: null })
    expect((await makeAgain()).reason).toBe('alerts')
    expect((await visitor.post('webhooks/test', { id })).reason).toBe('alerts')
    expect((await visitor.get('account')).data).toMatchObject({ hasAlerts: false })
    expect((await visitor.post('webhooks/delete', { id })).status).toBe(200)
  })

  test.each([undefined, null, {}, { ...INDEX, count: 4 }])(
    'a published list that is %j is an error that passes',
    async (index) => {
      const send = async () => ARRIVED
      const loads = { loadIndex: async () => index, loadTable: async () => TABLE }
      const alerts = { ...loads, sendTest: send, sendChallenge: send, sendConfirmation: null }
      const { make } = await signedIn({ alerts })
      const reply = await make()
      expect([reply.status, reply.reason]).toEqual([503, 'alerts'])
    },
  )
})
