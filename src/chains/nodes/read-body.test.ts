import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readBody } from './read-body.ts'

let server: Server
let answer: RequestListener
beforeEach(async () => {
  answer = (_, response) => response.end('hello')
  server = createServer((request, response) => answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const url = () => {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${bound.port}/a-secret-key`
}
const read = (signal: AbortSignal = AbortSignal.timeout(20_000), maxBytes = 100_000) =>
  readBody(url(), {}, { fetch, signal, maxBytes })
const soon = () => AbortSignal.timeout(60)

/** Sends pieces until the other side has had enough; how many bytes were taken is known once it has. */
function endless(piece: Buffer, headers: Record<string, string> = {}) {
  const closed = Promise.withResolvers<number>()
  answer = (_, response) => {
    let sent = 0
    response.writeHead(200, headers)
    const more = () => {
      sent += piece.byteLength
      if (response.write(piece)) setImmediate(more)
    }
    response.on('drain', more)
    response.on('close', () => closed.resolve(sent))
    more()
  }
  return closed.promise
}

test('a body is given whole with its status, whatever that is', async () => {
  const { status, bytes } = await read()
  expect([status, new TextDecoder().decode(bytes)]).toEqual([200, 'hello'])
  answer = (_, response) => response.writeHead(503).end('busy')
  expect((await read()).status).toBe(503)
})

describe('a body that does not end', () => {
  test('is cut off at the limit, and the connection is closed', async () => {
    const sent = endless(Buffer.alloc(64 * 1024))
    await expect(read()).rejects.toMatchObject({ kind: 'too-long' })
    // What lies in the buffers of the two sockets was sent, but is not kept.
    expect(await sent).toBeLessThan(16_000_000)
  })

  test('is cut off at the limit of a failure when its status is one', async () => {
    answer = (_, response) => response.writeHead(500).end(Buffer.alloc(70_000))
    await expect(read()).rejects.toMatchObject({ kind: 'too-long' })
  })

  test('is counted as it is once it is unpacked', async () => {
    const packed = gzipSync(Buffer.alloc(32_000_000))
    expect(packed.byteLength).toBeLessThan(100_000)
    answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
    await expect(read()).rejects.toMatchObject({ kind: 'too-long' })
  })

  test('or drips is given up in time', async () => {
    answer = (_, response) => {
      const timer = setInterval(() => response.write(' '), 5)
      response.on('close', () => clearInterval(timer))
    }
    await expect(read(soon())).rejects.toMatchObject({ kind: 'timeout' })
  })
})

describe('no body', () => {
  test.each<[string, RequestListener]>([
    ['comes at all', () => undefined],
    ['follows the headers', (_, response) => response.writeHead(200).flushHeaders()],
  ])('%s: it is given up in time', async (_, how) => {
    answer = how
    await expect(read(soon())).rejects.toMatchObject({ kind: 'timeout' })
  })

  test.each<[string, RequestListener]>([
    ['the connection is reset', (request) => request.socket.resetAndDestroy()],
    [
      'it breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('half', () => response.destroy())
      },
    ],
    [
      'it leads elsewhere',
      ({ url }, r) =>
        url === '/other' ? r.end('it') : r.writeHead(302, { location: '/other' }).end(),
    ],
    [
      'it is packed in a way that cannot be undone',
      (_, r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
    ],
  ])('is there when %s', async (_, how) => {
    answer = how
    await expect(read()).rejects.toMatchObject({ kind: 'broken' })
  })

  test('is asked for once the time is over, nor waited for from a fetch that hears no signal', async () => {
    let asked = 0
    answer = () => asked++
    await expect(read(AbortSignal.abort())).rejects.toMatchObject({ kind: 'timeout' })
    expect(asked).toBe(0)
    const deaf = { fetch: () => new Promise<never>(() => undefined), signal: soon(), maxBytes: 1 }
    await expect(readBody(url(), {}, deaf)).rejects.toMatchObject({ kind: 'timeout' })
  })

  test.each(['http://127.0.0.1:1/a-secret-key', 'not a url a-secret-key'])(
    'makes a failure that names the URL %s',
    async (bad) => {
      const options = { fetch: globalThis.fetch, signal: soon(), maxBytes: 1 }
      const failure = await readBody(bad, {}, options).catch((error: unknown) => error)
      expect(failure).toMatchObject({ kind: 'broken' })
      expect(failure).not.toHaveProperty('cause')
      expect(String(failure instanceof Error && failure.stack)).not.toContain('secret')
    },
  )
})
