import { expect, test } from 'vitest'
import { ADMISSION } from '../../contract/admission.ts'
import { errorDocument } from '../../contract/responses.ts'
import { memoryCounts } from '../../state/memory-counts.ts'
import type { Hit } from '../../state/state-store.ts'
import { ASKED_FOR, askedFor, OWN_BUILD } from './asked-for.ts'
import { createDownloadHost } from './download.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const STORE = 'https://plimsoll.example/snapshot/plimsoll-0123456789abcdef.sqlite.zst'
const MANIFEST = 'https://plimsoll.example/snapshot/manifest.json'

const SECRET = 'a secret of the tests, thirty-two letters'

interface Given {
  secret?: string
  broken?: boolean
  /** Of the file; null: the platform does not say. */
  bytes?: number | null
  megabytesADay?: string
}

function site({ secret = SECRET, broken = false, bytes = 1_000, megabytesADay }: Given = {}) {
  const hits: Hit[] = []
  const counts = memoryCounts()
  let now = NOW
  let cancelled = 0
  const host = createDownloadHost({
    env: (name) => ({ PLIMSOLL_SECRET: secret, DOWNLOAD_MB_A_DAY: megabytesADay })[name],
    version: '1.2.3',
    now: () => now,
    newId: () => 'id-1',
    log: () => undefined,
    openState: () => ({
      async hit(hit) {
        if (broken) throw new Error('the store is down')
        const result = counts.hit(hit)
        if (result.admitted) hits.push(hit)
        return result
      },
      findKey: async () => null,
      usage: async () => [],
      close: async () => {},
    }),
  })
  const ask = (url = STORE, ip = '192.0.2.1', init: RequestInit = {}, status = 200) =>
    host(new Request(url, init), {
      ip,
      deploy: { context: 'production' },
      next: async () => {
        const headers = bytes === null ? {} : { 'Content-Length': String(bytes) }
        const body = new ReadableStream({
          cancel() {
            cancelled += 1
          },
        })
        return new Response(status === 304 ? null : body, { status, headers })
      },
      waitUntil: () => undefined,
    })
  const pass = (ms: number) => {
    now += ms
  }
  return { ask, pass, hits, cancelled: () => cancelled }
}

const statuses = async (ask: () => Promise<Response>, times: number) => {
  const seen: number[] = []
  for (let n = 0; n < times; n += 1) seen.push((await ask()).status)
  return seen
}

test('the store is downloaded three times a minute and six a day from one address, and another one is let in', async () => {
  const { ask, pass, hits } = site()
  expect(await statuses(ask, 4)).toEqual([200, 200, 200, 429])
  pass(60_000)
  expect(await statuses(ask, 5)).toEqual([200, 200, 200, 429, 429])
  expect((await ask(STORE, '192.0.2.2')).status).toBe(200)
  expect(hits).toHaveLength(ADMISSION.store.address.daily + 1)
  expect(JSON.stringify(hits)).not.toContain('192.0.2')
})

test('a refusal says when to come back, and is not kept by a cache', async () => {
  const { ask, pass } = site()
  await statuses(ask, 3)
  const minute = await ask()
  expect(minute.headers.get('Retry-After')).toBe('60')
  expect(minute.headers.get('Cache-Control')).toBe('no-store')
  expect(await messageOf(minute)).toBe(
    'You have reached the limit of 3 downloads of the store a minute. Try again in 60 seconds.',
  )
  pass(60_000)
  await statuses(ask, 3)
  expect((await ask()).headers.get('Retry-After')).toBe(String(12 * 3_600 - 60))
})

test('the manifest is not counted', async () => {
  const { ask, hits } = site()
  expect(await statuses(() => ask(MANIFEST), 9)).toEqual(Array(9).fill(200))
  expect(hits).toEqual([])
})

test('without a secret downloads go on uncounted', async () => {
  const { ask } = site({ secret: '' })
  expect(await statuses(ask, 9)).toEqual(Array(9).fill(200))
})

