import { createServer, type RequestListener } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { webhookSecret } from '../state/webhook-secret.ts'
import { echoOf } from '../testing/alerts/echo.ts'
import { webhookAt } from '../testing/alerts/published.ts'
import { listenInTest } from '../testing/listen-in-test.ts'
import { post } from './post.ts'
import { sendChallenge, sendTest } from './send.ts'

async function receiver(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listenInTest(createServer(answer))}/hook`
}

const nowhere = () => Promise.reject(new Error('Tests look nothing up.'))
const local = { body: '{}', headers: {}, lookup: nowhere, isLocal: true }

const SITE = { origin: 'https://risk.example', mail: null }

describe('a delivery', () => {
  test('carries a signature that the official library accepts, and refuses for another body or secret', async () => {
    const got: { headers: Record<string, string>; body: string }[] = []
    const url = await receiver((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        const headers = Object.entries(request.headers).map(([k, v]) => [k, String(v)])
        got.push({ headers: Object.fromEntries(headers), body })
        response.end('thanks')
      })
    })
    const webhook = webhookAt('2026-11-22', { url })
    const sender = {
      secret: 'a secret of the state',
      lookup: nowhere,
      isLocal: true,
      now: Date.now,
      ...SITE,
    }
    expect(await sendTest(webhook, sender)).toMatchObject({ status: 200, problem: null })
    const [{ headers = {}, body = '' } = {}] = got
    const key = await webhookSecret(sender.secret, webhook.id)
    expect(new Webhook(key).verify(body, headers)).toMatchObject({ type: 'test' })
    expect(() => new Webhook(key).verify(`${body} `, headers)).toThrow()
    const other = await webhookSecret(sender.secret, 'wh_other')
    expect(() => new Webhook(other).verify(body, headers)).toThrow()
    expect(headers['content-type']).toBe('application/json')
  })

  test('follows no redirect, and repeats no text of the receiver', async () => {
    let hits = 0
    const url = await receiver((_, response) => {
      hits += 1
      response.writeHead(307, 'A text of the receiver', { Location: '/elsewhere' }).end('secret')
    })
    const sender = { ...{ secret: 'x', lookup: nowhere, isLocal: true, now: () => 0 }, ...SITE }
    expect(await sendTest(webhookAt('2026-11-22', { url }), sender)).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      status: 307,
      problem: 'status 307: redirects are not followed',
    })
    expect(hits).toBe(1)
  })

  test('ends after its time, at a response that is too long, and at a cut connection', async () => {
    const silent = await receiver(() => undefined)
    expect(await post(silent, { ...local, attemptMs: 50 })).toEqual({
      status: null,
      problem: 'no response in time',
    })
    const endless = await receiver((_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'.repeat(1_000)), 1)
      response.on('close', () => clearInterval(timer))
    })
    expect(await post(endless, local)).toMatchObject({ status: 200, retryAfter: null })
    const cut = await receiver((request) => void request.socket.destroy())
    expect(await post(cut, local)).toEqual({ status: null, problem: 'the connection was cut' })
  })

  test('keeps the seconds of Retry-After', async () => {
    const url = await receiver((_, response) => {
      response.writeHead(429, { 'Retry-After': '90' }).end()
    })
    expect(await post(url, local)).toMatchObject({ status: 429, retryAfter: 90 })
  })
})

describe('a challenge', () => {
  const TOKEN = 'ab'.repeat(32)
  const sender = { ...{ secret: 'x', lookup: nowhere, isLocal: true, now: () => 0 }, ...SITE }

  /** How a challenge ends at a receiver that answers so. */
  async function asked(answer: (body: string) => string, status = 200) {
    const url = await receiver(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString()
      response.writeHead(status).end(answer(body))
    })
    return (await sendChallenge({ id: 'wh_1', form: 'json', url }, TOKEN, sender)).problem
  }

  test('is a signed body of the published form', async () => {
    const got: { headers: Record<string, string>; body: string }[] = []
    const url = await receiver(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString()
      const headers = Object.entries(request.headers).map(([k, v]) => [k, String(v)])
      got.push({ headers: Object.fromEntries(headers), body })
      response.end(echoOf(body))
    })
    const now = { ...sender, now: Date.now }
    expect(await sendChallenge({ id: 'wh_1', form: 'json', url }, TOKEN, now)).toMatchObject({
      problem: null,
    })
    const key = new Webhook(await webhookSecret('x', 'wh_1'))
    const [{ headers = {}, body = '' } = {}] = got
    expect(key.verify(body, headers)).toMatchObject({ challenge: TOKEN })
  })

  test.each([
    ['the text', TOKEN],
    ['the text with a line end', `${TOKEN}\n`],
    ['JSON', JSON.stringify({ challenge: TOKEN })],
  ])('is answered with %s', async (_, text) => {
    expect(await asked(() => text)).toBeNull()
  })

  test.each([
    ['nothing', () => ''],
    ['another text', () => 'ok'],
    ['a page that has it', () => `<p>${TOKEN}</p>`],
    ['all that was sent', (body: string) => body],
    ['what was sent within a page of JSON', (body: string) => JSON.stringify({ data: body })],
    ['a long text', () => `${' '.repeat(5_000)}${TOKEN}`],
    ['deep JSON', () => '['.repeat(3_000)],
  ])('is not answered with %s', async (_, answer) => {
    expect(await asked(answer)).toBe('it did not answer with the challenge')
  })

  test('is not answered with a failure', async () => {
    expect(await asked(() => TOKEN, 404)).toBe('status 404')
  })
})

describe('an address', () => {
  const closed = { ...local, isLocal: false }
  const noPublic = { status: null, problem: 'the host has no public address' }

  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/',
    'https://10.1.2.3/',
    'https://0x7f.1/',
  ])('%s inside is never connected to', async (url) => {
    expect(await post(url, closed)).toEqual(noPublic)
  })

  test.each([[['127.0.0.1']], [['93.184.216.34', '10.0.0.1']], [['fd00::1']], [[]]])(
    'a name for %j is not connected to',
    async (found) => {
      const lookup = async () => found
      expect(await post('https://receiver.example/', { ...closed, lookup })).toEqual(noPublic)
    },
  )

  test('of this machine is for a service on it only', async () => {
    const url = await receiver((_, response) => void response.end())
    expect(await post(url, local)).toMatchObject({ status: 200 })
    expect(await post(url, closed)).toMatchObject({ status: null })
    expect(await post('http://receiver.example/', local)).toEqual({
      status: null,
      problem: 'the address does not begin with https://',
    })
  })
})
