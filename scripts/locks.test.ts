import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeLock } from '../src/store/lock.ts'
import { openStore } from '../src/store/open.ts'
import { runScript } from '../src/testing/scripts/run-script.ts'
import { folderOfTest } from '../src/testing/temporary-folder.ts'

let folder: string
let env: Record<string, string>
let release: (() => void) | undefined

beforeEach(() => {
  folder = folderOfTest()
  env = {
    PLIMSOLL_DB: path.join(folder, 'store.sqlite'),
    PLIMSOLL_DIST: path.join(folder, 'dist'),
  }
})
afterEach(() => {
  release?.()
})

test.each([
  ['snapshot', ['--source', 'seed'], 'PLIMSOLL_DB'],
  ['build', ['--source', 'live'], 'PLIMSOLL_DB'],
  ['build', ['--source', 'live'], 'PLIMSOLL_DIST'],
])('%s %j ends in one sentence while another process uses %s', async (script, words, used) => {
  openStore(env.PLIMSOLL_DB ?? '').close()
  release = takeLock(env[used] ?? '', 'build')
  const { code, output } = await runScript(script, words, { env })
  expect(output).toMatch(
    new RegExp(
      `^✗ Another build \\(process ${process.pid}, since .+ UTC\\) uses ${env[used]}\\. .+\\n$`,
    ),
  )
  expect(code).toBe(75)
})

test('a folder that is not ours is refused without a lock beside it', async () => {
  const foreign = path.join(folder, 'src')
  mkdirSync(foreign)
  writeFileSync(path.join(foreign, 'letter.txt'), 'dear')
  const { code, output } = await runScript('build', [], { env: { ...env, PLIMSOLL_DIST: foreign } })
  expect(output).toMatch(/^✗ .+ contains files that Plimsoll did not write.+\n$/)
  expect([code, readdirSync(folder)]).toEqual([1, ['src']])
})

test('a place that is no folder ends in one sentence', async () => {
  const { code, output } = await runScript('snapshot', ['--source', 'seed'], {
    env: { ...env, PLIMSOLL_DB: '/dev/null/store.sqlite' },
  })
  expect(output).toMatch(/^✗ .+\n$/)
  expect(code).toBe(1)
})
