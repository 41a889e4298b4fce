import { mkdirSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApiRequest } from '../../http/api-request.ts'
import { type ApiResponse, jsonResponse } from '../../http/api-response.ts'
import { RawConnection } from '../../testing/api/raw-exchange.ts'
import { listenInTest } from '../../testing/listen-in-test.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createHost, type HostOptions } from './server.ts'

const folder = temporaryFolder()

beforeAll(() => {
  mkdirSync(`${folder}/_data/live`, { recursive: true })
  mkdirSync(`${folder}/list`, { recursive: true })
  writeFileSync(`${folder}/_data/live/stats.json`, '{"secret":1}')
  writeFileSync(`${folder}/index.html`, '<title>Home</title>')
  writeFileSync(`${folder}/about.html`, '<title>About</title>')
  writeFileSync(`${folder}/list/index.html`, '<title>List</title>')
  writeFileSync(`${folder}/404.html`, '<title>No such page</title>')
  writeFileSync(`${folder}/style.css`, 'a{}')
  writeFileSync(`${folder}/.env`, 'SECRET=1')
})

/** A host whose gateway notes what it is asked. */
async function start(
  options: Partial<Omit<HostOptions, 'gateway'>> & { gateway?: () => Promise<ApiResponse> } = {},
): Promise<{ port: number; asked: ApiRequest[]; faults: unknown[] }> {
  const asked: ApiRequest[] = []
  const faults: unknown[] = []
  const server = createHost({
    distDir: folder,
    now: Date.now,
    log: (error) => faults.push(error),
    trustProxy: null,
    ...options,
    gateway: async (request) => {
      asked.push(request)
      const status = request.malformed === undefined ? 200 : 400
      return options.gateway?.() ?? { ...jsonResponse({ ok: true }), status }
    },
  })
  return { port: await listenInTest(server), asked, faults }
}

async function send(port: number, ...lines: string[]) {
  const method = lines[0]?.split(' ')[0] ?? 'GET'
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  const connection = new RawConnection(port)
  const reply = await connection.exchange(bytes, method, false)
  connection.close()
  return reply
}

/** All that the host sends until it closes the connection. */
function readAll(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.on('error', () => undefined)
    socket.write(bytes)
  })
}

