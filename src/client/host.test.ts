import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueKeys, type RunningHost, startNodeHost } from '../testing/api/node-target.ts'
import type { Target } from '../testing/black-box/client.ts'
import { type Fault, startFaultyProxy } from '../testing/client/faulty-proxy.ts'
import { largeList, publishList } from '../testing/client/large-folder.ts'
import { publishedSeed } from '../testing/published/published-seed.ts'
import { ALIAS, RETIRED } from '../testing/published/two-snapshots.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createClient, type PlimsollError } from './index.ts'

const folder = temporaryFolder()
let host: RunningHost
let keys: Target['keys']

beforeAll(async () => {
  host = await startNodeHost({ distDir: await publishedSeed() })
  keys = await issueKeys(host.state)
})

afterAll(async () => {
  await host.stop()
})

const rejection = (call: Promise<unknown>) =>
  call.then(
    () => Promise.reject(new Error('did not reject')),
    (error: PlimsollError) => error,
  )

async function rowsOf<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}

describe('against the service', () => {
  it('every method returns what the service has', async () => {
    const client = createClient({ baseUrl: host.baseUrl, apiKey: keys.free })
    const health = await client.health()
    const { protocolCount } = await client.stats()
    expect(health.snapshot.protocolCount).toBe(protocolCount)
    const search = await client.search('aave v3', { limit: 1 })
    const [found] = search.data
    expect(search.meta).toMatchObject({ limit: 1, snapshot: health.snapshot.id })
    const protocol = await client.protocols.get(found?.id ?? '')
    expect(protocol).toMatchObject({ id: 'aave-v3', composite: found?.composite })
    const { points } = await client.protocols.history('aave-v3')
    expect(points.at(-1)?.composite).toBe(protocol.composite)
    expect(await client.protocols.get(ALIAS.former)).toMatchObject({ id: ALIAS.current })
    expect((await client.protocols.get(RETIRED)).retired).not.toBeNull()
    const lending = await client.protocols.list({
      category: 'Lending',
      per_page: 3,
      sort_by: 'tvl',
    })
    expect(lending.data).toHaveLength(3)
    const screened = await client.screener({ category: 'Lending', level: ['high', 'elevated'] })
    expect(screened.meta.total).toBeLessThan(lending.meta.total)
    const changes = await client.changes({ since: '2000-01-01', limit: 1 })
    expect(changes.retired).toMatchObject([{ id: RETIRED }])
    const names = await Promise.all([client.chains(), client.categories()])
    expect(names.map((list) => list.length > 5)).toEqual([true, true])
    expect(await client.usage()).toMatchObject({ plan: 'free' })
    expect(client.rateLimit).toMatchObject({ limit: 10_000, burstLimit: 120 })
  })

  it('all protocols are those of the pages, in their order', async () => {
    const client = createClient({ baseUrl: host.baseUrl, apiKey: keys.free })
    const query = { sort_by: 'name', sort_dir: 'asc' } as const
    const pages = [1, 2, 3, 4].map((page) =>
      client.protocols.list({ ...query, page, per_page: 100 }),
    )
    const rows = (await Promise.all(pages)).flatMap(({ data }) => data)
    expect(await rowsOf(client.protocols.all(query))).toEqual(rows)
    expect(rows.length).toBe((await client.stats()).protocolCount)
  })

  it('a wallet of the sandbox is scanned with a sandbox key', async () => {
    const client = createClient({ baseUrl: host.baseUrl, apiKey: keys.testPro })
    const scan = await client.wallet.scan('guillemot.eth')
    expect(scan.resolvedFrom).toBe('guillemot.eth')
    expect(scan.positions.length).toBeGreaterThan(0)
  })

  it('errors have the code, the details and a page', async () => {
    const client = createClient({ baseUrl: host.baseUrl, apiKey: keys.free })
    const unknown = await rejection(client.protocols.get('aavee-v3'))
    expect(unknown).toMatchObject({ code: 'PROTOCOL_NOT_FOUND', status: 404 })
    expect(unknown.details?.suggestions).toContain('aave-v3')
    expect(unknown.documentation).toBe(`${host.baseUrl}/docs/errors/PROTOCOL_NOT_FOUND/`)
    expect(unknown.requestId).toMatch(/^req_/)
    expect(await rejection(client.protocols.list({ page: 0 }))).toMatchObject({
      code: 'INVALID_REQUEST',
      details: { page: [expect.any(String)] },
    })
    expect(await rejection(client.wallet.scan('guillemot.eth'))).toMatchObject({
      code: 'FORBIDDEN',
    })
    const revoked = createClient({ baseUrl: host.baseUrl, apiKey: keys.revoked })
    expect(await rejection(revoked.stats())).toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
  })

  it('nobody at the address is a network error with its cause', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 })
    const error = await rejection(client.health())
    expect(error).toMatchObject({ code: 'NETWORK', status: null })
    expect(error.cause).toBeInstanceOf(TypeError)
  })

  const deno = path.join(import.meta.dirname, '../../node_modules/.bin/deno')
  it.skipIf(!existsSync(deno))('in Deno, with no right but that to the service', async () => {
    const { outputFiles } = await build({
      entryPoints: [path.join(import.meta.dirname, 'index.ts')],
      ...{ bundle: true, format: 'esm', write: false },
    })
    writeFileSync(path.join(folder, 'client.mjs'), outputFiles[0]?.text ?? '')
    const code = `
      import { createClient } from './client.mjs'
      const client = createClient({ baseUrl: ${JSON.stringify(host.baseUrl)} })
      let rows = 0
      for await (const _ of client.protocols.all()) rows += 1
      const error = await client.protocols.get('nothing-like-it').catch((reason) => reason)
      console.log(JSON.stringify([rows, error.code, client.rateLimit.limit]))`
    const file = path.join(folder, 'deno.mjs')
    writeFileSync(file, code)
    const allowed = `--allow-net=${new URL(host.baseUrl).host}`
    const { stdout } = await promisify(execFile)(deno, ['run', '--no-config', allowed, file], {
      cwd: folder,
    })
    const { protocolCount } = await createClient({
      baseUrl: host.baseUrl,
      apiKey: keys.free,
    }).stats()
    expect(JSON.parse(stdout)).toEqual([protocolCount, 'PROTOCOL_NOT_FOUND', 1_000])
  })
})

