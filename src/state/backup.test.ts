import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { StateSettings } from '../config/state.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { backUpState, restoreState } from './backup.ts'
import { createKey, listKeys } from './manage-keys.ts'
import { openState } from './open-state.ts'

let folder: string
let state: StateSettings

const at = (name: string) => path.join(folder, name)
const fileOf = (name: string): StateSettings => ({
  url: `sqlite:${at(name)}`,
  token: null,
  secret: null,
  secretFile: null,
})

beforeEach(() => {
  folder = folderOfTest()
  state = fileOf('state.sqlite')
})

test('a backup has the keys and the secret of a state that is in use, and restores them elsewhere', async () => {
  const server = await openState(state.url, { token: null, instance: 'a', clock: Date.now })
  try {
    const { record } = await createKey(state, { environment: 'live', plan: 'pro' })
    expect(await backUpState(state, at('backup'))).toMatchObject({ hasSecret: true })
    const other = fileOf('new/state.sqlite')
    expect(restoreState(other, at('backup'))).toMatchObject({ hasSecret: true })
    expect(await listKeys(other)).toEqual([record])
    expect(readFileSync(at('new/state.sqlite.secret'))).toEqual(
      readFileSync(at('state.sqlite.secret')),
    )
  } finally {
    await server.close()
  }
})

test('only the owner can read a backup and what is restored from it', async () => {
  await createKey(state, { environment: 'live', plan: 'free' })
  const made = await backUpState(state, at('backup'))
  const restored = restoreState(fileOf('new/state.sqlite'), at('backup'))
  for (const file of [...made.files, ...restored.files]) {
    expect([file, statSync(file).mode & 0o077]).toEqual([file, 0])
  }
})

test('a secret that is a setting is not written to the backup', async () => {
  const given = { ...state, secret: 's'.repeat(32) }
  await createKey(given, { environment: 'live', plan: 'free' })
  expect(await backUpState(given, at('backup'))).toMatchObject({ hasSecret: false })
  expect(existsSync(at('backup/state.sqlite.secret'))).toBe(false)
})

test('nothing is ever replaced, and what cannot be done is said', async () => {
  await createKey(state, { environment: 'live', plan: 'free' })
  await expect(backUpState(fileOf('none.sqlite'), at('backup'))).rejects.toThrow('there is no file')
  await backUpState(state, at('backup'))
  await expect(backUpState(state, at('backup'))).rejects.toThrow('is there already')
  expect(() => restoreState(state, at('backup'))).toThrow('is there already')
  expect(() => restoreState(fileOf('new.sqlite'), at('nowhere'))).toThrow('there is no backup')
  const redis = { ...state, url: 'redis://:password@host' }
  await expect(backUpState(redis, at('b'))).rejects.toThrow(/^Only state in a file/)
})
