import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readWalletSettings } from '../../config/wallet.ts'
import { detailDocument } from '../../contract/protocol-detail.ts'
import { healthDocument, usageDocument, walletDocument } from '../../contract/responses.ts'
import { statsDocument } from '../../contract/stats.ts'
import type { Catalogue } from '../../domain/catalogue.ts'
import type { FullState } from '../../state/full-state.ts'
import { openSqliteState } from '../../state/sqlite/store.ts'
import type { StateStore } from '../../state/state-store.ts'
import { ask, PLAIN_CAPABILITIES, type Reply, stranger, type Target } from '../black-box/client.ts'
import { allRows, errorOf, read } from '../black-box/reading.ts'
import {
  ALIAS,
  publishTo,
  RETIRED,
  seedCatalogues,
  temporaryFolder,
} from '../published/two-snapshots.ts'
import {
  issueKeys,
  NO_WORLD,
  type RunningHost,
  SECRET,
  type StartOptions,
  startNodeHost,
} from './node-target.ts'
import { HOLDER, startWalletWorld, type WalletWorld } from './wallet-world.ts'

const CLIENT_HEADER = 'x-client-address'
const ADDRESS = '0x5ca1ab1e00000000000000000000000000000001'
const PUBLIC = [
  '/v1/health',
  '/v1/stats',
  '/v1/protocols',
  '/v1/protocols/aave-v3',
  '/v1/screener',
  '/v1/protocols?chain=Base',
]

const folder = temporaryFolder()
const whole = `${folder.dir}/whole`
const hosts: RunningHost[] = []
let catalogues: { before: Catalogue; after: Catalogue }
let now = Date.UTC(2026, 6, 7, 12, 0, 0)
let copies = 0

beforeAll(async () => {
  catalogues = await seedCatalogues()
  await publishTo(whole, catalogues.before)
}, 60_000)

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.stop().catch(() => undefined)
})

afterAll(() => folder.remove())

/** A host over a copy of the published folder, and something to ask it with. */
async function start(
  options: Pick<Partial<StartOptions>, 'state' | 'distDir' | 'wallet'> = {},
): Promise<{
  target: Target
  host: RunningHost
  distDir: string
}> {
  const distDir = options.distDir ?? freshCopy()
  const state = options.state ?? openSqliteState(':memory:')
  const host = await startNodeHost({
    ...options,
    distDir,
    state,
    now: () => now,
    trustProxy: CLIENT_HEADER,
  })
  hosts.push(host)
  const keys = await issueKeys(state).catch(() => NO_KEYS)
  const capabilities = { ...PLAIN_CAPABILITIES, alias: ALIAS, retired: RETIRED }
  return { target: { baseUrl: host.baseUrl, keys, capabilities, world: null }, host, distDir }
}

const NO_KEYS = { free: '', pro: '', revoked: '', testFree: '', testPro: '', spare: [] }

function freshCopy(): string {
  copies += 1
  const dir = `${folder.dir}/copy-${copies}`
  cpSync(whole, dir, { recursive: true, preserveTimestamps: true })
  return dir
}

/** A store that fails in one way from a given moment on. */
function failing(kind: 'down' | 'slow' | 'read-only'): {
  state: FullState
  fail: () => void
} {
  const inner = openSqliteState(':memory:')
  let isFailing = false
  const unless = <T>(work: () => Promise<T>, writes: boolean): Promise<T> => {
    if (!isFailing || (kind === 'read-only' && !writes)) return work()
    return kind === 'slow'
      ? new Promise((resolve) => setTimeout(() => resolve(work()), 3_000))
      : Promise.reject(new Error(`the store at /var/lib/state is ${kind}`))
  }
  return {
    state: {
      ...inner,
      hit: (hit) => unless(() => inner.hit(hit), true),
      findKey: (digest) => unless(() => inner.findKey(digest), false),
      usage: (id, month) => unless(() => inner.usage(id, month), false),
    },
    fail: () => {
      isFailing = true
    },
  }
}

function expectUnavailable(reply: Reply): void {
  expect(reply.status).toBe(503)
  expect(errorOf(reply).code).toBe('DATA_UNAVAILABLE')
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
}

