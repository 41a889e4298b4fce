import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import packageFile from '../package.json' with { type: 'json' }
import { intactManifest } from '../src/testing/published/published-folder.ts'
import { runScript } from '../src/testing/scripts/run-script.ts'

const HIDE = path.join(import.meta.dirname, 'fixtures/without-dev-packages.mjs')

/** The commands that people type, each one of our scripts. Checks of the code itself are typed by who has all packages. */
const CHECKS = ['lint:api', 'check:imports']
const commands = Object.entries(packageFile.scripts).flatMap(([name, line]) => {
  const [, script] = /^node (?:--import \S+ )?scripts\/(\S+)\.ts$/.exec(line) ?? []
  return script && !CHECKS.includes(name) ? [[name, script] as const] : []
})

const dir = mkdtempSync(path.join(tmpdir(), 'plimsoll-commands-'))
afterAll(() => rmSync(dir, { recursive: true }))

describe('after npm ci --omit=dev', () => {
  test('there are commands to look at', () => {
    expect(commands.length).toBeGreaterThan(8)
  })

  test.each(commands)('npm run %s -- --help says what it does', async (name, script) => {
    const { code, stdout, stderr } = await type(script, ['--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.replace(' --silent', '')).toContain(`npm run ${name}`)
  })

  test('a command that needs more packages says which to install, without a stack', async () => {
    const { code, stderr } = await type('contracts', [])
    expect(code).toBe(1)
    expect(stderr).toBe('✗ This command needs the packages for development. Install them: npm ci\n')
  })
})

test('npm run serve on a port in use says which port it is and how to choose another', async () => {
  const other = createServer().listen(0)
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const env = {
    PORT: String(port),
    PLIMSOLL_DB: path.join(dir, 'store.sqlite'),
    PLIMSOLL_DIST: path.join(dir, 'dist'),
    STATE_URL: `sqlite:${path.join(dir, 'state.sqlite')}`,
  }
  await type('snapshot', ['--source', 'seed'], env)
  await type('build', ['--no-site', '--no-store'], env)
  intactManifest(env.PLIMSOLL_DIST)
  const { code, stderr } = await type('serve', [], env)
  other.close()
  expect(code).toBe(2)
  expect(stderr).toBe(
    `✗ Port ${port} is in use. Stop the other program, or choose another port: PORT=${port + 1} npm run serve\n`,
  )
})

function type(script: string, words: string[], env: Record<string, string> = {}) {
  return runScript(script, words, { env, nodeOptions: ['--import', HIDE] })
}
