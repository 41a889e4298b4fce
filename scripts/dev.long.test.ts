import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../src/testing/scripts/run-script.ts'
import { temporaryFolder } from '../src/testing/temporary-folder.ts'

const COPIED = [
  'astro.config.mjs',
  'data',
  'functions',
  'netlify.toml',
  'package-lock.json',
  'package.json',
  'public',
  'scripts',
  'LICENSE',
  'src',
  'tsconfig.json',
]

const dir = temporaryFolder()
let child: ChildProcess
let url: string
let errors = ''

/** A clone of its own, so that saved files are not those of the checkout. */
beforeAll(async () => {
  const isStore = /\.sqlite/
  for (const name of COPIED) {
    cpSync(path.join(ROOT, name), path.join(dir, name), {
      recursive: true,
      filter: (file) => !isStore.test(file),
    })
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(dir, 'node_modules'))
  child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: dir,
    env: { PORT: '0', NO_COLOR: '1', ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  child.stdout?.setEncoding('utf8')
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(errors)))
  const said = child.stdout ? once(child.stdout, 'data') : ended
  const [line] = await Promise.race([said, ended])
  url = /^Plimsoll dev ready at (http:\/\/localhost:\d+)\n$/.exec(String(line))?.[1] ?? ''
}, 120_000)

afterAll(() => {
  child.kill('SIGKILL')
})

const PATIENCE = { timeout: 60_000, interval: 200 }

test('npm run dev serves the site and the API under one address', async () => {
  expect(await textAt('/protocol/aave-v3/')).toContain('Aave V3')
  await expect.poll(async () => (await fetch(`${url}/v1/stats`)).status, PATIENCE).toBe(200)
  expect(await textAt('/v1/protocols/aave-v3')).toContain('"success":true')
})

test('a saved page shows', async () => {
  edit('src/layouts/Page.astro', '<head>', '<head><meta name="edited" content="yes">')
  await expect.poll(() => textAt('/'), PATIENCE).toContain('<meta name="edited" content="yes">')
})

test('saved data make the documents again, for the site and for the API', async () => {
  edit('data/seed/protocols.json', '"Aave V3"', '"Aave Edited"')
  await expect.poll(() => textAt('/protocol/aave-v3/'), PATIENCE).toContain('Aave Edited')
  await expect.poll(() => textAt('/v1/protocols/aave-v3'), PATIENCE).toContain('Aave Edited')
})

test('Ctrl-C ends it, and everything that it started', async () => {
  const exited = once(child, 'exit')
  child.kill('SIGINT')
  expect(await exited).toEqual([0, null])
  await expect(fetch(url)).rejects.toThrow()
})

async function textAt(pathname: string): Promise<string> {
  const response = await fetch(url + pathname)
  return response.text()
}

function edit(file: string, from: string, to: string): void {
  const name = path.join(dir, file)
  const text = readFileSync(name, 'utf8')
  expect(text).toContain(from)
  writeFileSync(name, text.replace(from, to))
}
