import { describe, expect, test } from 'vitest'
import { ACCOUNT_LIMITS, MAILBOX_LIMITS } from '../contract/admission.ts'
import { DAY_MS } from '../domain/day.ts'
import { neverQuery, unsubscribeQuery } from '../state/mail-links.ts'
import type { WebhookRecord } from '../state/webhook-store.ts'
import { createWorld, ethereumWallet, ORIGIN, SECRET } from '../testing/account/world.ts'
import { publishedAs } from '../testing/alerts/published.ts'
import type { AlertServices } from './account-deps.ts'

const { table } = publishedAs({ '2026-11-22': { aave: 3.1 } })
const column = (value: unknown) => [value]
const INDEX = {
  ...{ snapshot: '2026-11-22-x', asOf: '2026-11-22', count: 1, categories: ['Lending'] },
  columns: {
    ...{ id: column('aave'), name: column('Aave'), symbol: column(null), category: column(0) },
    ...{ tvlUsd: column(1), compositeScore: column(3.1), status: column('active') },
    ...{ parent: column(null), formerSlugs: column([]) },
  },
}
const WATCH = { protocols: ['aave'], levelChanges: true, incidents: true, thresholds: [] }

function worldWith(sendConfirmation: AlertServices['sendConfirmation']) {
  const arrived = { at: '2026-11-22T12:00:00.000Z', status: 200, problem: null }
  return createWorld({
    alerts: {
      loadIndex: async () => INDEX,
      loadTable: async () => table,
      sendChallenge: async () => arrived,
      sendTest: async () => arrived,
      sendConfirmation,
    },
  })
}

/** An account on a site that sends mail, which keeps what it would send. */
async function openMail(given: { problem?: string | null } = {}) {
  const sent: { webhook: WebhookRecord; token: string }[] = []
  const mood = { problem: given.problem ?? null }
  const world = worldWith(async (webhook, token) => {
    sent.push({ webhook, token })
    return { problem: mood.problem }
  })
  const browser = world.browser()
  await browser.signIn(ethereumWallet())
  const make = (url: unknown, by = browser) =>
    by.post('webhooks', { form: 'email', url, watch: WATCH })
  /** Opens a link of a mail as one who has it, without the site's cookies and origin. */
  async function follow(path: string, method: 'GET' | 'POST' = 'POST', body?: string) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const init = { method, ...(body === undefined ? {} : { body, headers }) }
    const response = await world.api(
      new Request(`${ORIGIN}/account/api/mail/${path}`, init),
      '198.51.100.7',
    )
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const confirmPath = (at = -1) => {
    const { webhook, token } = sent.at(at) ?? {}
    return `confirm?w=${webhook?.id}&t=${token}`
  }
  const find = async (at = 0) => (await world.state.listWebhooks())[at] as WebhookRecord
  return { ...world, visitor: world.browser, browser, make, sent, mood, follow, confirmPath, find }
}

