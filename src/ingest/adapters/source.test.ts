import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { SourceContext } from '../source.ts'
import { hasGit, writeRepository } from './fixtures/repository.ts'
import type { AdapterChange } from './history.ts'
import { adapterBatch } from './map.ts'
import { adapterHistory } from './source.ts'

const DAY = '2024-03-11'

const change = (day: string, name: string, modulesTouched = 1): AdapterChange => ({
  day,
  name,
  author: 1,
  modulesTouched,
})

describe(adapterBatch, () => {
  test('has one reading for each module, as of the newest commit up to the day of the run', () => {
    const changes = [
      change('2024-03-12', 'tern'),
      change('2024-03-12', 'skua'),
      change('2024-03-09', 'helper'),
      change('2024-03-02', 'tern'),
      change('2024-03-01', 'auk.js'),
    ]
    const { asOf, readings, rowCounts } = adapterBatch(changes, DAY)
    expect(asOf).toBe('2024-03-09')
    expect(rowCounts).toEqual({
      rows: 3,
      accepted: 2,
      outOfScope: { 'shared-code': 1 },
      refused: {},
    })
    const value = { module: 'auk.js', lastChangedOn: '2024-03-01', authors: 1 }
    const source = 'defillama-adapters'
    expect(readings?.names).toEqual(['adapterChanges'])
    expect(readings?.rows).toHaveLength(2)
    expect(readings?.rows).toContainEqual({
      key: { module: 'auk' },
      name: 'adapterChanges',
      reading: { known: true, value, asOf, source },
    })
  })

  test('has no reading for a module that only large commits touched', () => {
    const changes = [change('2024-03-01', 'tern', 6), change('2024-03-01', 'auk', 5)]
    const { readings, rowCounts } = adapterBatch(changes, DAY)
    expect(readings?.rows.map(({ key }) => key)).toEqual([{ module: 'auk' }])
    expect(rowCounts).toMatchObject({ accepted: 1, outOfScope: { 'large-commits-only': 1 } })
  })

  test('is refused without any change of an adapter', () => {
    const nothing = { code: 'UPSTREAM_INVALID' }
    const batchOf = (...changes: AdapterChange[]) => expect(() => adapterBatch(changes, DAY))
    batchOf().toThrow(expect.objectContaining(nothing))
    batchOf(change('2024-03-12', 'tern')).toThrow(expect.objectContaining(nothing))
    batchOf(change('2024-03-01', 'helper')).toThrow(expect.objectContaining(nothing))
  })
})

describe.skipIf(!hasGit())('the source, where git is installed', () => {
  const dir = temporaryFolder()

  test('reads the repository, and publishes neither names nor addresses of authors', async () => {
    const remote = path.join(dir, 'remote.git')
    const author = 'ann@example.org'
    writeRepository(remote, [{ day: '2024-03-01', author, files: ['projects/tern/index.js'] }])
    const url = pathToFileURL(remote).href
    const source = adapterHistory({ url, folder: path.join(dir, 'adapters.git') })
    const unused = () => Promise.reject(new Error('It reads no endpoint.'))
    const context: SourceContext = { asOf: DAY, read: unused, readJson: unused, stored: () => [] }
    const batch = await source.read(context)
    expect(batch.readings?.rows).toHaveLength(1)
    expect(batch.notes).toEqual(['It is of 2024-03-01, 10 days old.'])
    expect(JSON.stringify(batch)).not.toMatch(/ann|example|Stranger|GitHub/)
  })
})