describe('pages', () => {
  test.each([
    ['/', 200, 'Home'],
    ['/index.html', 200, 'Home'],
    ['/about', 200, 'About'],
    ['/about.html', 200, 'About'],
    ['/list', 200, 'List'],
    ['/list/', 200, 'List'],
    ['/%61bout', 200, 'About'],
    ['/?x=1', 200, 'Home'],
    ['/nothing', 404, 'No such page'],
    ['/.env', 404, 'No such page'],
    ['/%2eenv', 404, 'No such page'],
    ['/%00', 404, 'No such page'],
    ['/%ff', 404, 'No such page'],
    ['/../../../../etc/passwd', 404, 'No such page'],
    ['*', 404, 'No such page'],
  ])('%s is %i, %s', async (path, status, title) => {
    const { port, asked } = await start()
    const reply = await send(port, `GET ${path} HTTP/1.1`, 'Host: x')
    expect(reply?.status).toBe(status)
    expect(reply?.body).toBe(`<title>${title}</title>`)
    expect(reply?.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(asked).toEqual([])
  })

  test.each(['/list/2/', '/list/2', '/list/a/b?x=1'])(
    '%s has moved to the screener',
    async (path) => {
      const { port } = await start()
      const reply = await send(port, `GET ${path} HTTP/1.1`, 'Host: x')
      expect([reply?.status, reply?.headers.get('location')]).toEqual([301, '/screener/'])
      expect(reply?.headers.get('content-security-policy')).toContain("default-src 'none'")
    },
  )

  test.each(['/lists/2/', '/a/list/2/'])('%s has not', async (path) => {
    const { port } = await start()
    expect((await send(port, `GET ${path} HTTP/1.1`, 'Host: x'))?.status).toBe(404)
  })

  test('every page has the headers that keep it to itself', async () => {
    const { port } = await start()
    for (const path of ['/', '/nothing', '/style.css']) {
      const reply = await send(port, `GET ${path} HTTP/1.1`, 'Host: x')
      expect(reply?.headers.get('x-content-type-options')).toBe('nosniff')
      expect(reply?.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(reply?.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })

  test('a page that the client has is not sent again; HEAD has no body; other methods are refused', async () => {
    const { port } = await start()
    const first = await send(port, 'GET / HTTP/1.1', 'Host: x')
    const tag = first?.headers.get('etag')
    const known = await send(port, 'GET / HTTP/1.1', 'Host: x', `If-None-Match: ${tag}`)
    expect(known?.status).toBe(304)
    const head = await send(port, 'HEAD / HTTP/1.1', 'Host: x')
    expect(head?.headers.get('content-length')).toBe('19')
    const post = await send(port, 'POST / HTTP/1.1', 'Host: x', 'Content-Length: 0')
    expect(post?.status).toBe(405)
    expect(post?.headers.get('allow')).toBe('GET, HEAD')
  })

  test.each(['bytes=3-1', 'bytes=-', 'bytes=99-', 'lines=1-2', 'bytes=0-1,3-4'])(
    'the range %s takes nothing down',
    async (range) => {
      const { port } = await start()
      const reply = await send(port, 'GET / HTTP/1.1', 'Host: x', `Range: ${range}`)
      expect(reply?.status).toBe(200)
      expect((await send(port, 'GET / HTTP/1.1', 'Host: x'))?.status).toBe(200)
    },
  )
})

describe('the request that the gateway receives', () => {
  test('method, path and query as they were sent, and headers by name', async () => {
    const { port, asked } = await start()
    await send(port, 'GET /v1/a%2Fb?c=%20&c#d HTTP/1.1', 'Host: x', 'X-Api-Key: k', 'x-api-key: l')
    expect(asked[0]).toMatchObject({ method: 'GET', pathname: '/v1/a%2Fb', search: '?c=%20&c' })
    expect(asked[0]?.header('x-api-key')).toBe('k, l')
    expect(asked[0]?.header('accept-encoding')).toBeNull()
  })

  test('the address is that of the socket; headers that claim another are ignored', async () => {
    const { port, asked } = await start()
    await send(
      port,
      'GET /v1/x HTTP/1.1',
      'Host: x',
      'X-Forwarded-For: 1.1.1.1',
      'X-Real-IP: 2.2.2.2',
    )
    expect(asked[0]?.ip).toBe('127.0.0.1')
  })

  test.each([
    [['X-Forwarded-For: 1.1.1.1'], '1.1.1.1'],
    [['X-Forwarded-For: 9.9.9.9, 1.1.1.1'], '1.1.1.1'],
    [['X-Forwarded-For: 9.9.9.9', 'X-Forwarded-For: 1.1.1.1'], '1.1.1.1'],
    [['X-Forwarded-For: 9.9.9.9,  '], '127.0.0.1'],
    [['X-Forwarded-For: 9.9.9.9, 1.1.1.1, 127.0.0.1, ::1, ::ffff:127.0.0.1'], '1.1.1.1'],
    [['X-Forwarded-For: 127.0.0.1'], '127.0.0.1'],
    [[], '127.0.0.1'],
  ])(
    'behind a proxy the last address of its header that is not its own counts: %j is %s',
    async (lines, ip) => {
      const { port, asked } = await start({ trustProxy: 'x-forwarded-for' })
      await send(port, 'GET /v1/x HTTP/1.1', 'Host: x', ...lines)
      expect(asked[0]?.ip).toBe(ip)
    },
  )

  test.each([
    [{ trustProxy: 'x-forwarded-for' }, ['X-Forwarded-Proto: https'], true],
    [{ trustProxy: 'x-forwarded-for' }, ['X-Forwarded-Proto: http, https'], true],
    [{ trustProxy: 'x-forwarded-for' }, ['X-Forwarded-Proto: https, http'], false],
    [{ trustProxy: 'x-forwarded-for' }, [], false],
    [
      { trustProxy: 'x-forwarded-for', trustProxyFrom: ['10.0.0.0/8'] },
      ['X-Forwarded-Proto: https'],
      false,
    ],
    [{}, ['X-Forwarded-Proto: https'], false],
  ])('with %j and %j every answer has HSTS: %s', async (options, lines, isSent) => {
    const { port } = await start(options)
    for (const path of ['/', '/v1/x', '/nothing', '/oembed']) {
      const reply = await send(port, `GET ${path} HTTP/1.1`, 'Host: x', ...lines)
      const sent = reply?.headers.get('strict-transport-security') ?? null
      expect([path, sent]).toEqual([path, isSent ? 'max-age=31536000' : null])
    }
  })

  test('security.txt is the one file of a hidden folder that is served', async () => {
    mkdirSync(`${folder}/.well-known`, { recursive: true })
    for (const name of ['security.txt', 'other.txt']) {
      writeFileSync(`${folder}/.well-known/${name}`, 'Contact: x')
    }
    const { port } = await start()
    const found = await send(port, 'GET /.well-known/security.txt HTTP/1.1', 'Host: x')
    expect([found?.status, found?.headers.get('content-type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ])
    const other = await send(port, 'GET /.well-known/other.txt HTTP/1.1', 'Host: x')
    expect(other?.status).toBe(404)
  })

  test.each([
    [['10.0.0.0/8', '192.0.2.7'], '127.0.0.1'],
    [['10.0.0.0/8', '127.0.0.1'], '1.1.1.1'],
    [['127.0.0.0/29'], '1.1.1.1'],
    [['::/0'], '127.0.0.1'],
    [[], '127.0.0.1'],
  ])('where the proxies are %j a header from 127.0.0.1 gives %s', async (trustProxyFrom, ip) => {
    const { port, asked } = await start({ trustProxy: 'x-forwarded-for', trustProxyFrom })
    await send(port, 'GET /v1/x HTTP/1.1', 'Host: x', 'X-Forwarded-For: 1.1.1.1')
    expect(asked[0]?.ip).toBe(ip)
  })
})

describe('bytes that are no request', () => {
  test.each([
    ['nonsense', ['NONSENSE'], 'The request is not valid HTTP.'],
    [
      'a header without a colon',
      ['GET /v1/x HTTP/1.1', 'Host x'],
      'The request is not valid HTTP.',
    ],
    ['a missing Host', ['GET /v1/x HTTP/1.1'], 'The request has no Host header.'],
    [
      'headers that are too long',
      ['GET /v1/x HTTP/1.1', 'Host: x', `X: ${'a'.repeat(17_000)}`],
      'The request line and headers are longer than 16384 bytes.',
    ],
    [
      'two lengths',
      ['GET /v1/x HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2'],
      'The request is not valid HTTP.',
    ],
  ])('%s: the gateway answers, with the reason', async (_, lines, reason) => {
    const { port, asked } = await start()
    const reply = await send(port, ...lines)
    expect(reply?.status).toBe(400)
    expect(asked[0]).toMatchObject({ malformed: reason, ip: '127.0.0.1' })
  })

  test('a method that Node does not know is still a method', async () => {
    const { port, asked } = await start()
    await send(port, 'BREW /v1/stats?pot=1 HTTP/1.1', 'Host: x')
    expect(asked[0]).toMatchObject({ method: 'BREW', pathname: '/v1/stats' })
    expect(asked[0]).not.toHaveProperty('malformed')
  })

  test('HTTP/1.0 needs no Host, and an expectation is ignored', async () => {
    const { port, asked } = await start()
    expect((await send(port, 'GET /v1/x HTTP/1.0'))?.status).toBe(200)
    const reply = await send(port, 'GET /v1/x HTTP/1.1', 'Host: x', 'Expect: a miracle')
    expect(reply?.status).toBe(200)
    expect(asked).toHaveLength(2)
  })

  test('a body is drained, and the connection stays usable', async () => {
    const { port, asked } = await start()
    const connection = new RawConnection(port)
    const body = 'x'.repeat(100_000)
    const head = `GET /v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`
    expect((await connection.exchange(Buffer.from(head + body), 'GET', false))?.status).toBe(200)
    const next = Buffer.from('GET /v1/y HTTP/1.1\r\nHost: x\r\n\r\n')
    expect((await connection.exchange(next, 'GET', false))?.status).toBe(200)
    expect(asked.map(({ pathname }) => pathname)).toEqual(['/v1/x', '/v1/y'])
    connection.close()
  })

  test('nonsense in one packet with a request that is being answered is answered after it', async () => {
    const { port, asked } = await start({
      gateway: () => new Promise((resolve) => setTimeout(() => resolve(jsonResponse({})), 50)),
    })
    const reply = await readAll(port, 'GET /v1/x HTTP/1.1\r\nHost: x\r\n\r\nNONSENSE\r\n\r\n')
    expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
    expect(asked.map(({ malformed }) => malformed)).toEqual([
      undefined,
      'The request is not valid HTTP.',
    ])
    expect(reply.indexOf('HTTP/1.1', 1)).toBe(reply.indexOf('{}') + 2)
  })

  test('a body that breaks off is no second request', async () => {
    const { port, asked } = await start()
    const head = 'GET /v1/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
    const reply = await readAll(port, `${head}ZZ\r\n`)
    expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
    expect(asked).toHaveLength(1)
  })

  test.each(['/v1/x', '/about'])('two Host headers are refused, for %s', async (path) => {
    const { port, asked } = await start()
    const reply = await send(port, `GET ${path} HTTP/1.1`, 'Host: x', 'host: y')
    expect(reply?.status).toBe(400)
    expect(asked[0]?.malformed).toBe('The request has more than one Host header.')
  })
})

describe('a gateway that fails', () => {
  test('gets the error envelope, and the fault is logged', async () => {
    const { port, faults } = await start({
      gateway: () => Promise.reject(new Error('at /srv/secret.ts')),
    })
    const reply = await send(port, 'GET /v1/x HTTP/1.1', 'Host: x')
    expect(reply?.status).toBe(500)
    expect(JSON.parse(reply?.body ?? '')).toMatchObject({ error: { code: 'INTERNAL_ERROR' } })
    expect(reply?.body).not.toContain('secret')
    expect(faults).toHaveLength(1)
  })

  test('with a header that cannot be sent is answered for as well', async () => {
    const { port } = await start({
      gateway: async () => ({ status: 200, headers: { 'X-Bad': 'a\r\nb' }, body: '{}' }),
    })
    expect((await send(port, 'GET /v1/x HTTP/1.1', 'Host: x'))?.status).toBe(500)
  })
})
