import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { runScript } from '../src/testing/scripts/run-script.ts'
import { COMMANDS, TOPICS } from './fixtures/commands.ts'
import { runAdmin } from './fixtures/run-admin.ts'

const HIDE = path.join(import.meta.dirname, 'fixtures/without-dev-packages.mjs')

describe('after npm ci --omit=dev', () => {
  test('there are commands to look at', () => {
    expect(COMMANDS.length).toBeGreaterThan(8)
  })

  // They share one script, which commands.long.test.ts starts.
  test.each(TOPICS)('npm run %s -- --help describes %s', async (name, topic) => {
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