describe('the state store', () => {
  test.each(['down', 'read-only', 'slow'] as const)(
    'that is %s leaves public reads open, and closes what needs a key',
    async (kind) => {
      const { state, fail } = failing(kind)
      const { target, host } = await start({ state })
      fail()
      const { keys } = target
      const started = performance.now()
      const [opened, sandbox, closed] = await Promise.all([
        Promise.all(PUBLIC.map((path) => ask(target, path))),
        Promise.all(PUBLIC.slice(2, 3).map((path) => ask(target, path, { key: keys.testPro }))),
        Promise.all(
          ['/v1/usage', `/v1/wallet/${ADDRESS}`].map((path) =>
            ask(target, path, { key: keys.pro }),
          ),
        ),
      ])
      expect(opened.map(({ status }) => status)).toEqual(PUBLIC.map(() => 200))
      for (const reply of closed) expectUnavailable(reply)
      // The key itself says which data set it is for.
      expect(sandbox.every(({ text }) => text.includes('sandbox-') && !text.includes('aave'))).toBe(
        true,
      )
      expect(performance.now() - started).toBeLessThan(2_900)
      const texts = [...opened, ...closed].map(({ text }) => text).join()
      expect(texts).not.toContain('/var/lib')
      expect(host.lines.some(({ level, error }) => level === 'error' && error)).toBe(true)
    },
  )

  test('that is down still refuses a key that cannot be one, and asks for one where one is needed', async () => {
    const { state, fail } = failing('down')
    const { target } = await start({ state })
    fail()
    expect((await ask(target, '/v1/stats', { key: 'dpk_live_nonsense' })).status).toBe(401)
    expect((await ask(target, '/v1/usage')).status).toBe(401)
    expect((await ask(target, '/v1/usage', { key: 'nonsense' })).status).toBe(401)
    expect((await ask(target, '/v1/nothing')).status).toBe(404)
    expect((await ask(target, '/v1/stats', { method: 'POST' })).status).toBe(405)
    expect((await ask(target, '/v1/stats', { method: 'OPTIONS' })).status).toBe(204)
  })

  test('that comes back counts again at once', async () => {
    const inner = openSqliteState(':memory:')
    let isDown = false
    const hit: StateStore['hit'] = (request) =>
      isDown ? Promise.reject(new Error('down')) : inner.hit(request)
    const { target } = await start({ state: { ...inner, hit } })
    const client = stranger()
    await ask(target, '/v1/stats', { client })
    isDown = true
    await ask(target, '/v1/stats', { client })
    isDown = false
    const { headers } = await ask(target, '/v1/stats', { client })
    expect(headers['x-ratelimit-burst-remaining']).toBe('58')
  })

  test('that fails only when usage is read says so with 503', async () => {
    const inner = openSqliteState(':memory:')
    const usageFails: StateStore['usage'] = () => Promise.reject(new Error('a damaged meter'))
    const { target } = await start({ state: { ...inner, usage: usageFails } })
    expectUnavailable(await ask(target, '/v1/usage', { key: target.keys.free }))
  })
})