test('while the state store is down an instance counts for itself', async () => {
  const { ask } = site({ broken: true })
  expect(await statuses(ask, 4)).toEqual([200, 200, 200, 429])
})

test('what sends no body costs nothing: 304, 404 and HEAD', async () => {
  const { ask, hits } = site()
  for (let n = 0; n < 20; n += 1) {
    expect((await ask(STORE, '192.0.2.1', {}, 304)).status).toBe(304)
    expect((await ask(STORE, '192.0.2.1', {}, 404)).status).toBe(404)
    expect((await ask(STORE, '192.0.2.1', { method: 'HEAD' })).status).toBe(200)
  }
  expect(hits).toEqual([])
})

test('one /56 that asks from all of its addresses gets no more than its /48 may', async () => {
  const { ask, cancelled } = site({ bytes: 15_000_000, megabytesADay: '1000' })
  const seen: number[] = []
  for (let n = 0; n < 256; n += 1) {
    for (let times = 0; times < 2; times += 1) {
      seen.push((await ask(STORE, `2001:db8:1:${n.toString(16)}::1`)).status)
    }
  }
  expect(seen).toHaveLength(512)
  const most = ADMISSION.store.ipv6?.burst ?? 0
  expect(most).toBe(6)
  expect(seen.filter((status) => status === 200)).toHaveLength(most)
  expect(cancelled()).toBe(512 - most)
})

test.each([
  ['its length', 15_000_000, 6],
  ['no length', null, 5],
])(
  'from everywhere, with %s, the site sends what its credits pay for and no more',
  async (_, bytes, most) => {
    const { ask, pass } = site({ bytes })
    const ips = Array.from({ length: 50 }, (_, n) => `10.${n}.0.1`)
    const answers = await Promise.all(ips.map((ip) => ask(STORE, ip)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(most)
    const last = answers.at(-1)
    expect(last?.headers.get('Retry-After')).toBe('43200')
    expect(await messageOf(last)).toBe(
      'All visitors of this site have together reached the limit of 100,000 kilobytes of downloads a day. It resets at midnight UTC, in 43200 seconds.',
    )
    pass(43_200_000)
    expect((await ask(STORE, '10.49.0.1')).status).toBe(200)
  },
)

test('the build of the site is let in when the budget is used up, and only it', async () => {
  const { ask, hits } = site({ bytes: 200_000_000 })
  const as = (mark: string) => ask(STORE, '192.0.2.1', { headers: { [ASKED_FOR]: mark } })
  expect((await ask()).status).toBe(429)
  expect((await as(await askedFor(SECRET, OWN_BUILD, NOW))).status).toBe(200)
  expect((await as(await askedFor('another secret', OWN_BUILD, NOW))).status).toBe(429)
  expect((await as(await askedFor(SECRET, '192.0.2.7', NOW))).status).toBe(429)
  expect(hits).toEqual([])
})

test('tables have a limit of their own, and their manifest, signature and key have none', async () => {
  const { ask, hits } = site()
  const at = (file: string) => () => ask(`https://plimsoll.example/bulk/${file}`)
  const seen = await statuses(at('latest/scores.parquet'), ADMISSION.table.address.burst + 1)
  expect(seen.filter((status) => status === 200)).toHaveLength(ADMISSION.table.address.burst)
  expect(await (await at('latest/plimsoll.sqlite')()).json()).toMatchObject({
    error: {
      message:
        'You have reached the limit of 20 downloads of tables a minute. Try again in 60 seconds.',
    },
  })
  expect((await at('2026-08-20/signals.ndjson.gz')()).status).toBe(429)
  for (const file of [
    'manifest.json',
    'manifest.json.sig',
    'public-key.pem',
    '2026-08-20/manifest.json',
  ]) {
    expect((await at(file)()).status).toBe(200)
  }
  expect(hits).toHaveLength(ADMISSION.table.address.burst)
  // The store is counted apart.
  expect((await ask()).status).toBe(200)
})

async function messageOf(response: Response | undefined): Promise<string | undefined> {
  return errorDocument.safeParse(await response?.json()).data?.error.message
}
