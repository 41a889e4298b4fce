import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { jsonResponse } from '../../http/api-response.ts'
import {
  Client,
  DESCRIPTORS,
  descriptorsOf,
  get,
  openFilesAt,
  soon,
  startHostProcess,
  stopClients,
} from '../../testing/api/hostile-clients.ts'
import { listen } from '../../testing/api/local-redis.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createHost, type HostOptions } from './server.ts'

const PAGE = `<title>Page</title>${'<p>a line of the page</p>'.repeat(3_000)}`
const BIG = 30_000_000

const folder = temporaryFolder()
const servers: Server[] = []

beforeAll(() => {
  mkdirSync(`${folder}/snapshot`)
  writeFileSync(`${folder}/page.html`, PAGE)
  writeFileSync(`${folder}/404.html`, '<title>No such page</title>')
  writeFileSync(`${folder}/snapshot/big.gz`, Buffer.alloc(BIG, 7))
})
afterEach(() => {
  stopClients()
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function start(options: Partial<HostOptions> = {}): Promise<number> {
  const server = createHost({
    distDir: folder,
    gateway: async ({ malformed }) => ({
      ...jsonResponse({ malformed }),
      status: malformed === undefined ? 200 : 400,
    }),
    now: Date.now,
    trustProxy: null,
    log: () => undefined,
    ...options,
  })
  servers.push(server)
  return listen(server)
}

describe('one connection that asks without end', () => {
  test('gets every answer, in order, and only one is made at a time', async () => {
    let running = 0
    let most = 0
    const port = await start({
      gateway: async ({ pathname }) => {
        running += 1
        most = Math.max(most, running)
        await soon(1)
        running -= 1
        return jsonResponse({ pathname })
      },
    })
    const client = new Client(port)
    const paths = Array.from({ length: 100 }, (_, i) => `/v1/${i}`)
    client.socket.write(paths.map(get).join(''))
    await expect.poll(() => client.statuses.length, { timeout: 10_000 }).toBe(100)
    const got = [...client.text.matchAll(/"pathname":"([^"]+)"/g)].map(([, path]) => path)
    expect(got).toEqual(paths)
    expect(most).toBe(1)
  })

  test('is not read further while ten answers are due', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const port = await start({ gateway: () => held.then(() => jsonResponse({})) })
    const [server] = servers
    let seen = 0
    server?.on('request', () => {
      seen += 1
    })
    const client = new Client(port)
    // Each in a packet of its own, as a socket reads them.
    for (let i = 0; i < 40; i += 1) {
      client.socket.write(get(`/v1/${i}`))
      await soon(5)
    }
    expect(seen).toBeGreaterThanOrEqual(10)
    expect(seen).toBeLessThan(15)
    release()
    await expect.poll(() => client.statuses.length, { timeout: 5_000 }).toBe(40)
  })

  test('and goes away leaves nothing to do', async () => {
    let begun = 0
    const port = await start({
      gateway: async () => {
        begun += 1
        await soon(20)
        return jsonResponse({})
      },
    })
    const client = new Client(port)
    client.socket.write(get('/v1/x').repeat(200))
    await expect.poll(() => begun).toBeGreaterThan(0)
    client.socket.destroy()
    await soon(200)
    expect(begun).toBeLessThan(20)
  })

  test('more than all connections may have waiting closes the one that asks', async () => {
    const port = await start({
      gateway: () => new Promise(() => undefined),
      limits: { mostWaiting: 50 },
    })
    const [modest, greedy] = [new Client(port), new Client(port)]
    modest.socket.write(get('/v1/x').repeat(5))
    await once(modest.socket, 'connect')
    greedy.socket.write(get('/v1/x').repeat(100))
    await greedy.gone
    expect(modest.socket.destroyed).toBe(false)
  })

  test.skipIf(!existsSync(DESCRIPTORS))('has one file open at a time', async () => {
    const port = await start()
    const client = new Client(port)
    client.socket.write(get('/page').repeat(60))
    let most = 0
    while (client.statuses.length < 60) {
      most = Math.max(most, openFilesAt('page.html'))
      await soon(1)
    }
    expect(most).toBeLessThanOrEqual(1)
  })
})

describe('a client that is slow', () => {
  const limits = { headersMs: 200, checkEveryMs: 50, writeMs: 300, refusalGraceMs: 200 }

  test('to send its headers is refused and cut, also when it keeps its half open', async () => {
    const port = await start({ limits })
    const client = new Client(port)
    client.socket.write('GET /page HTTP/1.1\r\nHo')
    await client.gone
    expect(client.text).toContain('HTTP/1.1 400')
    expect(client.text).toContain('The request was not sent in time.')
    await expect.poll(() => countOf(servers[0])).toBe(0)
  })

  test('to say anything at all is cut without a word, and costs its address nothing', async () => {
    const asked: unknown[] = []
    const port = await start({
      limits,
      gateway: async (request) => {
        asked.push(request)
        return jsonResponse({})
      },
    })
    const client = new Client(port)
    await client.gone
    expect(client.text).toBe('')
    expect(asked).toEqual([])
    await expect.poll(() => countOf(servers[0])).toBe(0)
  })

  test('to take a refusal is cut all the same', async () => {
    const port = await start({ limits })
    const client = new Client(port, false)
    client.socket.pause()
    client.socket.write('NONSENSE\r\n\r\n')
    await expect.poll(() => countOf(servers[0]), { timeout: 3_000 }).toBe(1)
    await expect.poll(() => countOf(servers[0]), { timeout: 3_000 }).toBe(0)
  })

  test('to take its answer is cut; one that takes it steadily gets all of it', async () => {
    const port = await start({ limits: { ...limits, bytesPerSecond: 1_000_000 } })
    const [idle, steady] = [new Client(port, false), new Client(port, false)]
    let taken = 0
    for (const client of [idle, steady]) client.socket.write(get('/snapshot/big.gz'))
    idle.socket.pause()
    steady.socket.on('data', (chunk) => {
      taken += chunk.length
      steady.socket.pause()
      setTimeout(() => steady.socket.resume(), 1)
    })
    await expect.poll(() => countOf(servers[0]), { timeout: 10_000 }).toBe(1)
    await expect.poll(() => taken > BIG, { timeout: 20_000 }).toBe(true)
  }, 40_000)

  test.skipIf(!existsSync(DESCRIPTORS))(
    'and not alone: fifty that read nothing hold no more than one address may, and not for long',
    async () => {
      const port = await start({
        limits: { ...limits, mostOfAddress: 20, bytesPerSecond: 10_000_000 },
      })
      for (let i = 0; i < 50; i += 1) {
        const client = new Client(port, false)
        client.socket.pause()
        client.socket.write(get('/snapshot/big.gz'))
      }
      let most = 0
      const held = () => {
        const now = openFilesAt('big.gz')
        most = Math.max(most, now)
        return now
      }
      await expect.poll(held, { interval: 10 }).toBeGreaterThan(0)
      await expect.poll(held, { interval: 10, timeout: 10_000 }).toBe(0)
      expect(most).toBeLessThanOrEqual(20)
      expect(await countOf(servers[0])).toBe(0)
    },
  )
})

test('connections of a trusted proxy are not limited by its address', async () => {
  const port = await start({ limits: { mostOfAddress: 1 }, trustProxy: 'x-forwarded-for' })
  const three = [new Client(port), new Client(port), new Client(port)]
  for (const { socket } of three) socket.write(get('/page'))
  for (const client of three) await expect.poll(() => client.statuses).toEqual([200])
})

describe('pages', () => {
  test('past 1,200 of an address in a minute are refused with the seconds to wait, and the API is not', async () => {
    const port = await start({ now: () => Date.UTC(2026, 0, 1, 12, 0, 48) })
    const client = new Client(port)
    client.socket.write(get('/nothing').repeat(1_201) + get('/v1/x'))
    await expect.poll(() => client.statuses.length, { timeout: 20_000 }).toBe(1_202)
    expect(client.statuses.slice(0, 1_200).every((status) => status === 404)).toBe(true)
    expect(client.statuses.slice(1_200)).toEqual([429, 200])
    expect(client.text).toContain('Retry-After: 12')
  }, 30_000)

  test.skipIf(!existsSync(DESCRIPTORS))(
    'that are there are 503 while no file can be opened, with the cause in the log, and 200 after',
    async () => {
      const host = await startHostProcess(folder, '{}', 'ulimit -n 40; exec "$@"')
      const idle = Array.from({ length: 60 }, () => new Client(host.port))
      // All are taken by connections before the first page is asked for.
      await expect.poll(() => descriptorsOf(host.process), { timeout: 5_000 }).toBeGreaterThan(38)
      for (const { socket } of idle) socket.write(get('/page'))
      const answered = () => idle.flatMap(({ statuses }) => statuses)
      await expect.poll(() => answered().includes(503), { timeout: 5_000 }).toBe(true)
      expect(answered()).not.toContain(404)
      expect(host.log()).toContain('EMFILE')
      for (const { socket } of idle) socket.destroy()
      await expect
        .poll(
          async () => {
            // A connection that meets the limit is reset, so each try has its own.
            const next = new Client(host.port)
            next.socket.write(get('/page'))
            await Promise.race([once(next.socket, 'data'), next.gone]).catch(() => undefined)
            return next.statuses.at(-1)
          },
          { timeout: 5_000 },
        )
        .toBe(200)
    },
    30_000,
  )
})

/** Connections that a server holds. */
async function countOf(server: Server | undefined): Promise<number> {
  return new Promise((resolve) => server?.getConnections((_, count) => resolve(count)))
}
