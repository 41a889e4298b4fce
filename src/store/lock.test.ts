import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PlimsollError } from '../domain/errors.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { takeLock } from './lock.ts'

let folder: string
let target: string
let child: ChildProcess | undefined

beforeEach(() => {
  folder = folderOfTest()
  target = path.join(folder, 'dist')
})
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) await kill(child)
  child = undefined
})

test('of two that want a folder the second is refused, and is named the first', () => {
  const release = takeLock(target, 'build')
  expect(refusal()).toMatchObject({
    code: 'BUSY',
    message: expect.stringMatching(
      new RegExp(
        `^Another build \\(process ${process.pid}, since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\) uses ${target}\\. Try again when it has finished\\.$`,
      ),
    ),
  })
  release()
  takeLock(target, 'snapshot')()
})

test('a session and a build on the same folder do not meet, two sessions do', () => {
  const releases = [takeLock(target, 'dev', 'session'), takeLock(target, 'build')]
  expect(() => takeLock(target, 'dev', 'session')).toThrow('Another dev')
  for (const release of releases) release()
})

test('a folder is the same by every path to it', () => {
  mkdirSync(path.join(folder, 'real'))
  symlinkSync(path.join(folder, 'real'), path.join(folder, 'link'))
  const release = takeLock(path.join(folder, 'real/dist'), 'build')
  expect(() => takeLock(path.join(folder, 'link/dist/'), 'build')).toThrow('Another build')
  release()
})

test('what a process held that was killed is free at once', async () => {
  const holder = await startHolder()
  expect(refusal()?.message).toContain(`(process ${holder.pid}, since `)
  await kill(holder)
  takeLock(target, 'build')()
})

test('a lock file that is no lock ends in a sentence', () => {
  writeFileSync(`${target}.lock`, 'x'.repeat(4_096))
  expect(refusal()).toMatchObject({ code: 'STORE_UNUSABLE' })
  rmSync(`${target}.lock`)
  writeFileSync(target, '')
  expect(() => takeLock(path.join(target, 'dist'), 'build')).toThrow(
    'part of its path is not a folder',
  )
})

async function startHolder(): Promise<ChildProcess> {
  const program = path.join(import.meta.dirname, 'fixtures/hold-lock.ts')
  child = spawn(process.execPath, [program, target], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (child.stdout) await once(child.stdout, 'data')
  return child
}

async function kill(holder: ChildProcess): Promise<void> {
  const ended = once(holder, 'exit')
  holder.kill('SIGKILL')
  await ended
}

function refusal(): PlimsollError | undefined {
  try {
    takeLock(target, 'build')()
    return undefined
  } catch (error) {
    if (error instanceof PlimsollError) return error
    throw error
  }
}
