import path from 'node:path'
import { describe, expect, test } from 'vitest'
import packageFile from '../package.json' with { type: 'json' }
import { runScript } from '../src/testing/scripts/run-script.ts'
import { runAdmin } from './fixtures/run-admin.ts'

const HIDE = path.join(import.meta.dirname, 'fixtures/without-dev-packages.mjs')

/** The commands that people type, each one of our scripts. Checks of the code itself are typed by who has all packages. */
const CHECKS = ['lint:api', 'check:imports', 'check:words']
const lines = Object.entries(packageFile.scripts).flatMap(([name, line]) => {
  const [, script, topic] =
    /^node (?:--import \S+ )?scripts\/(\S+)\.ts(?: (\S+))?$/.exec(line) ?? []
  return script && !CHECKS.includes(name) ? [{ name, script, topic }] : []
})
const commands = lines.flatMap(({ name, script, topic }) =>
  topic ? [] : [[name, script] as const],
)
const topics = lines.flatMap(({ name, topic }) => (topic ? [[name, topic] as const] : []))

describe('after npm ci --omit=dev', () => {
  test('there are commands to look at', () => {
    expect(commands.length).toBeGreaterThan(8)
  })

  test.each(commands)('npm run %s -- --help says what it does', async (name, script) => {
    const { code, stdout, stderr } = await type(script, ['--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.replace(' --silent', '')).toContain(`npm run ${name}`)
  })

  // They share one script, which the test above has started.
  test.each(topics)('npm run %s -- --help describes %s', async (name, topic) => {
    const { code, stdout } = await runAdmin([topic, '--help'], {})
    expect(code).toBe(0)
    expect(stdout).toContain(`npm run ${name}`)
  })

  test('a command that needs more packages says which to install, without a stack', async () => {
    const { code, stderr } = await type('contracts', [])
    expect(code).toBe(1)
    expect(stderr).toBe('✗ This command needs the development packages. Install them: npm ci\n')
  })
})

test('a list of recorded runs takes no name', async () => {
  const { code, stderr } = await runScript('record-driver', ['--list', 'extra'], { env: {} })
  expect({ code, stderr }).toMatchObject({
    stderr: expect.stringContaining('--list takes no name.'),
  })
  expect(code).not.toBe(0)
})

function type(script: string, words: string[]) {
  return runScript(script, words, { env: {}, nodeOptions: ['--import', HIDE] })
}
