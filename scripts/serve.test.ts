import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SCAN_CHAINS } from '../src/chains/scan-chains.ts'
import { nodeVariable } from '../src/chains/wallet-nodes.ts'
import { openSqliteState } from '../src/state/sqlite/store.ts'
import { issueKeys } from '../src/testing/api/node-target.ts'
import {
  publishTo,
  seedCatalogues,
  temporaryFolder,
} from '../src/testing/published/two-snapshots.ts'
import { runScript } from '../src/testing/scripts/run-script.ts'

const SCRIPT = fileURLToPath(new URL('./serve.ts', import.meta.url))

const folder = temporaryFolder()
const started: ChildProcess[] = []

beforeAll(async () => {
  const { after } = await seedCatalogues()
  await publishTo(`${folder.dir}/dist`, after)
}, 60_000)
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})
afterAll(() => folder.remove())

/** `npm run serve` on a free port. */
async function serve(env: Record<string, string> = {}, stderr: 'inherit' | 'pipe' = 'inherit') {
  const child = spawn(process.execPath, [SCRIPT], {
    env: {
      PLIMSOLL_DIST: `${folder.dir}/dist`,
      STATE_URL: `sqlite:${folder.dir}/state.sqlite`,
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', stderr],
  })
  started.push(child)
  const [line] = child.stdout ? await once(child.stdout, 'data') : []
  const port = Number(/:(\d+)\n$/.exec(String(line))?.[1])
  return { child, port, line: String(line) }
}

/** Whether somebody listens there. */
function isOpen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host })
    const done = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', () => done(true))
    socket.once('error', () => done(false))
  })
}

describe('the address', () => {
  // The whole of 127.0.0.0/8 is this machine on Linux, so another address of it stands for another network.
  test.runIf(process.platform === 'linux').each([
    [{}, true, false],
    [{ HOST: '0.0.0.0' }, true, true],
    [{ HOST: '127.0.0.2' }, false, true],
  ])('%j answers at 127.0.0.1: %s, and at 127.0.0.2: %s', async (env, here, elsewhere) => {
    const { port } = await serve(env)
    expect(await isOpen(port, '127.0.0.1')).toBe(here)
    expect(await isOpen(port, '127.0.0.2')).toBe(elsewhere)
  })
})

test('a signing key in the environment of the server is named, not shown, and does not stop it', async () => {
  const key = 'a private key'
  const { child, line } = await serve({ PLIMSOLL_SIGNING_KEY: key }, 'pipe')
  expect(line).toContain('ready')
  const said = String(child.stderr?.read())
  expect(said).toContain('PLIMSOLL_SIGNING_KEY is set')
  expect(said).not.toContain(key)
})

test('another secret than that of the state is one sentence, and nothing is served', async () => {
  const STATE_URL = `sqlite:${folder.dir}/marked.sqlite`
  const { child } = await serve({ STATE_URL, PLIMSOLL_SECRET: 'x'.repeat(40) })
  child.kill('SIGKILL')
  const { code, stdout, stderr } = await runScript('serve', [], {
    env: {
      PLIMSOLL_DIST: `${folder.dir}/dist`,
      PORT: '0',
      STATE_URL,
      PLIMSOLL_SECRET: 'y'.repeat(40),
      NO_COLOR: '1',
    },
  })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^✗ The state was made with another secret[^\n]*\n$/)
}, 30_000)

test('a header on the client is believed from the proxies that are named alone', async () => {
  const remaining = async (env: Record<string, string>) => {
    const { port } = await serve({
      STATE_URL: 'sqlite::memory:',
      PLIMSOLL_SECRET: 'x'.repeat(40),
      ...env,
    })
    for (const client of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      const reply = await fetch(`http://127.0.0.1:${port}/v1/stats`, {
        headers: { 'X-Client': client },
      })
      if (client === '192.0.2.3') return reply.headers.get('x-ratelimit-burst-remaining')
    }
    return null
  }
  expect(await remaining({})).toBe('57')
  expect(await remaining({ TRUST_PROXY: 'X-Client' })).toBe('59')
  expect(await remaining({ TRUST_PROXY: 'X-Client', TRUST_PROXY_FROM: '10.0.0.0/8' })).toBe('57')
}, 30_000)

test('a scan that is under way when it is told to stop is answered', async () => {
  // Nodes that never answer, so that a scan takes its whole time.
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const nodes = Object.fromEntries(SCAN_CHAINS.map(({ key }) => [nodeVariable(key), url]))
  const file = `${folder.dir}/stopping.sqlite`
  const state = openSqliteState(file)
  const secret = 'a secret of the tests, long enough to be one'
  const { pro } = await issueKeys(state)
  await state.close()
  const { child, port } = await serve({
    ...nodes,
    DEFILLAMA_COINS_URL: url,
    HYPERLIQUID_URL: url,
    STATE_URL: `sqlite:${file}`,
    PLIMSOLL_SECRET: secret,
  })
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
  const { status } = await asked
  const took = performance.now() - begun
  process.stdout.write(`A scan answered ${status} after ${Math.round(took)} ms\n`)
  expect([200, 503]).toContain(status)
  await exited
  expect(performance.now() - begun).toBeLessThan(20_000)
  silent.closeAllConnections()
  silent.close()
}, 30_000)
