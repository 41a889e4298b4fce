import { existsSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { takeOne } from '../store/fixtures/batches.ts'
import { measureHistory } from '../store/history.ts'
import { openStore } from '../store/open.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { fitPrevious } from './previous-origin.ts'

const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22'] as const

let dir: string
let said: string[]
const line = (text: string) => void said.push(text)

beforeEach(() => {
  dir = folderOfTest()
  said = []
})

describe(fitPrevious, () => {
  test('of a store that was mixed before, live history is what must not be lost', () => {
    const file = storeWith('seed', 'live', 'live')
    expect(fitPrevious(file, 'live', line)).toMatchObject({ snapshots: 2, firstDay: DAYS[1] })
    expect(fitPrevious(file, 'previous', line)).toMatchObject({ snapshots: 2 })
    expect(said).toEqual([])
  })

  test.each(['seed', 'live'] as const)('after a sample, %s begins with nothing', (source) => {
    const file = storeWith('seed')
    expect(fitPrevious(file, source, line)).toBeNull()
    expect(existsSync(file)).toBe(false)
    expect(said).toHaveLength(source === 'live' ? 1 : 0)
  })

  function storeWith(...origins: string[]): string {
    const file = path.join(dir, 'store.sqlite')
    const store = openStore(file)
    for (const [index, origin] of origins.entries()) {
      takeOne(store, DAYS[index] ?? '', [], { origin })
    }
    expect(measureHistory(store)?.snapshots).toBe(origins.length)
    store.close()
    return file
  }
})
