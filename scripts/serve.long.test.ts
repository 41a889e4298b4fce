import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { SCAN_CHAINS } from '../src/chains/scan-chains.ts'
import { nodeVariable } from '../src/chains/wallet-nodes.ts'
import { ADMISSION } from '../src/contract/admission.ts'
import { ANONYMOUS } from '../src/contract/plans.ts'
import { openSqliteState } from '../src/state/sqlite/store.ts'
import { freePort } from '../src/testing/api/local-redis.ts'
import { issueKeys } from '../src/testing/api/node-target.ts'
import { publishedSeed } from '../src/testing/published/published-seed.ts'
import { COMPILE_CACHE } from '../src/testing/scripts/run-script.ts'
import { temporaryFolder } from '../src/testing/temporary-folder.ts'

const SCRIPT = fileURLToPath(new URL('./serve.ts', import.meta.url))

const folder = temporaryFolder()

let distDir: string
beforeAll(async () => {
  distDir = await publishedSeed()
}, 60_000)

test.concurrent.each(['1', '2'])(
  'with %s workers a scan that is under way when the server is stopped is answered',
  async (workers) => {
    // Nodes that never answer, so that a scan takes its whole time.
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const nodes = Object.fromEntries(SCAN_CHAINS.map(({ key }) => [nodeVariable(key), url]))
    const file = `${folder}/stopping-${workers}.sqlite`
    const state = openSqliteState(file)
    const secret = 'a secret of the tests, long enough to be one'
    const { pro } = await issueKeys(state)
    await state.close()
    const child = spawn(process.execPath, [SCRIPT], {
      env: {
        ...nodes,
        DEFILLAMA_COINS_URL: url,
        HYPERLIQUID_URL: url,
        STATE_URL: `sqlite:${file}`,
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        PLIMSOLL_SECRET: secret,
        PLIMSOLL_DIST: distDir,
        PORT: '0',
        WORKERS: workers,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [line] = await once(child.stdout, 'data')
    const port = Number(/:(\d+)\n$/.exec(String(line))?.[1])
    const begun = performance.now()
    const asked = fetch(
      `http://127.0.0.1:${port}/v1/wallet/0x5ca1ab1e00000000000000000000000000000001`,
      {
        headers: { 'X-API-Key': pro },
      },
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    // As npm passes it on.
    child.kill('SIGTERM')
    const { status } = await asked
    const took = performance.now() - begun
    process.stdout.write(`A scan answered ${status} after ${Math.round(took)} ms\n`)
    expect([200, 503]).toContain(status)
    await exited
    silent.closeAllConnections()
    silent.close()
  },
  120_000,
)

test('workers count together, their metrics are at one address, and one that is killed is replaced while the others answer', async () => {
  const metricsPort = await freePort()
  const child = spawn(process.execPath, [SCRIPT], {
    env: {
      STATE_URL: `sqlite:${folder}/together.sqlite`,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PLIMSOLL_DIST: distDir,
      PORT: '0',
      WORKERS: '2',
      METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  const port = Number(/:(\d+)\n$/.exec(String(line))?.[1])
  /** Asks over a connection of its own, so that the workers take turns. */
  const ask = async (path: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { Connection: 'close' },
    })
    await reply.text()
    return reply.status
  }
  // A limit is of a minute of the clock: all of them are asked in one.
  const leftMs = 60_000 - (Date.now() % 60_000)
  if (leftMs < 10_000) await new Promise((resolve) => setTimeout(resolve, leftMs))
  const statuses = await Promise.all(Array.from({ length: 80 }, () => ask('/v1/stats')))
  expect(statuses.filter((status) => status === 200)).toHaveLength(ANONYMOUS.burst)
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const answered = [
    ...metrics.matchAll(
      /^plimsoll_requests_total\{route="\/v1\/stats",status="200",worker="([12])"\} (\d+)$/gm,
    ),
  ]
  expect(new Set(answered.map(([, worker]) => worker)).size).toBe(answered.length)
  expect(answered.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(ANONYMOUS.burst)
  expect(metrics).toContain('plimsoll_source_status{source="ofac",status="ok",worker="1"} 1\n')
  expect(metrics).toContain('plimsoll_alerts_waiting{worker="2"} 0\n')
  const pages: number[] = []
  const minutes = new Set<number>()
  // Fewer at once than the connections of one address.
  while (pages.length < ADMISSION.page.address.burst + 40) {
    minutes.add(Math.floor(Date.now() / 60_000))
    pages.push(...(await Promise.all(Array.from({ length: 40 }, () => ask('/')))))
  }
  minutes.add(Math.floor(Date.now() / 60_000))
  const admitted = pages.filter((status) => status === 200)
  expect(admitted.length).toBeLessThanOrEqual(minutes.size * ADMISSION.page.address.burst)

  const workersOf = () =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')
  const [victim = ''] = workersOf()
  const restarted = once(child.stderr, 'data')
  process.kill(Number(victim), 'SIGKILL')
  expect(String(await restarted)).toContain('A worker ended (SIGKILL). It is started again')
  expect(await ask('/v1/health')).toBe(200)
  await vi.waitFor(() => expect(workersOf()).toHaveLength(2), { timeout: 10_000 })
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
}, 120_000)

test('settings that no worker can use end all of them with one line', async () => {
  const child = spawn(process.execPath, [SCRIPT], {
    env: {
      STATE_URL: folder,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PLIMSOLL_DIST: distDir,
      PORT: '0',
      WORKERS: '2',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = child.stderr.toArray()
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  expect(String(Buffer.concat(await said))).toMatch(/^✗ The state store cannot be used[^\n]+\n$/)
}, 120_000)