describe('the published folder', () => {
  test('that is not there: 503 everywhere, until it is published', async () => {
    const distDir = `${folder.dir}/later`
    const { target } = await start({ distDir })
    const { keys } = target
    for (const path of PUBLIC) expectUnavailable(await ask(target, path))
    expectUnavailable(await ask(target, `/v1/wallet/${ADDRESS}`, { key: keys.testPro }))
    expect((await ask(target, '/v1/usage', { key: keys.free })).status).toBe(200)
    expect((await ask(target, '/v1/protocols?page=0')).status).toBe(400)
    await publishTo(distDir, catalogues.before)
    for (const path of PUBLIC) expect((await ask(target, path)).status, path).toBe(200)
  })

  test.each([
    ['no manifest', (dir: string) => rmSync(`${dir}/_data/manifest.json`)],
    ['half a manifest', (dir: string) => truncateSync(`${dir}/_data/manifest.json`, 500)],
    [
      'a manifest of something else',
      (dir: string) => writeFileSync(`${dir}/_data/manifest.json`, '{}'),
    ],
    ['no documents', (dir: string) => rmSync(`${dir}/_data/live`, { recursive: true })],
  ])('with %s: 503, and nothing that looks like an answer', async (_, damage) => {
    const distDir = freshCopy()
    damage(distDir)
    const { target, host } = await start({ distDir })
    for (const path of PUBLIC) {
      expectUnavailable(await ask(target, path))
      // Functions log what they could not load beside the request's own line.
      const said = [host.lines.at(-1)?.error, ...host.faults.splice(0).map(String)].join()
      expect(said, path).toMatch(/_data\/.* cannot be read/)
    }
  })

  test('with half a document: 503 for it, and the rest is served', async () => {
    const distDir = freshCopy()
    const halve = (name: string) => {
      const file = `${distDir}/_data/live/${name}`
      truncateSync(file, Math.floor(statSync(file).size / 2))
    }
    halve('protocols/aave-v3.json')
    halve('screener.json')
    halve('lists/compositeScore-desc/2.json')
    const { target } = await start({ distDir })
    for (const path of [
      '/v1/protocols/aave-v3',
      '/v1/screener',
      '/v1/protocols?chain=Base',
      '/v1/protocols?per_page=100&page=2',
      '/v1/protocols?per_page=20&page=6',
      '/v1/protocols?per_page=30&page=4',
    ]) {
      expectUnavailable(await ask(target, path))
    }
    for (const path of [
      '/v1/stats',
      '/v1/protocols',
      '/v1/protocols?per_page=100&page=3',
      '/v1/protocols?per_page=30&page=2',
      '/v1/protocols/lido-of-old',
    ]) {
      expect((await ask(target, path)).status, path).toBe(200)
    }
  })

  test('with a block missing: 503, and never a list that ends early', async () => {
    const distDir = freshCopy()
    rmSync(`${distDir}/_data/live/lists/tvl-asc/2.json`)
    const { target } = await start({ distDir })
    const list = '/v1/protocols?sort_by=tvl&sort_dir=asc'
    expectUnavailable(await ask(target, `${list}&per_page=100&page=2`))
    expectUnavailable(await ask(target, `${list}&per_page=50&page=3`))
    expectUnavailable(await ask(target, `${list}&per_page=60&page=2`))
    expect((await ask(target, `${list}&per_page=50&page=2`)).status).toBe(200)
  })

  test('with one document swapped for another of the same form is refused', async () => {
    const distDir = freshCopy()
    const dir = `${distDir}/_data/live/protocols`
    cpSync(`${dir}/aave-v2.json`, `${dir}/aave-v3.json`)
    const { target } = await start({ distDir })
    expectUnavailable(await ask(target, '/v1/protocols/aave-v3'))
  })

  test('that vanishes while it is served: documents in memory are served, others are 503 and not 404', async () => {
    const { target, distDir } = await start()
    await ask(target, '/v1/stats')
    await ask(target, '/v1/protocols/aave-v3')
    rmSync(distDir, { recursive: true })
    now += 5_000
    expect((await ask(target, '/v1/stats')).status).toBe(200)
    expect((await ask(target, '/v1/protocols/aave-v3')).status).toBe(200)
    expectUnavailable(await ask(target, '/v1/protocols/aave-v2'))
    expect((await ask(target, '/v1/protocols/nobody')).status).toBe(404)
  })
})

describe('a publish that was killed between its two renames', () => {
  test('leaves a running server with the folder of before: pages and documents, from the next miss on', async () => {
    const { target, distDir } = await start()
    await ask(target, '/v1/stats')
    renameSync(distDir, `${distDir}.previous`)
    now += 5_000
    const [page, detail] = await Promise.all([
      fetch(target.baseUrl),
      ask(target, '/v1/protocols/aave-v2'),
    ])
    expect(page.status).toBe(200)
    expect(detail.status).toBe(200)
    expect((await ask(target, '/v1/stats')).status).toBe(200)
  })
})

