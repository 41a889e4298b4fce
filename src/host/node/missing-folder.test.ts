import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { recoverPublished } from '../../publish/replace-folder.ts'
import { folderOfTest } from '../../testing/temporary-folder.ts'
import { awaitFolder } from './missing-folder.ts'

let folder: string
let dist: string

beforeEach(() => {
  folder = folderOfTest()
  dist = `${folder}/dist`
  mkdirSync(dist)
  writeFileSync(`${dist}/index.html`, 'home')
})

describe(awaitFolder, () => {
  test('waits for nothing while the folder is there', async () => {
    const calls: string[] = []
    expect(await awaitFolder(dist, () => calls.push('recover'))()).toBe(false)
    expect(calls).toEqual([])
  })

  test('waits out the moment of a publish, and leaves it to the publisher', async () => {
    const calls: string[] = []
    const wait = awaitFolder(dist, () => calls.push('recover'))
    renameSync(dist, `${dist}.previous`)
    mkdirSync(`${dist}.next`)
    setTimeout(() => renameSync(`${dist}.next`, dist), 100)
    expect(await wait()).toBe(true)
    expect(calls).toEqual([])
  })

  test('after a publish that was killed between its renames puts the folder of before back, once for all who wait', async () => {
    let calls = 0
    const recover = () => {
      calls += 1
      recoverPublished(dist)
    }
    const wait = awaitFolder(dist, recover, 50)
    renameSync(dist, `${dist}.previous`)
    expect(await Promise.all([wait(), wait(), wait()])).toEqual([true, true, true])
    expect(calls).toBe(1)
    expect(await wait()).toBe(false)
  })

  test('where there is nothing to put back, only the first waits', async () => {
    renameSync(dist, `${folder}/elsewhere`)
    const wait = awaitFolder(dist, () => recoverPublished(dist), 300)
    const durationOf = async (times: number) => {
      const started = performance.now()
      for (let n = 0; n < times; n += 1) await wait()
      return performance.now() - started
    }
    const first = await durationOf(1)
    expect(await durationOf(5)).toBeLessThan(first)
  })
})
