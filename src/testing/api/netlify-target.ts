import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { COMPILE_CACHE, ROOT } from '../scripts/run-script.ts'

/** What the emulation needs of the project; the rest of it is linked or left out. */
const COPIED = [
  'functions',
  'scripts',
  'src',
  'data/dependencies',
  'data/wallet',
  'netlify.toml',
  'package.json',
  'tsconfig.json',
]

const TOOLS = ['netlify-cli', 'deno', '@netlify/edge-functions-dev']

const START_MS = 120_000

/** Whether the Netlify emulation can be started here at all. */
export function missingTools(): string[] {
  return TOOLS.filter((name) => !existsSync(path.join(ROOT, 'node_modules', name, 'package.json')))
}

export interface NetlifyDev {
  baseUrl: string
  stop: () => Promise<void>
}

/** `netlify dev --offline` over a published folder, in a project of its own, so that nothing of the checkout is touched. */
export async function startNetlifyDev(
  dir: string,
  env: Record<string, string>,
): Promise<NetlifyDev> {
  for (const name of COPIED)
    cpSync(path.join(ROOT, name), path.join(dir, name), { recursive: true })
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(dir, 'node_modules'))
  const port = await freePort()
  const words = [path.join(dir, 'scripts/netlify-dev.mjs'), '--port', String(port)]
  const child = spawn(process.execPath, words, {
    cwd: dir,
    // The emulation loads a function anew for each of its requests.
    env: { ...process.env, ...env, CI: '1', NODE_COMPILE_CACHE: COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const baseUrl = `http://127.0.0.1:${port}`
  const ends = performance.now() + START_MS
  while (performance.now() < ends && child.exitCode === null) {
    const reply = await fetch(`${baseUrl}/v1/health`).catch(() => null)
    if (reply?.headers.get('content-type')?.includes('json')) {
      return { baseUrl, stop: () => stop(child) }
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  await stop(child)
  throw new Error(`netlify dev did not start:\n${said.slice(-3_000)}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
