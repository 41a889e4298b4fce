import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { ADMISSION, NODE_DOWNLOAD_KB } from '../../contract/admission.ts'
import { errorDocument } from '../../contract/responses.ts'
import { openSqliteState } from '../../state/sqlite/store.ts'
import { listenInTest } from '../../testing/listen-in-test.ts'
import { folderOfTest } from '../../testing/temporary-folder.ts'
import { createFileLimits } from './file-limits.ts'
import { createHost } from './server.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const TABLE = '/bulk/latest/scores.parquet'

async function start(downloadKilobytes: number) {
  const folder = folderOfTest()
  mkdirSync(`${folder}/bulk/latest`, { recursive: true })
  for (const name of [TABLE, '/page.html', '/404.html']) {
    writeFileSync(`${folder}${name}`, Buffer.alloc(30_000, 65))
  }
  const server = createHost({
    distDir: folder,
    gateway: async () => ({ status: 200, headers: {}, body: null }),
    now: () => NOON,
    trustProxy: 'x-forwarded-for',
    log: () => undefined,
    downloadKilobytes,
  })
  const site = `http://127.0.0.1:${await listenInTest(server)}`
  let clients = 0
  return async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    clients += 1
    const from = { 'X-Forwarded-For': `10.${clients}.0.1` }
    const response = await fetch(`${site}${path}`, { method, headers: { ...from, ...headers } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

test('all clients together download no more than the budget of the site, and only what is sent counts', async () => {
  const get = await start(100)
  const first = await get(TABLE)
  const tag = first.headers.get('etag') ?? ''
  for (let n = 0; n < 10; n += 1) {
    expect((await get(TABLE, { 'If-None-Match': tag })).status).toBe(304)
    expect((await get(TABLE, {}, 'HEAD')).status).toBe(200)
    expect((await get(TABLE, { Range: 'bytes=99999-' })).status).toBe(416)
  }
  expect([(await get(TABLE)).status, (await get(TABLE)).status]).toEqual([200, 200])

  const refused = await get(TABLE)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('43200')
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect(refused.headers.get('etag')).toBeNull()
  expect(errorDocument.parse(JSON.parse(refused.text)).error.message).toBe(
    'All visitors of this site have together reached the limit of 100 kilobytes of downloads a day. It resets at midnight UTC, in 43200 seconds.',
  )
  const part = await get(TABLE, { Range: 'bytes=0-9999' })
  expect([part.status, part.text.length]).toEqual([206, 10_000])
  expect((await get(TABLE, { Range: 'bytes=0-999' })).status).toBe(429)
  expect((await get('/page')).status).toBe(200)
})

test('one address has a quarter of the budget, so that it locks no one else out', async () => {
  const limits = createFileLimits(() => NOON, 1_000_000)
  const half = 125_000_000
  expect([
    await limits.refuseDownload(half, '10.1.0.1'),
    await limits.refuseDownload(half, '10.1.0.1'),
  ]).toEqual([null, null])
  expect(await limits.refuseDownload(1, '10.1.0.1')).toMatchObject({
    scope: 'address',
    limit: 250_000,
  })
  expect(await limits.refuseDownload(2 * half, '10.1.0.2')).toBeNull()
  expect(await limits.refuseDownload(1, '10.1.0.3')).toMatchObject({
    scope: 'network',
    limit: 500_000,
  })
  expect(await limits.refuseDownload(1, '10.2.0.1')).toBeNull()
})

test('the budget is a setting, 100 GB unless it is set', () => {
  expect(readConfig({}).downloadKilobytes).toBe(NODE_DOWNLOAD_KB)
  expect(readConfig({ DOWNLOAD_MB_A_DAY: '250' }).downloadKilobytes).toBe(250_000)
  expect(() => readConfig({ DOWNLOAD_MB_A_DAY: '0' })).toThrow('DOWNLOAD_MB_A_DAY')
})

test('processes that share a state count pages and downloads together, and alone while it cannot be used', async () => {
  const state = openSqliteState(':memory:')
  const shared = { state, secret: 'x'.repeat(32) }
  const processes = [1, 2].map(() => createFileLimits(() => NOON, 100, shared))
  const most = ADMISSION.page.address.burst
  for (let n = 0; n < most; n += 1) {
    expect(await processes[n % 2]?.pageWait('192.0.2.1')).toBe(0)
  }
  expect(await processes[0]?.pageWait('192.0.2.1')).toBe(60)
  expect(await processes[0]?.refuseDownload(60_000, '192.0.2.1')).toBeNull()
  expect(await processes[1]?.refuseDownload(60_000, '198.51.100.1')).toMatchObject({
    scope: 'site',
  })
  await state.close()
  expect(await processes[0]?.pageWait('192.0.2.1')).toBe(0)
})
