import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createConnection } from 'node:net'
import path from 'node:path'
import { publishTo, seedCatalogues, temporaryFolder } from '../../src/host/fixtures/published.ts'
import { median } from './measure.ts'

const LEAST_RATIO = 0.5

/** The two servers are asked by turns, so that whatever else the machine does falls on both. */
const ROUNDS = 9
const ROUND_MS = 1_000
const WARM_UP_MS = 2_000
const CONNECTIONS = 10

/** So many keys that none of them runs into its limit. */
const KEYS = 500

/** A record of middling size, and the first page of a list as it stands on disk. */
const READS = [
  { name: 'one protocol', path: '/v1/protocols/aave-v3', document: 'live/protocols/aave-v3.json' },
  { name: 'stats', path: '/v1/stats', document: 'live/stats.json' },
  {
    name: 'a list of 100',
    path: '/v1/protocols?per_page=100',
    document: 'live/lists/compositeScore-desc/1.json',
  },
]

/** Measures prerendered reads through the gateway, key checked and counted in SQLite, against a server that only sends. Gives how many bars were missed. */
export async function runGatewayBench(): Promise<number> {
  const folder = temporaryFolder()
  const distDir = path.join(folder.dir, 'dist')
  let missed = 0
  try {
    await publishTo(distDir, (await seedCatalogues()).after)
    for (const [index, read] of READS.entries()) {
      const stateFile = path.join(folder.dir, `state-${index}.sqlite`)
      const { ratio, gateway, bare } = await compare(distDir, read, stateFile)
      const met = ratio >= LEAST_RATIO
      if (!met) missed += 1
      const bytes = statSync(path.join(distDir, '_data', read.document)).size
      console.log(
        `${met ? '✓' : '✗'} gateway, ${read.name} (${(bytes / 1e3).toFixed(1)} KB): ${ratio.toFixed(2)}x a bare server (bar: ${LEAST_RATIO}x); ${perSecond(gateway)} against ${perSecond(bare)}, median of ${ROUNDS} rounds by turns, ${CONNECTIONS} connections`,
      )
    }
  } finally {
    folder.remove()
  }
  return missed
}

async function compare(
  distDir: string,
  read: { path: string; document: string },
  stateFile: string,
): Promise<{ ratio: number; gateway: number; bare: number }> {
  const servers = await Promise.all(
    ['gateway', 'bare'].map((kind) =>
      start([kind, distDir, read.document, stateFile, String(KEYS)]),
    ),
  )
  const [gateway, bare] = servers
  if (!gateway || !bare) throw new Error('A server did not start.')
  try {
    await load(gateway, read.path, WARM_UP_MS)
    await load(bare, read.path, WARM_UP_MS)
    const rounds: { gateway: number; bare: number }[] = []
    for (let i = 0; i < ROUNDS; i += 1) {
      rounds.push({
        gateway: await load(gateway, read.path, ROUND_MS),
        bare: await load(bare, read.path, ROUND_MS),
      })
    }
    return {
      ratio: median(rounds.map((round) => round.gateway / round.bare)),
      gateway: median(rounds.map((round) => round.gateway)),
      bare: median(rounds.map((round) => round.bare)),
    }
  } finally {
    for (const { child } of servers) child.kill()
  }
}

interface Running {
  child: ChildProcess
  port: number
  keys: string[]
  /** The key whose turn it is. */
  turn: number
}

async function start(words: string[]): Promise<Running> {
  const script = path.join(import.meta.dirname, 'gateway-server.ts')
  const child = spawn(process.execPath, [script, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    if (text.endsWith('\n')) break
  }
  const { port, keys }: { port: number; keys: string[] } = JSON.parse(text)
  return { child, port, keys, turn: 0 }
}

/** Requests a second over some time. Throws when an answer is not 200, since a refusal costs less than an answer. */
async function load(server: Running, target: string, ms: number): Promise<number> {
  const started = performance.now()
  const ends = started + ms
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => ask(server, target, ends)),
  )
  const answered = counts.reduce((sum, count) => sum + count, 0)
  return (answered / (performance.now() - started)) * 1_000
}

/** Asks over one connection, one request after the other, and reads no more of the answers than where they end. */
async function ask(server: Running, target: string, ends: number): Promise<number> {
  const socket = createConnection({ port: server.port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const next = () => {
    server.turn = (server.turn + 1) % server.keys.length
    const key = server.keys[server.turn]
    socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n\r\n`)
  }
  return new Promise((resolve, reject) => {
    let answered = 0
    let missing = 0
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      if (missing > 0) missing -= chunk.length
      else {
        const head = chunk.indexOf('\r\n\r\n')
        const text = chunk.toString('latin1', 0, head)
        if (head < 0 || !text.startsWith('HTTP/1.1 200 ')) {
          reject(new Error(`The bench was answered ${text.slice(0, 40)}.`))
          return
        }
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
        missing = head + 4 + length - chunk.length
      }
      if (missing > 0) return
      answered += 1
      if (performance.now() < ends) next()
      else {
        socket.destroy()
        resolve(answered)
      }
    })
    next()
  })
}

function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`
}

if (process.argv[1] === import.meta.filename) {
  process.exitCode = (await runGatewayBench()) > 0 ? 1 : 0
}
