import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { intactManifest } from '../src/testing/published/published-folder.ts'
import { runScript } from '../src/testing/scripts/run-script.ts'
import { temporaryFolder } from '../src/testing/temporary-folder.ts'
import { COMMANDS } from './fixtures/commands.ts'

const HIDE = path.join(import.meta.dirname, 'fixtures/without-dev-packages.mjs')

const dir = temporaryFolder()

test.each(COMMANDS)(
  'after npm ci --omit=dev, npm run %s -- --help says what it does',
  async (name, script) => {
    const { code, stdout, stderr } = await type(script, ['--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.replace(' --silent', '')).toContain(`npm run ${name}`)
  },
)

test('after npm ci --omit=dev, the commands of npm start run, and npm run serve on a port in use says which port it is and how to choose another', async () => {
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
