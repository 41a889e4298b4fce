import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore, type Store } from '../../store/open.ts'
import { folderOfTest } from '../temporary-folder.ts'
import { DAY, NEXT_DAY } from './bodies.ts'
import { publishHostile, takeHostileDay } from './hostile-run.ts'

let store: Store
let folder: string

beforeEach(() => {
  store = openStore(':memory:')
  folder = folderOfTest()
})
afterEach(() => {
  store.close()
})

test('two days of hostile rows in every source are published, and each row that is left out is named', async () => {
  await takeHostileDay(store, { day: DAY, count: 150, seed: 1 })
  const second = await takeHostileDay(store, { day: NEXT_DAY, count: 150, seed: 2 })
  const { manifest } = await publishHostile(store, second, folder)
  expect(manifest.snapshot.protocolCount).toBeGreaterThan(100)
  expect(second.text).toMatch(/Left out: .+\(row \d+, invalid-row\)/)
})
