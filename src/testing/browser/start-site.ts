import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'
import { freePort } from '../api/local-redis.ts'
import { ROOT, runScript } from '../scripts/run-script.ts'
import { findChromium } from './chromium.ts'
import { pagesOf, type SitePage } from './site-pages.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the running site, without a slash at its end. */
    site: string
    /** Folder that it serves. */
    distDir: string
    /** The pages to look at. */
    pages: SitePage[]
    chromium: string
  }
}

const START_MS = 30_000

/**
 * Once for a run: builds the bundled sample and serves it as `npm start` does. `PLIMSOLL_TEST_DIST` names a folder that is
 * built already. Throws when a command fails.
 */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const chromium = findChromium(process.env)
  // Without a browser there are no tests either: see vitest.browser.config.ts.
  if (chromium === null) return () => undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-browser-'))
  const distDir = process.env.PLIMSOLL_TEST_DIST ?? (await buildSample(folder))
  const host = await startHost(distDir, folder)
  provide('site', host.url)
  provide('distDir', distDir)
  provide('pages', await pagesOf(distDir))
  provide('chromium', chromium)
  return () => {
    host.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function buildSample(folder: string): Promise<string> {
  const distDir = path.join(folder, 'dist')
  const env = {
    PLIMSOLL_DB: path.join(folder, 'store.sqlite'),
    PLIMSOLL_DIST: distDir,
    ASTRO_TELEMETRY_DISABLED: '1',
  }
  const steps: [string, string[]][] = [
    ['snapshot', ['--source', 'seed']],
    ['build', ['--no-store']],
  ]
  for (const [script, words] of steps) {
    const { code, output } = await runScript(script, words, { env })
    if (code !== 0) throw new Error(`${script} ended with ${code}:\n${output}`)
  }
  return distDir
}

async function startHost(distDir: string, folder: string) {
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/serve.ts')], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PORT: String(await freePort()),
      PLIMSOLL_DIST: distDir,
      STATE_URL: `sqlite:${path.join(folder, 'state.sqlite')}`,
      // Each visit of the tests is a reader with an address, and so with limits, of its own.
      TRUST_PROXY: 'x-forwarded-for',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => void child.kill()
  const timer = setTimeout(stop, START_MS)
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /^Plimsoll ready at (\S+)$/.exec(line) ?? []
    if (!url) continue
    clearTimeout(timer)
    return { url, stop }
  }
  throw new Error('The host ended before it was ready.')
}
