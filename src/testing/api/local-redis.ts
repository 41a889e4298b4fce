import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, createServer as createTcpServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { env } from 'node:process'
import { RedisReplyError } from '../../state/redis/command.ts'
import { connectRedis } from '../../state/redis/tcp.ts'

/** A real Redis for tests: Debian's `redis-server`, on a free port, with its files in a folder that goes away. */
export interface LocalRedis {
  url: string
  /** All that is stored, as the bytes of its dump. */
  dump(): Promise<string>
  /** Leaves it running but without a word. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

function isInstalled(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The bridge leaves impatience to its callers. */
const BRIDGE_DEADLINE_MS = 20_000

const IS_CI = env.CI === 'true'

/** Why tests with a real Redis are left out here; null when they run. In CI they run, and fail without the binary. */
export const NO_REDIS: string | null =
  isInstalled() || IS_CI
    ? null
    : 'skipped: redis-server is not installed (apt-get install redis-server)'

export async function startRedis(password = '', port?: number): Promise<LocalRedis> {
  const used = port ?? (await freePort())
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-redis-'))
  const words = ['--port', String(used), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  words.push('--appendonly', 'no', '--rdbcompression', 'no', '--repl-diskless-sync-delay', '0')
  if (password !== '') words.push('--requirepass', password)
  const server = spawn('redis-server', words, { stdio: 'ignore' })
  const started = Promise.race([
    accepts(used),
    new Promise((_, reject) => {
      server.once('error', reject)
      server.once('exit', (code) => reject(new Error(`redis-server ended with code ${code}`)))
    }),
  ])
  await started.catch((error: unknown) => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
    throw error
  })
  const url = `redis://${password === '' ? '' : `:${password}@`}127.0.0.1:${used}`
  return {
    url,
    async dump() {
      const { command, end } = await connectRedis(url, BRIDGE_DEADLINE_MS)
      await command(['SAVE'])
      await end()
      return readFileSync(path.join(folder, 'dump.rdb'), 'latin1')
    },
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    async stop() {
      await ended(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The HTTP protocol of Upstash in front of a Redis: a JSON list in, `{result}` or `{error}` out. */
export async function startRedisOverHttp(
  redisUrl: string,
  token: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { command, end } = await connectRedis(redisUrl, BRIDGE_DEADLINE_MS)
  const server = createServer(async (request, response) => {
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (request.headers.authorization !== `Bearer ${token}`) {
      reply(401, { error: 'Unauthorized' })
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    try {
      reply(200, { result: await command(JSON.parse(Buffer.concat(chunks).toString())) })
    } catch (error) {
      const text = error instanceof RedisReplyError ? `${error.reply} said Redis` : 'ERR upstream'
      reply(400, { error: text })
    }
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await end()
    },
  }
}

/** Listens on a free port of this machine and gives the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

export async function freePort(): Promise<number> {
  const probe = createTcpServer()
  const port = await listen(probe)
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function accepts(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('redis-server did not come up within 5 s')
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await exit
}