describe('1,447 protocols through a proxy that fails', () => {
  const list = largeList(1_447, 1)
  const { rows } = list
  const distDir = `${folder}/large`
  let large: RunningHost
  let now = Date.UTC(2026, 10, 21, 12)

  beforeAll(async () => {
    publishList(distDir, 'first', list)
    large = await startNodeHost({ distDir, now: () => now })
  })
  afterAll(() => large.stop())

  async function readAll(faults: Record<number, Fault>, before?: (request: number) => void) {
    // A minute of the limits for each reading.
    now += 60_000
    const proxy = await startFaultyProxy(large.baseUrl, faults, before)
    try {
      const client = createClient({ baseUrl: proxy.baseUrl, random: () => 0.01 })
      return { read: await rowsOf(client.protocols.all()), asked: proxy.asked }
    } finally {
      await proxy.stop()
    }
  }

  it('are all given once, in their order, after a 429 and a connection cut in the middle', async () => {
    const { read, asked } = await readAll({
      1: 'refused',
      4: 'limited',
      8: 'cut',
      9: 'cut',
      14: 'refused',
    })
    expect(read).toEqual(rows)
    expect(new Set(read.map(({ id }) => id)).size).toBe(1_447)
    // 15 pages, and five tries that failed.
    expect(asked).toHaveLength(20)
  })

  it('are all given once when a snapshot is published in the middle', async () => {
    const next = largeList(1_446, 2)
    const { read, asked } = await readAll({ 4: 'limited', 13: 'cut' }, (request) => {
      if (request !== 10) return
      publishList(distDir, 'second', next)
      now += 60_000
    })
    const ids = read.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(next.rows.filter(({ id }) => !ids.includes(id))).toEqual([])
    expect(asked.length).toBeGreaterThan(20)
    expect(read).not.toEqual(rows)
  })
})
