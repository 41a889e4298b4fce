import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { onceARun } from './once-a-run.ts'

test('a folder is made once for all who ask, and whole before any of them has it', async () => {
  let made = 0
  const make = async (folder: string) => {
    made += 1
    await Promise.resolve()
    writeFileSync(`${folder}/text`, 'whole')
  }
  const name = randomUUID()
  const folders = await Promise.all([onceARun(name, make), onceARun(name, make)])
  expect(folders.map((folder) => readFileSync(`${folder}/text`, 'utf8'))).toEqual([
    'whole',
    'whole',
  ])
  expect(made).toBe(1)
})

test('a folder that could not be made fails all who ask, with the reason', async () => {
  const name = randomUUID()
  const ask = () => onceARun(name, () => Promise.reject(new Error('no fonts')))
  await expect(ask()).rejects.toThrow('no fonts')
  await expect(ask()).rejects.toThrow('no fonts')
})
