import { expect, test } from 'vitest'
import type { Hit } from '../../state/state-store.ts'
import { BULK_DOWNLOADS, createDownloadHost, DOWNLOADS } from './download.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const STORE = 'https://plimsoll.example/snapshot/plimsoll-0123456789abcdef.sqlite.zst'
const MANIFEST = 'https://plimsoll.example/snapshot/manifest.json'

function site({ secret = 'a secret of the tests, thirty-two letters', broken = false } = {}) {
  const hits: Hit[] = []
  let now = NOW
  const host = createDownloadHost({
    env: (name) => (name === 'PLIMSOLL_SECRET' ? secret : undefined),
    version: '1.2.3',
    now: () => now,
    newId: () => 'id-1',
    log: () => undefined,
    openState: () => ({
      async hit(hit) {
        if (broken) throw new Error('the store is down')
        const own = hits.filter(({ caller }) => caller === hit.caller)
        const minute = own.filter((one) => one.now === hit.now).length
        const admitted = minute < hit.limits.burst && own.length < hit.limits.daily
        if (admitted) hits.push(hit)
        const more = admitted ? 1 : 0
        return { admitted, burstUsed: minute + more, dailyUsed: own.length + more }
      },
      findKey: async () => null,
      insertKey: async () => {},
      listKeys: async () => [],
      updateKey: async () => null,
      usage: async () => [],
      close: async () => {},
    }),
  })
  const ask = (url = STORE, ip = '192.0.2.1') =>
    host(new Request(url), {
      ip,
      deploy: { context: 'production' },
      next: async () => new Response('the file'),
      waitUntil: () => undefined,
    })
  const pass = (ms: number) => {
    now += ms
  }
  return { ask, pass, hits }
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
  expect(hits).toHaveLength(DOWNLOADS.daily + 1)
  expect(JSON.stringify(hits)).not.toContain('192.0.2')
})

test('a refusal says when to come back, and is not kept by a cache', async () => {
  const { ask, pass } = site()
  await statuses(ask, 3)
  const minute = await ask()
  expect(minute.headers.get('Retry-After')).toBe('60')
  expect(minute.headers.get('Cache-Control')).toBe('no-store')
  expect(await minute.text()).toContain('6 downloads of the store a day')
  pass(60_000)
  await statuses(ask, 3)
  expect((await ask()).headers.get('Retry-After')).toBe(String(12 * 3_600 - 60))
})

test('the manifest is not counted', async () => {
  const { ask, hits } = site()
  expect(await statuses(() => ask(MANIFEST), 9)).toEqual(Array(9).fill(200))
  expect(hits).toEqual([])
})

test.each([{ broken: true }, { secret: '' }])(
  'with %j downloads go on uncounted',
  async (given) => {
    const { ask } = site(given)
    expect(await statuses(ask, 9)).toEqual(Array(9).fill(200))
  },
)

test('tables have a limit of their own, and their manifest, signature and key have none', async () => {
  const { ask, hits } = site()
  const at = (file: string) => () => ask(`https://plimsoll.example/bulk/${file}`)
  const seen = await statuses(at('latest/scores.parquet'), BULK_DOWNLOADS.burst + 1)
  expect(seen.filter((status) => status === 200)).toHaveLength(BULK_DOWNLOADS.burst)
  expect(await (await at('latest/plimsoll.sqlite')()).json()).toMatchObject({
    error: {
      message: 'The limit for one address is 40 downloads of tables a day and 20 a minute.',
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
  expect(hits).toHaveLength(BULK_DOWNLOADS.burst)
  // The store is counted apart.
  expect((await ask()).status).toBe(200)
})
