import { mkdirSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_BODY_BYTES } from '../../account/read-body.ts'
import { jsonResponse } from '../../http/api-response.ts'
import { RawConnection } from '../../testing/api/raw-exchange.ts'
import { listenInTest } from '../../testing/listen-in-test.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { type AccountApi, isAccountApi } from './account.ts'
import { createHost } from './server.ts'

const folder = temporaryFolder()

beforeAll(() => {
  mkdirSync(`${folder}/account`, { recursive: true })
  writeFileSync(`${folder}/account/index.html`, '<title>Account</title>')
  writeFileSync(`${folder}/404.html`, '<title>No such page</title>')
})

interface Asked {
  method: string
  url: string
  ip: string
  headers: Headers
  body: string
}

/** A host whose account API notes what it is asked, and answers with what it read. */
async function start(answer: () => Response = () => Response.json({ ok: true })) {
  const asked: Asked[] = []
  const faults: unknown[] = []
  const api: AccountApi = async (request, ip) => {
    const { method, url, headers } = request
    asked.push({ method, url, ip, headers, body: await request.text() })
    return answer()
  }
  const server = createHost({
    distDir: folder,
    now: Date.now,
    log: (error) => faults.push(error),
    trustProxy: null,
    gateway: async () => jsonResponse({ gateway: true }),
    account: api,
    accountBodyMs: 300,
  })
  const port = await listenInTest(server)
  return { port, asked, faults }
}

async function send(
  port: number,
  lines: string[],
  body = '',
  connection = new RawConnection(port),
) {
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1')
  const reply = await connection.exchange(bytes, lines[0]?.split(' ')[0] ?? 'GET', false)
  return { reply, connection }
}

describe('what the account API receives', () => {
  test('is the request with its body, headers and the address of the client', async () => {
    const { port, asked } = await start()
    const body = '{"name":"one"}'
    const { reply, connection } = await send(
      port,
      [
        'POST /account/api/keys?x=1 HTTP/1.1',
        'Host: localhost:8888',
        'Origin: http://localhost:8888',
        'Cookie: a=1',
        'Cookie: b=2',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ],
      body,
    )
    connection.close()
    expect(reply?.status).toBe(200)
    expect(reply?.headers.get('access-control-allow-origin')).toBeNull()
    const [{ method, url, ip, headers, ...rest } = { headers: new Headers() } as Asked] = asked
    expect({ method, url, ip }).toEqual({
      method: 'POST',
      url: 'http://localhost:8888/account/api/keys?x=1',
      ip: '127.0.0.1',
    })
    expect(headers.get('origin')).toBe('http://localhost:8888')
    expect(headers.get('cookie')).toBe('a=1; b=2')
    expect(rest.body).toBe(body)
  })

  test('states no length after HEAD when the answer has no body', async () => {
    const { port } = await start(() => new Response(null, { status: 200 }))
    const lines = ['HEAD /account/api/account HTTP/1.1', 'Host: x']
    const { reply, connection } = await send(port, lines)
    connection.close()
    expect(reply?.status).toBe(200)
    expect(reply?.headers.has('content-length')).toBe(false)
  })

  test('sends every cookie by itself, and no body after HEAD', async () => {
    const { port } = await start(() => {
      const headers = new Headers({ 'Content-Type': 'application/json' })
      headers.append('Set-Cookie', 'one=1; Path=/; Expires=Thu, 01 Jan 2026 00:00:00 GMT')
      headers.append('Set-Cookie', 'two=2; Path=/')
      return new Response('{"ok":true}', { status: 201, headers })
    })
    const { reply, connection } = await send(port, [
      'HEAD /account/api/account HTTP/1.1',
      'Host: x',
    ])
    expect(reply?.status).toBe(201)
    expect(reply?.body).toBe('')
    expect(reply?.headers.get('content-length')).toBe('11')
    expect(reply?.headers.getSetCookie()).toEqual([
      'one=1; Path=/; Expires=Thu, 01 Jan 2026 00:00:00 GMT',
      'two=2; Path=/',
    ])
    const next = await send(port, ['GET /account/api/account HTTP/1.1', 'Host: x'], '', connection)
    expect(next.reply?.body).toBe('{"ok":true}')
    connection.close()
  })

  test('is not compressed', async () => {
    const { port } = await start(() => new Response('x'.repeat(9_000)))
    const { reply, connection } = await send(port, [
      'GET /account/api/account HTTP/1.1',
      'Host: x',
      'Accept-Encoding: br, gzip',
    ])
    connection.close()
    expect(reply?.headers.get('content-encoding')).toBeNull()
    expect(reply?.headers.get('content-length')).toBe('9000')
  })
})