describe('an address of e-mail', () => {
  test('is confirmed by a POST of the link, once; opening the link does nothing', async () => {
    const { make, follow, confirmPath, find, sent } = await openMail()
    const made = await make('Person@Example.org')
    expect(made.status).toBe(201)
    expect(made.data.webhook).toMatchObject({
      ...{ form: 'email', url: 'Person@example.org' },
      pending: { status: null, problem: 'the link in the mail was not opened yet' },
    })
    const { provedUrl, confirmation } = await find()
    expect(provedUrl).toBeNull()
    expect(JSON.stringify(confirmation)).not.toContain(sent[0]?.token ?? '-')

    for (let n = 0; n < 3; n++) {
      const shown = await follow(confirmPath(), 'GET')
      expect([shown.status, shown.text]).toEqual([
        200,
        expect.stringContaining('<form method="post">'),
      ])
    }
    expect((await find()).provedUrl).toBeNull()
    const done = await follow(confirmPath())
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('is confirmed')])
    expect((await find()).provedUrl).toBe('mailto:Person@example.org')
    const again = await follow(confirmPath())
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('not valid')])
  })

  test('is confirmed once also when the link is posted twenty times at once', async () => {
    const { make, follow, confirmPath } = await openMail()
    await make('a@example.org')
    const all = await Promise.all(Array.from({ length: 20 }, () => follow(confirmPath())))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is not confirmed after a day, by a forged link, by that of another or of another address', async () => {
    const { make, follow, confirmPath, find, clock, browser, sent } = await openMail()
    await make('one@example.org')
    await make('two@example.org')
    const [one, two] = sent
    const pair = (w: string | undefined, t: string | undefined) => follow(`confirm?w=${w}&t=${t}`)
    const odd = [
      '',
      '0'.repeat(64),
      'z'.repeat(64),
      `${one?.token}0`,
      'x'.repeat(5_000),
      '%00',
      '[]',
    ]
    for (const token of odd) expect((await pair(one?.webhook.id, token)).status).toBe(400)
    expect((await pair(one?.webhook.id, two?.token)).status).toBe(400)
    expect((await pair('wh_00000000000000000000', one?.token)).status).toBe(400)
    expect((await pair('../accounts', one?.token)).status).toBe(400)

    clock.now += 120_000
    const { id } = await find()
    await browser.post('webhooks/update', { id, url: 'three@example.org' })
    expect((await pair(id, one?.token)).status).toBe(400)
    expect((await find()).provedUrl).toBeNull()

    clock.now += DAY_MS + 1
    expect((await follow(confirmPath())).status).toBe(400)
    expect((await find()).provedUrl).toBeNull()
  })

  test('a page of a mail keeps its token from other sites, and shows nothing that was sent', async () => {
    const { follow } = await openMail()
    const path = `confirm?w=<script>alert(1)</script>&t="><img src=x>`
    for (const method of ['GET', 'POST'] as const) {
      const { text, headers } = await follow(path, method)
      expect(text).not.toMatch(/<script|<img|alert\(/)
      expect(headers.get('content-security-policy')).toMatch(
        /default-src 'none'.*frame-ancestors 'none'/,
      )
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  test.each([
    'person@example.org\r\nBcc: you@example.org',
    'person@example.org,you@example.org',
    'person@example.org>, <you@example.org',
    '"a b"@example.org',
    'a@b@example.org',
    'person@[127.0.0.1]',
    'person@localhost',
    'person@mail.internal',
    'person@example',
    'person@example.org?subject=x',
    'person@exa mple.org',
    'person@example.org/%0aBcc:you',
    'pérson@example.org',
    '.a@example.org',
    'a..b@example.org',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(64)}.org`,
    `a@${'b.'.repeat(130)}org`,
    '@example.org',
    'mailto:a@example.org',
    '\u202Ea@example.org',
    'a@example.org\0',
    '',
  ])('that is %j is refused, and nothing is sent', async (address) => {
    const { make, sent, state } = await openMail()
    const { status, reason } = await make(address)
    expect([status, reason]).toEqual([422, 'url'])
    expect([sent, await state.listWebhooks()]).toEqual([[], []])
  })

  test('with a domain in other letters is shown and used in ASCII', async () => {
    const { make, sent } = await openMail()
    const made = await make('a@bücher.example.org')
    expect(made.data.webhook.url).toBe('a@xn--bcher-kva.example.org')
    expect(sent[0]?.webhook.url).toBe('mailto:a@xn--bcher-kva.example.org')
  })
})

describe('mails that ask', () => {
  test('are limited by account, which is said', async () => {
    const { make, browser, clock, sent, find } = await openMail()
    await make('a@example.org')
    const { id } = await find()
    const statuses: number[] = []
    for (let n = 0; n < ACCOUNT_LIMITS.confirmation.daily + 2; n++) {
      clock.now += 61_000
      statuses.push((await browser.post('webhooks/prove', { id })).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(
      ACCOUNT_LIMITS.confirmation.daily - 1,
    )
    expect(statuses.at(-1)).toBe(429)
    expect(sent).toHaveLength(MAILBOX_LIMITS.daily)
  })

  test('are limited by mailbox over all accounts and spellings, which is never said', async () => {
    const { make, visitor, clock, sent } = await openMail()
    const spellings = [
      'v.ictim@example.org',
      'victim+1@example.org',
      'VICTIM@EXAMPLE.ORG',
      'victim+2@example.org',
      'vic.tim@example.org',
    ]
    const answers: unknown[] = []
    for (const [n, address] of spellings.entries()) {
      clock.now += 61_000
      const browser = visitor(`203.0.113.${n}`)
      await browser.signIn(ethereumWallet(BigInt(n + 2)))
      const { status, data } = await make(address, browser)
      const { id, url, createdAt, pending, ...rest } = data.webhook
      answers.push({ status, ...rest, problem: pending.problem })
    }
    expect(sent).toHaveLength(MAILBOX_LIMITS.daily)
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('an earlier link still counts when no further mail was sent', async () => {
    const { make, browser, clock, find, follow, confirmPath, sent } = await openMail()
    await make('a@example.org')
    const { id } = await find()
    for (let n = 0; n < 5; n++) {
      clock.now += 61_000
      await browser.post('webhooks/prove', { id })
    }
    expect(sent).toHaveLength(MAILBOX_LIMITS.daily)
    expect((await follow(confirmPath())).status).toBe(200)
  })

  test('say that our own mail server failed, and nothing else', async () => {
    const { make } = await openMail({ problem: 'the mail server refused the connection' })
    const { data } = await make('a@example.org')
    expect(data.webhook.pending.problem).toBe('the mail server refused the connection')
  })

  test('end for ever with one POST, and the answer to who asks stays the same', async () => {
    const { make, follow, sent, clock, find, state } = await openMail()
    const before = await make('a@example.org')
    const query = await neverQuery(SECRET, 'mailto:a@example.org')
    expect((await follow(`never?${query}`, 'GET')).text).toContain('Never ask again')
    expect(await state.refusesMail(new URLSearchParams(query).get('a') ?? '')).toBe(false)
    for (let n = 0; n < 2; n++) expect((await follow(`never?${query}`)).status).toBe(200)
    clock.now += 2 * DAY_MS
    const after = await make('a@example.org')
    expect(sent).toHaveLength(1)
    expect(after.data.webhook.pending.problem).toBe(before.data.webhook.pending.problem)
    expect((await find()).provedUrl).toBeNull()
    const other = await neverQuery(SECRET, 'mailto:b@example.org')
    const forged = `a=${new URLSearchParams(other).get('a')}&t=${new URLSearchParams(query).get('t')}`
    expect((await follow(`never?${forged}`)).status).toBe(400)
  })
})

describe('the link that ends mails', () => {
  async function confirmed() {
    const mail = await openMail()
    await mail.make('a@example.org')
    await mail.follow(mail.confirmPath())
    const record = await mail.find()
    return { ...mail, record, path: `unsubscribe?${await unsubscribeQuery(SECRET, record)}` }
  }
  const ONE_CLICK = 'List-Unsubscribe=One-Click'

  test('works by the POST of a mail server without a session, again and again, years later', async () => {
    const { follow, path, find, clock } = await confirmed()
    expect((await follow(path, 'GET')).text).toContain('<button>Stop them</button>')
    expect((await find()).stopped).toBeNull()
    for (let n = 0; n < 3; n++) {
      clock.now += 1_000 * DAY_MS
      const done = await follow(path, 'POST', ONE_CLICK)
      expect([done.status, done.text]).toEqual([200, expect.stringContaining('No more alerts')])
    }
    expect(await find()).toMatchObject({ stopped: 'unsubscribed', provedUrl: null })
  })

  test('says the same for what is gone, and stops nothing but its own address', async () => {
    const { follow, path, find, browser, clock, confirmPath } = await confirmed()
    const { id } = await find()
    clock.now += 120_000
    await browser.post('webhooks/update', { id, url: 'other@example.org' })
    await follow(confirmPath())
    expect((await follow(path)).text).toContain('No more alerts')
    expect(await find()).toMatchObject({ stopped: null, provedUrl: 'mailto:other@example.org' })
    await browser.post('webhooks/delete', { id })
    expect((await follow(path)).text).toContain('No more alerts')
  })

  test('that is forged, cut or of another webhook does nothing', async () => {
    const { follow, path, find, record } = await confirmed()
    const other = await unsubscribeQuery(SECRET, { ...record, id: 'wh_ffffffffffffffffffff' })
    const query = new URLSearchParams(path.split('?')[1])
    const token = query.get('t') ?? ''
    const mark = query.get('a') ?? ''
    for (const odd of [
      'unsubscribe',
      path.slice(0, -1),
      `unsubscribe?w=${record.id}&a=${mark}&t=${'0'.repeat(64)}`,
      `unsubscribe?w=${record.id}&a=${'0'.repeat(32)}&t=${token}`,
      `unsubscribe?w=${record.id}&a=${mark}&t=${new URLSearchParams(other).get('t')}`,
      `unsubscribe?w=${record.id}&a=${mark}&t=${'x'.repeat(9_000)}`,
      `unsubscribe?${await unsubscribeQuery('another secret of another site', record)}`,
    ]) {
      expect((await follow(odd)).status).toBe(400)
    }
    expect((await find()).stopped).toBeNull()
  })

  test('leaves it to the owner to resume, and the address is asked again', async () => {
    const { follow, path, find, browser, record, clock } = await confirmed()
    await follow(path)
    clock.now += 61_000
    const resumed = await browser.post('webhooks/update', { id: record.id, stopped: null })
    expect(resumed.data.webhook.pending).not.toBeNull()
    expect((await find()).provedUrl).toBeNull()
  })

  test('allows no method but those of a page', async () => {
    const { api } = await openMail()
    const request = new Request(`${ORIGIN}/account/api/mail/confirm`, { method: 'DELETE' })
    expect((await api(request, '198.51.100.7')).status).toBe(405)
  })
})

describe('where no mail is sent', () => {
  test('e-mail is not offered, and refused', async () => {
    const world = worldWith(null)
    const browser = world.browser()
    await browser.signIn(ethereumWallet())
    expect((await browser.get('account')).data.forms).toEqual([
      'json',
      'slack',
      'discord',
      'telegram',
    ])
    const body = { form: 'email', url: 'a@example.org', watch: WATCH }
    const { status, reason } = await browser.post('webhooks', body)
    expect([status, reason]).toEqual([422, 'form'])
  })
})

describe('a chat', () => {
  const SLACK = 'https://hooks.slack.com/services/T00000000/B00000000/secretsecretsecret7890'
  const DISCORD =
    'https://discord.com/api/webhooks/123456789012345678/a_secret-token-of-discord-7890'
  const TELEGRAM = `https://api.telegram.org/bot123456:${'s'.repeat(35)}/sendMessage?chat_id=-1001234`

  test.each([
    ['slack', SLACK, 'https://hooks.slack.com/…7890'],
    ['discord', DISCORD, 'https://discord.com/…7890'],
    ['telegram', TELEGRAM, 'https://api.telegram.org/…-1001234'],
  ])('of %s is kept whole and never shown whole again', async (form, url, shown) => {
    const { browser, find, lines } = await openMail()
    const made = await browser.post('webhooks', { form, url, watch: WATCH })
    expect([made.status, made.data.webhook.url, made.data.webhook.pending]).toEqual([
      201,
      shown,
      null,
    ])
    expect((await find()).url).toBe(url)
    const texts = `${made.text}${(await browser.get('account')).text}${JSON.stringify(lines)}`
    expect(texts).not.toMatch(/secretsecret|a_secret|ssssss/)
    const { id } = await find()
    const kept = await browser.post('webhooks/update', {
      id,
      watch: { ...WATCH, incidents: false },
    })
    expect(kept.status).toBe(200)
    expect((await find()).url).toBe(url)
  })

  test.each([
    ['slack', 'https://hooks.slack.com.evil.example/services/T0/B0/secretsecret'],
    ['slack', 'https://evil.example/services/T0/B0/secretsecret'],
    ['slack', 'https://hooks.slack.com@evil.example/services/T0/B0/secretsecret'],
    ['slack', 'https://user@hooks.slack.com/services/T0/B0/secretsecret'],
    ['slack', 'https://hooks.slack.com:8443/services/T0/B0/secretsecret'],
    ['slack', 'http://hooks.slack.com/services/T0/B0/secretsecret'],
    ['slack', 'https://hooks.slack.com/services/T0/B0/../../api/x'],
    ['slack', 'https://hooks.slack.com/services/T0/B0/secretsecret?x=1'],
    ['slack', 'https://hooks.slack.com/services/T0/B0/secretsecret#x'],
    ['slack', DISCORD],
    ['discord', 'https://discord.com/api/users/@me'],
    [
      'discord',
      'https://ptb.discord.com.evil.example/api/webhooks/123456789012345678/a_secret-token',
    ],
    ['discord', `${DISCORD}?wait=false`],
    ['discord', `${DISCORD}/slack`],
    ['telegram', TELEGRAM.replace('sendMessage', 'deleteWebhook')],
    ['telegram', TELEGRAM.replace('?chat_id=-1001234', '')],
    ['telegram', `${TELEGRAM}&chat_id=2`],
    ['telegram', `${TELEGRAM}&parse_mode=HTML`],
    ['telegram', TELEGRAM.replace('-1001234', '<b>')],
    ['telegram', TELEGRAM.replace('api.telegram.org', 'api.telegram.org.')],
    ['nothing', SLACK],
  ])('of %s at %s is refused', async (form, url) => {
    const { browser, state } = await openMail()
    const { status, text } = await browser.post('webhooks', { form, url, watch: WATCH })
    expect([400, 422]).toContain(status)
    expect(text).not.toMatch(/secretsecret|ssssss/)
    expect(await state.listWebhooks()).toEqual([])
  })
})