describe('a state file that is deleted while it is used', () => {
  test('serves public endpoints, gives 503 where a key is needed, and is logged until the store is back', async () => {
    const file = `${folder.dir}/deleted/state.sqlite`
    const { target, host } = await start({ state: openSqliteState(file) })
    const { keys } = target
    const options = { key: keys.pro }
    expect((await ask(target, '/v1/usage', options)).status).toBe(200)
    rmSync(`${folder.dir}/deleted`, { recursive: true })
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect((await ask(target, '/v1/stats')).status).toBe(200)
    const paid = await ask(target, '/v1/usage', options)
    expectUnavailable(paid)
    // The headers still show the plan of a key that was seen before.
    expect(paid.headers['x-ratelimit-limit']).toBe('100000')
    expect(host.lines.at(-1)?.error).toContain('its file is missing')
    const fresh = openSqliteState(file)
    const { pro } = await issueKeys(fresh)
    expect((await ask(target, '/v1/usage', { key: pro })).status).toBe(200)
    expect((await ask(target, '/v1/usage', options)).status).toBe(401)
    await fresh.close()
  })
})

describe('a new publish while serving', () => {
  test('is served within a second, whole: list, record, screener, health and former slugs', async () => {
    const { target, distDir } = await start()
    const snapshotOf = async () =>
      (await read(target, '/v1/health', healthDocument)).data.snapshot.asOf
    expect(await snapshotOf()).toBe(catalogues.before.snapshot.asOf)
    await allRows(target)
    const screened = await ask(target, '/v1/screener?per_page=100')
    expect((await ask(target, `/v1/protocols/${ALIAS.current}`)).status).toBe(404)
    await publishTo(distDir, catalogues.after)
    now += 1_000
    expect(await snapshotOf()).toBe(catalogues.after.snapshot.asOf)
    const { data } = await read(target, `/v1/protocols/${ALIAS.current}`, detailDocument)
    expect(data.scoredAt?.slice(0, 10)).toBe(catalogues.after.snapshot.asOf)
    expect((await ask(target, `/v1/protocols/${ALIAS.former}`)).status).toBe(200)
    const rows = await allRows(target)
    expect(rows.find(({ id }) => id === ALIAS.current)?.scoreHistory).toHaveLength(2)
    expect((await ask(target, '/v1/screener?per_page=100')).text).not.toBe(screened.text)
    const again = await ask(target, '/v1/screener?per_page=100', {
      headers: { 'If-None-Match': String(screened.headers.etag) },
    })
    expect(again.status).toBe(200)
  })

  test('never shows an error, a mixture or a lost protocol to those who read meanwhile', async () => {
    const { target, distDir } = await start()
    const scoredOn = async () => {
      const { data } = await read(target, '/v1/protocols/aave-v3', detailDocument)
      return String(data.scoredAt?.slice(0, 10))
    }
    const first = await scoredOn()
    const second = catalogues.after.snapshot.asOf
    expect(second).not.toBe(first)
    let isPublishing = true
    const seen = new Set<string>()
    const reading = Array.from({ length: 6 }, async (_, reader) => {
      for (let i = 0; isPublishing; i += 1) {
        now += 20
        const path =
          [
            '/v1/protocols?per_page=100&page=2',
            '/v1/protocols/aave-v3',
            '/v1/screener',
            '/v1/stats',
          ][(i + reader) % 4] ?? ''
        const reply = await ask(target, path)
        expect(reply.status, path).toBe(200)
        if (path.endsWith('aave-v3')) {
          seen.add(String(detailDocument.parse(reply.json).data.scoredAt?.slice(0, 10)))
        }
      }
    })
    const publisher = spawn(
      process.execPath,
      [fileURLToPath(new URL('./publish-process.ts', import.meta.url)), distDir, '5'],
      { stdio: 'inherit' },
    )
    const [code] = await once(publisher, 'exit')
    expect(code).toBe(0)
    now += 1_000
    await new Promise((resolve) => setTimeout(resolve, 100))
    isPublishing = false
    await Promise.all(reading)
    expect([...seen].sort()).toEqual([first, second].sort())
    const { data } = await read(target, '/v1/stats', statsDocument)
    expect(data.updatedAt.slice(0, 10)).toBe(second)
  }, 60_000)
})

