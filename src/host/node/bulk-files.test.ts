import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueOf, publishTables } from '../../testing/bulk/bulk-world.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createFileLimits } from './file-limits.ts'
import { createPages } from './pages.ts'

const folder = temporaryFolder()
const BODY = 'id,name\r\n0123456789'
let server: Server
let site: string

beforeAll(async () => {
  await publishTables({ live: await catalogueOf(), distDir: folder })
  mkdirSync(`${folder}/bulk/2026-08-20-2`)
  for (const name of ['bulk/latest/a.csv', 'bulk/2026-08-20-2/a.parquet', 'a.csv', '404.html']) {
    writeFileSync(`${folder}/${name}`, BODY)
  }
  const serve = createPages({
    distDir: folder,
    limits: createFileLimits(() => 0),
    awaitFolder: async () => false,
    log: () => undefined,
  })
  server = createServer((request, response) => {
    serve(request, response, new URL(request.url ?? '', 'http://x').pathname, '192.0.2.1').catch(
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  site = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const get = (file: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${site}${file}`, { headers: { 'Accept-Encoding': 'identity', ...headers }, method })

describe('files of tables', () => {
  test.each([
    ['scores.parquet', 'application/vnd.apache.parquet'],
    ['scores.csv', 'text/csv; charset=utf-8'],
    ['scores.ndjson.gz', 'application/gzip'],
    ['plimsoll.sqlite', 'application/vnd.sqlite3'],
  ])('%s has its type and its name, and may be read from anywhere', async (name, type) => {
    const { status, headers } = await get(`/bulk/latest/${name}`, {}, 'HEAD')
    expect([status, headers.get('content-type')]).toEqual([200, type])
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('accept-ranges')).toBe('bytes')
    expect(headers.get('cache-control')).toBe('no-cache')
  })

  test('of a dated folder never change, and a missing one may appear', async () => {
    const { headers } = await get('/bulk/2026-08-20-2/a.parquet')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const none = await get('/bulk/2026-08-20-2/b.parquet')
    expect([none.status, none.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })

  test.each([
    ['bytes=0-3', 'id,n', `bytes 0-3/${BODY.length}`],
    ['bytes=15-', BODY.slice(15), `bytes 15-18/${BODY.length}`],
    ['bytes=-4', '6789', `bytes 15-18/${BODY.length}`],
    ['bytes=10-999', BODY.slice(10), `bytes 10-18/${BODY.length}`],
  ])('are sent in parts: %s', async (range, text, stated) => {
    const reply = await get('/bulk/latest/a.csv', { Range: range, 'Accept-Encoding': 'br' })
    expect([reply.status, await reply.text()]).toEqual([206, text])
    expect(reply.headers.get('content-range')).toBe(stated)
    expect(reply.headers.get('content-length')).toBe(String(text.length))
  })

  test('are sent whole for a range of another version, of several parts, or of no file of tables', async () => {
    for (const [file, headers] of [
      ['/bulk/latest/a.csv', { Range: 'bytes=0-3', 'If-Range': '"other"' }],
      ['/bulk/latest/a.csv', { Range: 'bytes=0-1,3-4' }],
      ['/a.csv', { Range: 'bytes=0-3' }],
    ] as const) {
      const reply = await get(file, headers)
      expect([reply.status, await reply.text()]).toEqual([200, BODY])
    }
    const beyond = await get('/bulk/latest/a.csv', { Range: 'bytes=19-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */19'])
  })
})
