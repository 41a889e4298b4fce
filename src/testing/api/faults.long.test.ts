import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, renameSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readWalletSettings } from '../../config/wallet.ts'
import { detailDocument } from '../../contract/protocol-detail.ts'
import { healthDocument } from '../../contract/responses.ts'
import { statsDocument } from '../../contract/stats.ts'
import type { Catalogue } from '../../domain/catalogue.ts'
import { ask, PLAIN_CAPABILITIES, type Target } from '../black-box/client.ts'
import { allRows, read } from '../black-box/reading.ts'
import { ALIAS, publishTo, RETIRED, seedCatalogues } from '../published/two-snapshots.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import {
  issueKeys,
  NO_WORLD,
  type RunningHost,
  type StartOptions,
  startNodeHost,
} from './node-target.ts'
import { HOLDER, startWalletWorld, type WalletWorld } from './wallet-world.ts'

const CLIENT_HEADER = 'x-client-address'

const folder = temporaryFolder()
const whole = `${folder}/whole`
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

/** A host over a copy of the published folder, and something to ask it with. */
async function start(
  options: Pick<Partial<StartOptions>, 'distDir' | 'wallet'> = {},
): Promise<{ target: Target; host: RunningHost; distDir: string }> {
  const distDir = options.distDir ?? freshCopy()
  const host = await startNodeHost({
    ...{ ...options, distDir, now: () => now },
    trustProxy: CLIENT_HEADER,
  })
  hosts.push(host)
  const keys = await issueKeys(host.state)
  const capabilities = { ...PLAIN_CAPABILITIES, alias: ALIAS, retired: RETIRED }
  return { target: { baseUrl: host.baseUrl, keys, capabilities, world: null }, host, distDir }
}

function freshCopy(): string {
  copies += 1
  const dir = `${folder}/copy-${copies}`
  cpSync(whole, dir, { recursive: true, preserveTimestamps: true })
  return dir
}

test('a publish that was killed between its two renames leaves a running server with the folder of before: pages and documents, from the next miss on', async () => {
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
      [fileURLToPath(new URL('./publish-process.ts', import.meta.url)), distDir, '3'],
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

  beforeAll(async () => {
    world = await startWalletWorld(() => now)
  })

  afterAll(() => world.stop())

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
    // Scans that waited for others may still be under way.
    const again = () => statusesOf(target, [HOLDER])
    await expect.poll(again, { timeout: 40_000, interval: 500 }).toEqual(['200 false'])
  }, 90_000)
})
