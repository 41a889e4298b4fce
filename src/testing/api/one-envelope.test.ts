import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROBLEMS } from '../../contract/problems.ts'
import { errorDocument } from '../../contract/responses.ts'
import { createDownloadHost } from '../../host/netlify/download.ts'
import { createOembedHost } from '../../host/netlify/oembed.ts'
import { publishedSeed } from '../published/published-seed.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { Client, get, stopClients } from './hostile-clients.ts'
import { type RunningHost, startNodeHost } from './node-target.ts'

const folder = temporaryFolder()
let distDir: string
let host: RunningHost

beforeAll(async () => {
  distDir = await publishedSeed()
  host = await startNodeHost({ distDir })
})
afterAll(async () => {
  await host.stop()
})

/** An error of the API: its schema, a code of the list with its status, in no cache, with a wait where one is asked for. */
async function expectEnvelope(response: Response, status: number): Promise<void> {
  const at = `${response.status} ${response.url}`
  expect(response.status, at).toBe(status)
  expect(response.headers.get('content-type'), at).toMatch(/^application\/json/)
  expect(response.headers.get('cache-control'), at).toContain('no-store')
  const { error } = errorDocument.parse(await response.json())
  expect([error.status, Reflect.get(PROBLEMS, error.code)?.status], at).toEqual([status, status])
  expect(response.headers.has('retry-after'), at).toBe(status === 429 || status === 503)
}

const PAGE = 'https://risk.example/protocol/aave-v3/'
const JSON_BODY = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }

describe('every refusal of the Node host has one envelope', () => {
  test.each<[path: string, status: number, init?: RequestInit]>([
    ['/account/api/none', 404],
    ['/account/api/UPPER', 404],
    ['/account/api/challenge', 405],
    ['/account/api/account', 401],
    ['/account/api/sign-in', 400, { method: 'POST', headers: JSON_BODY, body: '{' }],
    ['/account/api/keys', 403, { method: 'POST', headers: { Origin: 'https://evil.example' } }],
    ['/account/api/webhooks', 400, { method: 'POST', headers: JSON_BODY, body: '{}' }],
    ['/oembed', 400],
    [`/oembed?url=${PAGE}&maxwidth=0&maxheight=x`, 400],
    [`/oembed?url=${PAGE}`, 404],
    [`/oembed?url=${PAGE}&format=xml`, 501],
    ['/oembed', 405, { method: 'POST', body: 'x' }],
    ['/bulk/none.json', 404],
    ['/bulk/latest/', 404],
    ['/bulk/manifest.json', 405, { method: 'DELETE' }],
    ['/snapshot/none.zst', 404],
  ])('%s: %i', async (path, status, init = {}) => {
    const headers = { Origin: host.baseUrl, ...init.headers }
    await expectEnvelope(await fetch(host.baseUrl + path, { ...init, headers }), status)
  })

  test('the fields of a query that is wrong are named, each with a list', async () => {
    const response = await fetch(`${host.baseUrl}/oembed?url=${PAGE}&maxwidth=0&maxheight=x`)
    const { error } = errorDocument.parse(await response.json())
    expect(Object.keys(error.details ?? {})).toEqual(['maxwidth', 'maxheight'])
  })

  test('an address that asked too often, at pages of programs and at oEmbed', async () => {
    const own = await startNodeHost({ distDir, now: () => 0 })
    const client = new Client(Number(new URL(own.baseUrl).port))
    try {
      client.socket.write(get('/bulk/x').repeat(1_200))
      await expect.poll(() => client.statuses.length, { timeout: 20_000 }).toBe(1_200)
      expect(client.statuses).not.toContain(429)
      await expectEnvelope(await fetch(`${own.baseUrl}/bulk/manifest.json`), 429)
      await expectEnvelope(await fetch(`${own.baseUrl}/oembed`), 429)
    } finally {
      stopClients()
      await own.stop()
    }
  })

  test('a published folder that is gone', async () => {
    const own = await startNodeHost({ distDir: `${folder}/none` })
    try {
      await expectEnvelope(await fetch(`${own.baseUrl}/v1/health`), 503)
      await expectEnvelope(await fetch(`${own.baseUrl}/oembed?url=${own.baseUrl}/protocol/x/`), 503)
    } finally {
      await own.stop()
    }
  })
})

describe('so have those of the functions for Netlify', () => {
  const SITE = 'https://risk.example'

  test('oEmbed', async () => {
    const answer = createOembedHost({ root: `${folder}/none`, log: () => {} })
    await expectEnvelope(await answer(new Request(`${SITE}/oembed`)), 400)
    await expectEnvelope(await answer(new Request(`${SITE}/oembed`, { method: 'PUT' })), 405)
    await expectEnvelope(await answer(new Request(`${SITE}/oembed?url=${PAGE}&format=xml`)), 501)
    await expectEnvelope(await answer(new Request(`${SITE}/oembed?url=${PAGE}`)), 503)
  })

  test('downloads', async () => {
    const download = createDownloadHost({
      env: (name) => (name === 'PLIMSOLL_SECRET' ? 's'.repeat(40) : undefined),
      ...{ version: '1', now: () => 0, newId: () => 'id', log: () => {} },
      openState: () => ({
        hit: async () => ({ admitted: false, burstUsed: 20, dailyUsed: 20 }),
        ...{ findKey: async () => null, usage: async () => [], close: async () => {} },
      }),
    })
    const ask = (path: string, status: number) =>
      download(new Request(SITE + path), {
        ...{ ip: '192.0.2.1', deploy: { context: 'production' }, waitUntil: () => undefined },
        next: async () => new Response('<title>Any page</title>', { status }),
      })
    await expectEnvelope(await ask('/bulk/latest/scores.csv', 200), 429)
    await expectEnvelope(await ask('/bulk/none.json', 404), 404)
  })
})
