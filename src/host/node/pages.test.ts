import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../testing/api/local-redis.ts'
import { RawConnection, type RawReply } from '../../testing/api/raw-exchange.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createFileLimits } from './file-limits.ts'
import { createPages, READ_FROM_ANYWHERE } from './pages.ts'

const HOME = `<title>Home</title>${'<p>the same line again</p>'.repeat(500)}`
const NONE = `<title>No such page</title>${'<p>the same line again</p>'.repeat(500)}`
const PIXELS = Buffer.alloc(5_000)

const folder = temporaryFolder()
const faults: unknown[] = []
let server: Server
let port = 0

beforeAll(async () => {
  const files: Record<string, string | Buffer> = {
    'index.html': HOME,
    '404.html': NONE,
    'one.html': 'one '.repeat(1_000),
    'two.html': 'two '.repeat(1_000),
    'short.html': '<title>Short</title>',
    'style.css': 'a{color:red}'.repeat(200),
    'openapi.json': '{"openapi":"3.0.3"}'.padEnd(3_000),
    'openapi-3.1.json': '{"openapi":"3.1.1"}',
    'scoreboard.json': '{"format":1}',
    'snapshot/manifest.json': '{"format":1}',
    'changes.json': '{"version":"1"}',
    'incidents.json': '{"version":"1"}',
    'changes.atom': '<feed/>',
    'protocol/tern/feed.json': '{"version":"1"}',
    'protocol/tern/feed.atom': '<feed/>',
    'protocol/tern/index.html': '<title>Tern</title>',
    'badge/tern.svg': '<svg/>',
    'bulk/manifest.json': '{"format":1}',
    'embed/tern/index.html': '<title>Card</title>',
    'embed/~style.css': 'a{color:red}',
    'mark.svg': `<svg>${'<g/>'.repeat(500)}</svg>`,
    'robots.txt': 'User-agent: *\n'.repeat(200),
    'photo.png': PIXELS,
    'fonts/a.woff2': PIXELS,
    'snapshot/plimsoll.sqlite.gz': PIXELS,
    'long.html': 'long '.repeat(500_000),
  }
  for (const sub of ['fonts', 'snapshot', 'badge', 'bulk', 'embed/tern', 'protocol/tern']) {
    mkdirSync(`${folder}/${sub}`, { recursive: true })
  }
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(`${folder}/${name}`, content)
    utimesSync(`${folder}/${name}`, 1_000, 1_000)
  }
  const serve = createPages({
    distDir: folder,
    limits: createFileLimits(() => 0),
    awaitFolder: async () => false,
    log: (error) => faults.push(error),
  })
  server = createServer((request, response) => {
    const pathname = request.url ?? '/'
    serve(request, response, pathname, '192.0.2.1').catch((error) => faults.push(error))
  })
  port = await listen(server)
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
})

