import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createConnection, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { jsonAnswer } from '../gateway/answer.ts'
import { temporaryFolder } from './fixtures/published.ts'
import { createHost, type HostOptions } from './server.ts'

const PAGE = `<title>Page</title>${'<p>a line of the page</p>'.repeat(3_000)}`
const BIG = 30_000_000

const folder = temporaryFolder()
const servers: Server[] = []
const sockets: Socket[] = []

beforeAll(() => {
  mkdirSync(`${folder.dir}/snapshot`)
  writeFileSync(`${folder.dir}/page.html`, PAGE)
  writeFileSync(`${folder.dir}/404.html`, '<title>No such page</title>')
  writeFileSync(`${folder.dir}/snapshot/big.gz`, Buffer.alloc(BIG, 7))
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})
afterAll(() => folder.remove())

async function start(options: Partial<HostOptions> = {}): Promise<number> {
  const server = createHost({
    distDir: folder.dir,
    gateway: async ({ malformed }) => ({
      ...jsonAnswer({ malformed }),
      status: malformed === undefined ? 200 : 400,
    }),
    now: Date.now,
    trustProxy: null,
    log: () => undefined,
    ...options,
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** A client that reads all, or nothing, of what it is sent. */
class Client {
  readonly socket: Socket
  readonly closed: Promise<unknown>
  readonly ended: Promise<unknown>
  text = ''

  constructor(port: number, reads = true) {
    this.socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true })
    sockets.push(this.socket)
    this.socket.on('error', () => undefined)
    this.closed = once(this.socket, 'close')
    this.ended = once(this.socket, 'end')
    if (reads) {
      this.socket.on('data', (chunk) => {
        this.text += chunk.toString('latin1')
      })
    }
  }

  get statuses(): number[] {
    return (this.text.match(/HTTP\/1\.1 \d{3}/g) ?? []).map((line) => Number(line.slice(9)))
  }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const soon = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The host as a process of its own, and what it holds. */
async function startProcess(): Promise<{ port: number; process: ChildProcess }> {
  const script = fileURLToPath(new URL('./fixtures/host-process.ts', import.meta.url))
  const words = [script, folder.dir, ':memory:', 'a secret', String(Date.now()), 'x-client']
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return { port: Number(new URL(String(line).trim()).port), process: child }
}

function megabytesOf({ pid }: ChildProcess): number {
  const [, kilobytes] =
    /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}

const descriptorsOf = ({ pid }: ChildProcess): number => readdirSync(`/proc/${pid}/fd`).length

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
        return jsonAnswer({ pathname })
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
    const port = await start({ gateway: () => held.then(() => jsonAnswer({})) })
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
        return jsonAnswer({})
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
    await greedy.closed
    expect(modest.socket.destroyed).toBe(false)
  })

  test.skipIf(!existsSync('/proc/self/fd'))(
    'with 20,000 requests for a page costs little memory and few descriptors',
    async () => {
      const host = await startProcess()
      const before = megabytesOf(host.process)
      const client = new Client(host.port)
      client.socket.write(get('/page').repeat(20_000))
      let most = 0
      while (client.statuses.length < 1_300) {
        most = Math.max(most, descriptorsOf(host.process))
        await soon(10)
        client.text = client.text.slice(-5_000_000)
        if (client.text.includes(' 429 ')) break
      }
      const grown = megabytesOf(host.process) - before
      process.stdout.write(`20,000 requests: ${Math.round(grown)} MB, ${most} descriptors\n`)
      host.process.kill()
      expect(most).toBeLessThan(60)
      expect(grown).toBeLessThan(150)
    },
    60_000,
  )
})
