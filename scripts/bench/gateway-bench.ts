import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { publishTo, seedCatalogues } from '../../src/testing/published/two-snapshots.ts'
import { type BenchServer, reportOf, startChild } from './child.ts'
import { askFor } from './http-load.ts'
import { logProgress, median } from './measure.ts'
import type { Figure, Section } from './table.ts'

const LEAST_RATIO = 0.6

/** Requests alternate between the two servers, so that other load on the machine affects both. */
const ROUNDS = 9
const ROUND_MS = 700
const WARM_UP_MS = 2_000

/**
 * The bar is for many callers at once, when speed is needed. With few, a server waits for its callers and they for it, and
 * waking each other costs the more, the longer an answer takes.
 */
const BUSY = 50
const QUIET = 10

/** So many keys that none of them runs into its limit. */
const KEYS = 1_500

/** A record of middling size, the smallest document, the first page of a list, and one that is filtered. */
const READS = [
  { name: 'one protocol', path: '/v1/protocols/aave-v3' },
  { name: 'stats', path: '/v1/stats' },
  { name: 'a list of 100', path: '/v1/protocols?per_page=100' },
  {
    name: 'a screener query of 100, asked again',
    path: '/v1/screener?chain=Ethereum&maxOracleRisk=8&per_page=100',
  },
]

/**
 * Measures prerendered reads through the gateway, key checked and counted in SQLite, against a server that only sends the same bytes and
 * headers. By processor time: of requests a second the load takes its part, which is the same for both.
 */
export async function runGatewayBench(): Promise<Section> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-bench-'))
  const distDir = path.join(folder, 'dist')
  const figures: Figure[] = []
  try {
    await publishTo(distDir, (await seedCatalogues()).after)
    for (const [index, { name, path: target }] of READS.entries()) {
      const state = path.join(folder, `state-${index}.sqlite`)
      const gateway = await start(['gateway', distDir, state, `${KEYS}`])
      const bare = await startBare(gateway, target, folder)
      try {
        await load(gateway, target, BUSY, WARM_UP_MS)
        await load(bare, target, BUSY, WARM_UP_MS)
        for (const connections of [BUSY, QUIET]) {
          const title = `${name} (${bare.kilobytes} KB), ${connections} connections`
          logProgress(title)
          figures.push(...(await compare(title, gateway, bare, target, connections)))
        }
      } finally {
        gateway.child.process.kill()
        bare.child.process.kill()
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    part: 'gateway',
    title: `Gateway: prerendered reads with a key against a bare server, by processor time, median of ${ROUNDS} rounds by turns`,
    figures,
  }
}

async function compare(
  title: string,
  gateway: Running,
  bare: Running,
  target: string,
  connections: number,
): Promise<Figure[]> {
  const rounds: { gateway: Rate; bare: Rate }[] = []
  for (let i = 0; i < ROUNDS; i += 1) {
    rounds.push({
      gateway: await load(gateway, target, connections, ROUND_MS),
      bare: await load(bare, target, connections, ROUND_MS),
    })
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
  const ratio = {
    name: title,
    value: of((round) => round.bare.cpuUs / round.gateway.cpuUs),
    unit: '×',
  }
  return [
    connections === BUSY ? { ...ratio, bar: { atLeast: LEAST_RATIO } } : ratio,
    { name: '  CPU per request, gateway', value: of((round) => round.gateway.cpuUs), unit: 'µs' },
    { name: '  CPU per request, bare server', value: of((round) => round.bare.cpuUs), unit: 'µs' },
    {
      name: '  by requests a second',
      value: of((round) => round.gateway.perSecond / round.bare.perSecond),
      unit: '×',
    },
    { name: '    gateway', value: of((round) => round.gateway.perSecond), unit: '/s' },
    { name: '    bare server', value: of((round) => round.bare.perSecond), unit: '/s' },
  ]
}

export interface Running {
  child: BenchServer<{ keys: string[] }>
  /** The keys of its requests, by turns. */
  keys: string[]
  turn: number
}

export async function start(words: string[]): Promise<Running> {
  const child = await startChild<{ keys: string[] }>('gateway-server.ts', words)
  return { child, keys: child.hello.keys, turn: 0 }
}

/** Starts a server that sends what this one answers, to the same requests. */
export async function startBare(
  { child, keys }: Running,
  target: string,
  folder: string,
): Promise<Running & { kilobytes: string }> {
  const answer = await fetch(`http://127.0.0.1:${child.hello.port}${target}`, {
    headers: { 'X-API-Key': keys[0] ?? '', 'Accept-Encoding': 'identity' },
  })
  const body = Buffer.from(await answer.arrayBuffer())
  const file = path.join(folder, 'answer.json')
  writeFileSync(file, body)
  const {
    date: _,
    connection: __,
    'keep-alive': ___,
    ...headers
  } = Object.fromEntries(answer.headers)
  const bare = await start(['bare', file, JSON.stringify(headers)])
  return { ...bare, keys, kilobytes: (body.length / 1e3).toFixed(1) }
}

/** Microseconds on a processor that a server used so far. */
async function cpuOf({ child }: Running): Promise<number> {
  const { user, system } = await reportOf<NodeJS.CpuUsage>(child)
  return user + system
}

interface Rate {
  perSecond: number
  /** Time on a processor in the server, for each request. */
  cpuUs: number
}

export async function load(
  server: Running,
  target: string,
  connections: number,
  ms: number,
): Promise<Rate> {
  const before = await cpuOf(server)
  const started = performance.now()
  const ends = started + ms
  const next = () => {
    server.turn = (server.turn + 1) % server.keys.length
    return `GET ${target} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${server.keys[server.turn]}\r\n\r\n`
  }
  const counts = await Promise.all(
    Array.from({ length: connections }, () => askFor(server.child.hello.port, next, ends)),
  )
  const answered = counts.reduce((sum, count) => sum + count, 0)
  const perSecond = (answered / (performance.now() - started)) * 1_000
  return { perSecond, cpuUs: ((await cpuOf(server)) - before) / answered }
}
