import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { keepCopy, restoreCopy } from './copies.ts'
import { anEntry, takeOne } from './fixtures/batches.ts'
import { openStore } from './open.ts'

const DAY = '2024-03-10'

let dir: string
let file: string

beforeEach(() => {
  dir = folderOfTest()
  file = path.join(dir, 'plimsoll.sqlite')
})

/** Takes a snapshot of each of these days, with a copy after it. */
function take(count: number): void {
  const store = openStore(file)
  for (let n = 0; n < count; n += 1) {
    takeOne(store, addDays(DAY, n), [anEntry(1, 3)])
    keepCopy(store, file, addDays(DAY, n))
  }
  store.close()
}

const remove = () => {
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
}
const copies = () => readdirSync(path.join(dir, 'copies')).sort()
const copyOf = (n: number) => path.join(dir, `copies/plimsoll-${addDays(DAY, n)}.sqlite`)

describe(keepCopy, () => {
  test('keeps the newest three days, one copy for each', () => {
    take(5)
    take(5)
    expect(copies()).toEqual([2, 3, 4].map((n) => path.basename(copyOf(n))))
  })

  test('removes what a killed run left, and nothing of another store', () => {
    take(1)
    const others = ['other-2024-03-01.sqlite', 'plimsoll-x-2024-03-01.sqlite.part']
    for (const name of [...others, 'plimsoll-2024-03-01.sqlite.part']) {
      writeFileSync(path.join(dir, 'copies', name), '')
    }
    take(4)
    const own = [1, 2, 3].map((n) => path.basename(copyOf(n)))
    expect(copies()).toEqual([...own, ...others].sort())
  })

  test('keeps the copies of before when the store cannot be read', () => {
    take(2)
    const bytes = readFileSync(file)
    bytes.fill(0x5a, 8_192, 60_000)
    remove()
    writeFileSync(file, bytes)
    const store = openStore(file)
    // The draft is gone, so it is not what a person can move away.
    expect(() => keepCopy(store, file, addDays(DAY, 2))).toThrow(`The store ${file} cannot be used`)
    store.close()
    expect(copies()).toEqual([0, 1].map((n) => path.basename(copyOf(n))))
  })
})

describe(restoreCopy, () => {
  test('makes the store from the newest sound copy', () => {
    take(3)
    remove()
    const bytes = readFileSync(copyOf(2))
    bytes.fill(0x5a, 8_192, 60_000)
    writeFileSync(copyOf(2), bytes)
    writeFileSync(`${file}-wal`, 'of a store that is gone')
    const restored = restoreCopy(file)
    expect(restored).toMatchObject({ day: addDays(DAY, 1), history: { snapshots: 2 } })
    expect(readdirSync(dir).sort()).toEqual(['copies', 'plimsoll.sqlite'])
    expect(openStore(file).prepare('SELECT COUNT(*) FROM snapshots').pluck().get()).toBe(2)
  })

  test('leaves a store alone that is there, and says when there is no sound copy', () => {
    take(1)
    expect(() => restoreCopy(file)).toThrow('exists already. Move it away')
    remove()
    writeFileSync(copyOf(0), 'damaged')
    expect(() => restoreCopy(file)).toThrow(/^No copy can be read .*--from PLACE\.$/)
    rmSync(path.join(dir, 'copies'), { recursive: true })
    expect(() => restoreCopy(file)).toThrow(/^There is no copy /)
    expect(readdirSync(dir)).toEqual([])
  })
})