describe('a body', () => {
  const post = ['POST /account/api/keys HTTP/1.1', 'Host: x']

  test.each([
    [MAX_BODY_BYTES, 200],
    [MAX_BODY_BYTES + 1, 400],
    [50 * MAX_BODY_BYTES, 400],
  ])('of %i bytes is %i, and the connection stays usable', async (length, status) => {
    const { port, asked } = await start()
    const body = 'x'.repeat(length)
    const { reply, connection } = await send(port, [...post, `Content-Length: ${length}`], body)
    expect(reply?.status).toBe(status)
    expect(asked.map((one) => one.body.length)).toEqual(status === 200 ? [length] : [])
    const next = await send(port, ['GET /v1/stats HTTP/1.1', 'Host: x'], '', connection)
    expect(next.reply?.body).toBe('{"gateway":true}')
    connection.close()
  })

  test('without a stated length is cut at the same size', async () => {
    const { port, asked } = await start()
    const chunk = `${(0x4001).toString(16)}\r\n${'x'.repeat(0x4001)}\r\n0\r\n\r\n`
    const { reply, connection } = await send(port, [...post, 'Transfer-Encoding: chunked'], chunk)
    connection.close()
    expect(reply?.status).toBe(400)
    expect(asked).toEqual([])
  })

  test('that is not sent in time is refused', async () => {
    const { port, asked } = await start()
    const { reply, connection } = await send(port, [...post, 'Content-Length: 10'], 'half')
    connection.close()
    expect(reply?.status).toBe(400)
    expect(reply?.body).toContain('The body was not sent in time.')
    expect(asked).toEqual([])
  })

  test('that breaks off is no request and no fault', async () => {
    const { port, asked, faults } = await start()
    const connection = new RawConnection(port)
    const bytes = Buffer.from(`${[...post, 'Content-Length: 10'].join('\r\n')}\r\n\r\nhalf`)
    await connection.exchange(bytes, 'POST', true)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(asked).toEqual([])
    expect(faults).toEqual([])
  })
})

describe('an address', () => {
  test.each([
    '/account/%61pi/account',
    '/account//api/account',
    '//account/api/account',
    '/account/./api/account',
    '/x/../account/api/account',
    '/ACCOUNT/api/account',
    '/account/api/%61ccount',
    '/account/api/account/',
    '/account/api/account.html',
    '/account/api/../api/account',
    '/account/api/',
    '/account/api',
    '/account\\api\\account',
  ])('in the spelling %s is nothing, and no page', async (path) => {
    const { port, asked } = await start()
    const { reply, connection } = await send(port, [`GET ${path} HTTP/1.1`, 'Host: x'])
    connection.close()
    expect(reply?.status).toBe(404)
    expect(reply?.headers.get('content-type')).toContain('application/json')
    expect(asked).toEqual([])
  })

  test.each(['/account/', '/account', '/account/apix', '/accounts/api/x', '/account/api%2ex'])(
    '%s is for the pages',
    (path) => {
      expect(isAccountApi(path)).toBe(false)
    },
  )

  test('with a host that would change it is refused', async () => {
    const { port, asked } = await start()
    for (const host of [
      'localhost@evil.example',
      'localhost/x?',
      'a b',
      'localhost:99999999',
      '[::1',
    ]) {
      const { reply, connection } = await send(port, [
        'GET /account/api/account HTTP/1.1',
        `Host: ${host}`,
      ])
      connection.close()
      expect(reply?.status, host).toBe(400)
    }
    const two = ['GET /account/api/account HTTP/1.1', 'Host: localhost', 'Host: evil.example']
    const { reply, connection } = await send(port, two)
    connection.close()
    expect(reply?.body).toBe('{"gateway":true}')
    expect(asked).toEqual([])
  })

  test('with a method that no page sends is refused', async () => {
    const { port, asked } = await start()
    const { reply, connection } = await send(port, [
      'TRACE /account/api/account HTTP/1.1',
      'Host: x',
    ])
    connection.close()
    expect(reply?.status).toBe(405)
    expect(asked).toEqual([])
  })

  test('the page beside it is a page as the others', async () => {
    const { port, asked } = await start()
    const { reply, connection } = await send(port, ['GET /account/ HTTP/1.1', 'Host: x'])
    connection.close()
    expect(reply?.body).toBe('<title>Account</title>')
    const policy = reply?.headers.get('content-security-policy')
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("form-action 'self'")
    expect(asked).toEqual([])
  })
})