async function get(path: string, accepted = '', more = '', method = 'GET'): Promise<RawReply> {
  const connection = new RawConnection(port)
  const coding = accepted === '' ? '' : `Accept-Encoding: ${accepted}\r\n`
  const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\n${coding}${more}\r\n`
  const reply = await connection.exchange(Buffer.from(head), method, false)
  connection.close()
  expect(faults).toEqual([])
  if (!reply) throw new Error('no reply')
  return reply
}

describe('pages of other sites', () => {
  const EXAMPLES: Record<string, string> = {
    '/protocol/*/feed.json': '/protocol/tern/feed.json',
    '/*.atom': '/protocol/tern/feed.atom',
    '/badge/*': '/badge/tern.svg',
    '/bulk/*': '/bulk/manifest.json',
  }
  const open = [...READ_FROM_ANYWHERE.map((path) => EXAMPLES[path] ?? path), '/changes.atom']

  test.each(open)('may read %s', async (path) => {
    const { status, headers } = await get(path)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const again = await get(path, '', `If-None-Match: ${headers.get('etag')}\r\n`)
    expect(again.status).toBe(304)
    expect(again.headers.get('access-control-allow-origin')).toBe('*')
  })

  test.each([
    '/',
    '/style.css',
    '/snapshot/plimsoll.sqlite.gz',
    '/protocol/tern/',
    '/nothing',
    '/nothing.atom',
    '/badge/nothing.svg',
  ])('may not read %s', async (path) => {
    expect((await get(path)).headers.has('access-control-allow-origin')).toBe(false)
  })

  test('may show a badge, also where they are isolated, and ask for a new one after five minutes', async () => {
    const { status, headers } = await get('/badge/tern.svg')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('cache-control')).toBe('public, max-age=300, must-revalidate')
    const none = await get('/badge/nothing.svg')
    expect(none.status).toBe(404)
    expect(none.headers.get('cache-control')).toBe('no-cache')
    expect((await get('/')).headers.has('cross-origin-resource-policy')).toBe(false)
  })
})

describe('frames on other sites', () => {
  test.each(['/embed/tern/', '/embed/~style.css'])('may show %s', async (path) => {
    const { status, headers } = await get(path)
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.* frame-ancestors \*$/,
    )
    expect(headers.has('x-frame-options')).toBe(false)
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('cache-control')).toBe('public, max-age=300, must-revalidate')
  })

  test.each([
    '/',
    '/protocol/tern/',
    '/nothing',
    '/embed/nothing/',
    '/embed/../one',
    '/badge/tern.svg',
  ])('may not show %s', async (path) => {
    const { headers } = await get(path)
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('content-security-policy')).not.toContain('frame-ancestors')
  })
})

describe('compression of pages', () => {
  test.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
    ['gzip;q=0', null],
    ['', null],
  ])('a client that accepts "%s" gets %s, and the same page', async (accepted, encoding) => {
    for (const path of ['/', '/', '/index.html']) {
      const { status, headers, body } = await get(path, accepted)
      expect(status).toBe(200)
      expect(headers.get('content-encoding')).toBe(encoding)
      expect(headers.get('vary')).toBe('Accept-Encoding')
      expect(body).toBe(HOME)
      const sent = Number(headers.get('content-length'))
      if (encoding) expect(sent).toBeLessThan(HOME.length / 10)
      else expect(sent).toBe(HOME.length)
    }
  })

  test.each(['/style.css', '/openapi.json', '/mark.svg', '/robots.txt', '/one', '/nothing'])(
    '%s is text and compressed',
    async (path) => {
      const { headers, body } = await get(path, 'br')
      expect(headers.get('content-encoding')).toBe('br')
      expect(headers.get('vary')).toBe('Accept-Encoding')
      expect(body).toBe((await get(path)).body)
    },
  )

  test.each(['/photo.png', '/fonts/a.woff2', '/snapshot/plimsoll.sqlite.gz'])(
    '%s is no text and sent as it is',
    async (path) => {
      const { headers } = await get(path, 'br, gzip')
      expect(headers.has('content-encoding')).toBe(false)
      expect(headers.has('vary')).toBe(false)
      expect(headers.get('content-length')).toBe('5000')
    },
  )

  test('a short page is sent as it is, and so is a very long one', async () => {
    for (const [path, length] of [
      ['/short', 20],
      ['/long', 2_500_000],
    ] as const) {
      const { headers, body } = await get(path, 'br')
      expect(headers.has('content-encoding')).toBe(false)
      expect(headers.get('vary')).toBe('Accept-Encoding')
      expect(body).toHaveLength(length)
    }
  })

  test('pages of one size, written at once, are not mixed up', async () => {
    for (const path of ['/one', '/two', '/one', '/two']) {
      expect((await get(path, 'gzip')).body.slice(0, 3)).toBe(path.slice(1))
    }
  })

  test('a page that was written anew is compressed anew', async () => {
    writeFileSync(`${folder}/three.html`, 'old '.repeat(1_000))
    expect((await get('/three', 'br')).body.slice(0, 3)).toBe('old')
    writeFileSync(`${folder}/three.html`, 'new '.repeat(1_000))
    utimesSync(`${folder}/three.html`, 2_000, 2_000)
    expect((await get('/three', 'br')).body.slice(0, 3)).toBe('new')
  })

  test('HEAD says what GET would send, without sending it', async () => {
    const got = await get('/', 'br')
    const head = await get('/', 'br', '', 'HEAD')
    for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary']) {
      expect(head.headers.get(name), name).toBe(got.headers.get(name))
    }
    expect(head.body).toBe('')
  })

  test('a client that has the page in any coding does not get it again', async () => {
    const tag = (await get('/', 'br')).headers.get('etag')
    for (const accepted of ['', 'br', 'gzip']) {
      const { status, headers } = await get('/', accepted, `If-None-Match: ${tag}\r\n`)
      expect(status).toBe(304)
      expect(headers.get('vary')).toBe('Accept-Encoding')
      expect(headers.has('content-encoding')).toBe(false)
    }
  })
})