describe('a wallet scan', () => {
  let world: WalletWorld
  const settings = () => ({ ...NO_WORLD, settings: readWalletSettings(world.env), fetch })
  const path = `/v1/wallet/${HOLDER}`

  beforeAll(async () => {
    world = await startWalletWorld(() => now)
  })

  afterAll(() => world.stop())

  test.each(['screener.json', 'aliases.json'])('without %s: 503, and 200 with it', async (name) => {
    const distDir = freshCopy()
    const file = `${distDir}/_data/live/${name}`
    truncateSync(file, 1)
    const { target } = await start({ distDir, wallet: settings() })
    const options = { key: target.keys.pro }
    expectUnavailable(await ask(target, path, options))
    cpSync(`${whole}/_data/live/${name}`, file)
    expect((await ask(target, path, options)).status).toBe(200)
  })

  test('without the sanctions list is cleared by the oracles, else 503', async () => {
    const distDir = freshCopy()
    truncateSync(`${distDir}/_data/live/sanctions.json`, 1)
    const { target, host } = await start({ distDir, wallet: settings() })
    const options = { key: target.keys.pro }
    const { data } = await read(target, path, walletDocument, options)
    expect(data.sanctions.status).toBe('clear')
    expect(host.faults.map(String).join()).toContain('sanctions.json')
    await world.while('dead', ['ethereum', 'base'], async () => {
      expectUnavailable(await ask(target, path, options))
    })
  })

  /** The statuses of these wallets, asked for at once; null for one that the client did not wait for. */
  const statusesOf = (target: Target, addresses: string[], patienceMs = 60_000) =>
    Promise.all(
      addresses.map(async (address) => {
        const response = await fetch(`${target.baseUrl}/v1/wallet/${address}`, {
          headers: { 'X-API-Key': target.keys.pro },
          signal: AbortSignal.timeout(patienceMs),
        }).catch(() => null)
        await response?.text()
        return response && `${response.status} ${response.headers.has('retry-after')}`
      }),
    )
  const wallets = (count: number) =>
    Array.from({ length: count }, (_, i) => `0x${String(i).padStart(40, '1')}`)

  test('whose client goes away ends as any other, and leaves nothing behind', async () => {
    const { target, host } = await start({ wallet: settings() })
    await statusesOf(target, [HOLDER])
    await world.while('silent', ['polygon', 'exchange'], async () => {
      const replies = await statusesOf(target, wallets(20), 500)
      expect(replies).toEqual(replies.map(() => null))
      expect(world.counts().open).toBeGreaterThan(0)
      await expect.poll(() => world.counts().open, { timeout: 15_000, interval: 500 }).toBe(0)
    })
    expect(host.faults).toEqual([])
    expect(await statusesOf(target, [HOLDER])).toEqual(['200 false'])
  }, 30_000)

  test('that many ask for at the same moment is one scan', async () => {
    const { target } = await start({ wallet: settings() })
    const askedFor = async (addresses: string[]) => {
      const { asked } = world.counts()
      const replies = await world.while('silent', ['polygon'], () => statusesOf(target, addresses))
      expect(replies).toEqual(replies.map(() => '200 false'))
      return world.counts().asked - asked
    }
    const [one = ''] = wallets(1)
    const alone = await askedFor([one])
    expect(await askedFor(Array.from({ length: 30 }, () => one))).toBe(alone)
  }, 30_000)

  test('of more wallets than may be scanned at once waits, or gets 503 with Retry-After, within 8 s', async () => {
    const { target } = await start({ wallet: settings() })
    await statusesOf(target, [HOLDER])
    const started = performance.now()
    const replies = await world.while('silent', ['polygon'], () => statusesOf(target, wallets(16)))
    expect(performance.now() - started).toBeLessThan(8_000)
    for (const reply of replies) expect(['200 false', '503 true']).toContain(reply)
    expect(replies.filter((reply) => reply === '200 false').length).toBeGreaterThanOrEqual(8)
  }, 30_000)
})

