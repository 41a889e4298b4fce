import { rmSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { takeOne } from '../store/fixtures/batches.ts'
import { openStore } from '../store/open.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { chooseStore } from './choose-store.ts'

const LIVE_DAY = '2026-11-21'

let dir: string

beforeEach(() => {
  dir = folderOfTest()
})

describe(chooseStore, () => {
  const files = () => ({
    live: path.join(dir, 'live.sqlite'),
    seed: path.join(dir, 'seed.sqlite'),
    recorded: path.join(dir, 'recorded.sqlite'),
  })

  test('takes live data when there is a snapshot of it, else the sample', () => {
    expect(chosen(undefined)).toEqual(['seed', 'seed.sqlite'])
    fill('live.sqlite', 'seed')
    expect(chosen(undefined)).toEqual(['seed', 'seed.sqlite'])
    fill('seed.sqlite', 'seed')
    expect(chosen(undefined)).toEqual(['seed', 'seed.sqlite'])
    rmSync(files().live)
    fill('live.sqlite', 'live')
    expect(chosen(undefined)).toEqual(['live', 'live.sqlite'])
  })

  test('takes what was asked for, and nothing of another origin for it', () => {
    fill('live.sqlite', 'live')
    fill('seed.sqlite', 'seed')
    expect(chosen('seed')).toEqual(['seed', 'seed.sqlite'])
    expect(chosen('recorded')).toEqual(['recorded', 'recorded.sqlite'])
    fill('recorded.sqlite', 'seed')
    expect(() => chosen('recorded')).toThrow('holds the sample; a store never mixes origins')
    expect(() => chosen('sample')).toThrow(
      '--source must be one of live, seed, recorded, not sample.',
    )
  })

  test('one file that was named for all of them is taken for what it is', () => {
    fill('live.sqlite', 'recorded')
    const { live } = files()
    const { store, origin } = chooseStore({ live, seed: live, recorded: live }, undefined)
    store.close()
    expect(origin).toBe('recorded')
  })

  function fill(name: string, origin: string): void {
    const store = openStore(path.join(dir, name))
    takeOne(store, LIVE_DAY, [], { origin })
    store.close()
  }

  function chosen(source: string | undefined): [string, string] {
    const { store, origin } = chooseStore(files(), source)
    store.close()
    return [origin, path.basename(store.name)]
  }
})
