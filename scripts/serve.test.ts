import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { startServer } from '../src/host/node/start-server.ts'
import { publishedSeed } from '../src/testing/published/published-seed.ts'
import { temporaryFolder } from '../src/testing/temporary-folder.ts'

const SCRIPT = fileURLToPath(new URL('./serve.ts', import.meta.url))

const folder = temporaryFolder()
let distDir: string
const stops: (() => void)[] = []

beforeAll(async () => {
  distDir = await publishedSeed()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const settings = (env: Record<string, string>) => ({
  PLIMSOLL_DIST: distDir,
  STATE_URL: `sqlite:${folder}/state.sqlite`,
  PORT: '0',
  ...env,
})

/** The server of `npm run serve` in this process, on a free port, which is returned. */
async function serve(env: Record<string, string> = {}): Promise<number> {
  const options = { version: '0.0.0', recover: () => undefined }
  const { url, stop } = await startServer(readConfig(settings(env)), options)
  stops.push(stop)
  return Number(new URL(url).port)
}

/** Whether a connection is accepted there. */
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
  // The whole of 127.0.0.0/8 is this machine on Linux, so another address of it acts as another network.
  test.runIf(process.platform === 'linux').each([
    [{}, true, false],
    [{ HOST: '0.0.0.0' }, true, true],
    [{ HOST: '127.0.0.2' }, false, true],
  ])('%j answers at 127.0.0.1: %s, and at 127.0.0.2: %s', async (env, here, elsewhere) => {
    const port = await serve(env)
    expect(await isOpen(port, '127.0.0.1')).toBe(here)
    expect(await isOpen(port, '127.0.0.2')).toBe(elsewhere)
  })
})

test('a signing key in the environment of the server is named, not shown, and does not stop it', async () => {
  const key = 'a private key'
  const child = spawn(process.execPath, [SCRIPT], {
    env: settings({ PLIMSOLL_SIGNING_KEY: key }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  stops.push(() => child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  expect(String(line)).toMatch(/^Plimsoll ready at http:\/\/localhost:\d+\n$/)
  const warning = String(child.stderr.read())
  expect(warning).toContain('PLIMSOLL_SIGNING_KEY is set')
  expect(warning).not.toContain(key)
})

test('with another secret than that of the state nothing is served', async () => {
  const STATE_URL = `sqlite:${folder}/marked.sqlite`
  await serve({ STATE_URL, PLIMSOLL_SECRET: 'x'.repeat(40) })
  await expect(serve({ STATE_URL, PLIMSOLL_SECRET: 'y'.repeat(40) })).rejects.toMatchObject({
    code: 'STATE_UNUSABLE',
    message: expect.stringMatching(/^The state was made with another secret[^\n]*$/),
  })
})

test('a header that names the client is trusted from the named proxies alone', async () => {
  const remaining = async (env: Record<string, string>) => {
    const port = await serve({
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
})