describe('the clock', () => {
  const spend = async (
    target: Target,
    count: number,
    client: string,
  ): Promise<Reply | undefined> => {
    let last: Reply | undefined
    for (let i = 0; i < count; i += 1) last = await ask(target, '/v1/stats', { client })
    return last
  }

  test('that is set back finds the minute as it was left, and one set on begins a new one', async () => {
    const { target } = await start()
    const client = stranger()
    now = Date.UTC(2026, 6, 8, 9, 30, 10)
    await spend(target, 60, client)
    now -= 5_000
    expect((await ask(target, '/v1/stats', { client })).status).toBe(429)
    now += 90_000
    expect((await ask(target, '/v1/stats', { client })).status).toBe(200)
    now -= 85_000
    const refused = await ask(target, '/v1/stats', { client })
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('50')
  })

  test('that jumps over midnight, days or a year begins a new day', async () => {
    const { target } = await start()
    const client = stranger()
    for (const jump of [
      Date.UTC(2026, 11, 31, 23, 59, 59, 999),
      Date.UTC(2027, 0, 1),
      Date.UTC(2028, 1, 29),
    ]) {
      now = jump
      const reply = await spend(target, 2, client)
      expect(reply?.headers['x-ratelimit-remaining']).toBe('998')
      const reset = Number(reply?.headers['x-ratelimit-reset'])
      expect(reset).toBe((Math.floor(now / 86_400_000) + 1) * 86_400)
    }
  })

  test('that crosses the end of a month begins a new meter, and the old one is still there for a clock set back', async () => {
    const { target } = await start()
    const key = target.keys.pro
    const report = async () => (await read(target, '/v1/usage', usageDocument, { key })).data
    now = Date.UTC(2028, 1, 29, 23, 59, 59, 999)
    await ask(target, '/v1/stats', { key })
    const february = await report()
    expect(february.total_requests).toBe(2)
    expect(february.period_start).toBe('2028-02-01T00:00:00.000Z')
    expect(february.period_end).toBe('2028-02-29T23:59:59.999Z')
    now += 1
    const march = await report()
    expect(march.total_requests).toBe(1)
    expect(march.period_start).toBe('2028-03-01T00:00:00.000Z')
    now -= 1
    expect((await report()).total_requests).toBe(3)
  })

  test('before the snapshot gives an age of 0, not a negative one', async () => {
    const { target } = await start()
    now = Date.UTC(2020, 0, 1)
    expect((await read(target, '/v1/health', healthDocument)).data.snapshot.ageSeconds).toBe(0)
  })
})

describe('two processes on one state file', () => {
  test('admit the limit together, and either one knows what both counted', async () => {
    now = Date.UTC(2026, 6, 9, 12, 0, 0)
    const file = `${folder.dir}/state.sqlite`
    const { target } = await start({ state: openSqliteState(file) })
    const { keys } = target
    const other = await startProcess(file)
    try {
      const there: Target = { ...target, baseUrl: other.baseUrl }
      const client = stranger()
      const replies = await Promise.all(
        Array.from({ length: 160 }, (_, i) =>
          ask(i % 2 === 0 ? target : there, '/v1/stats', { client }),
        ),
      )
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(60)
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(100)
      await Promise.all(
        Array.from({ length: 80 }, (_, i) =>
          ask(i % 2 === 0 ? target : there, '/v1/protocols?per_page=1', { key: keys.pro }),
        ),
      )
      const { data } = await read(there, '/v1/usage', usageDocument, { key: keys.pro })
      expect(data.breakdown).toEqual({ protocols: 80, wallet: 0, screener: 0, other: 1 })
    } finally {
      await other.stop()
    }
  }, 30_000)
})

/** The same host in a process of its own. */
async function startProcess(file: string): Promise<{ baseUrl: string; stop: () => Promise<void> }> {
  const script = new URL('./host-process.ts', import.meta.url)
  const words = [fileURLToPath(script), whole, file, SECRET, String(now), CLIENT_HEADER]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return {
    baseUrl: String(line).trim(),
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}
