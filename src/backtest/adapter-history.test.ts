import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import type { AdapterChange } from '../ingest/adapters/history.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { readAdapterHistory } from './adapter-history.ts'
import { findCohort } from './cohort.ts'
import { aRow, DAY, someHacks, UPSTREAMS, writeCohort } from './fixtures/small-cohort.ts'
import { IN_FORCE, loadCohort, scoreCohort } from './score-cohort.ts'

const root = temporaryFolder()

const HEADER = 'day\tmodule\tauthor\tmodules_touched'

function written(...lines: string[]): string {
  const file = path.join(root, 'commits.tsv.gz')
  writeFileSync(file, gzipSync(`${lines.join('\n')}\n`))
  return file
}

describe(readAdapterHistory, () => {
  test('has one change for each line', () => {
    const file = written(HEADER, '2023-01-02\tWhite Whale\t7\t3', '2023-01-03\ttern\t8\t1')
    expect(readAdapterHistory(file)).toEqual([
      { day: '2023-01-02', name: 'White Whale', author: 7, modulesTouched: 3 },
      { day: '2023-01-03', name: 'tern', author: 8, modulesTouched: 1 },
    ])
  })

  test.each([
    ['another header', ['day\tmodule'], 'the first line must be'],
    ['a bad day', [HEADER, '2023-02-30\ttern\t1\t1'], 'line 2 is not a day'],
    ['no module', [HEADER, '2023-02-01\t\t1\t1'], 'line 2 is not a day'],
    ['a count of nothing', [HEADER, '2023-02-01\ttern\t1\t0'], 'line 2 is not a day'],
    ['a missing field', [HEADER, '2023-02-01\ttern\t1\t1', '2023-02-01\ttern'], 'line 3'],
  ])('refuses %s', (_, lines, message) => {
    expect(() => readAdapterHistory(written(...lines))).toThrow(`--adapters: ${message}`)
  })

  test('refuses a file that is not there or not packed', () => {
    const plain = path.join(root, 'plain.tsv')
    writeFileSync(plain, HEADER)
    for (const file of [plain, path.join(root, 'nowhere.gz')]) {
      expect(() => readAdapterHistory(file)).toThrow('cannot be read as a gzip file')
    }
  })
})

describe('a cohort with a history of the adapters', () => {
  const change = (day: string, author = 1): AdapterChange => ({
    day,
    name: 'tern',
    author,
    modulesTouched: 1,
  })
  const rows = [aRow(1, { module: 'tern/index.js' }), aRow(2, { module: 'dummy.js' }), aRow(3)]
  const dir = writeCohort(path.join(root, 'cohort'), rows)
  const scored = async (adapters?: AdapterChange[]) => {
    const loaded = await loadCohort(findCohort(dir), {
      incidents: JSON.stringify(someHacks()),
      exploitedLater: new Set(),
      upstreams: UPSTREAMS,
      adapters,
    })
    return scoreCohort(loaded, IN_FORCE)
  }

  test('knows the changes of the adapters that its registry names', async () => {
    const { universe } = await scored([change('2023-05-31'), change('2023-04-01', 2)])
    const [tern, dummy, none] = universe.records.map(({ facts }) => facts.adapterChanges)
    const value = { module: 'tern', lastChangedOn: '2023-05-31', authors: 2 }
    expect(tern).toMatchObject({ known: true, asOf: '2023-05-31', value })
    expect(dummy).toMatchObject({ known: false, reason: 'not-covered' })
    expect(none).toMatchObject({ known: false, reason: 'not-covered' })
  })

  test('is not moved by any change after its day', async () => {
    const until = [change('2023-05-20'), change(DAY, 2)]
    const later = [1, 30, 400].map((days) => change(addDays(DAY, days), days))
    const [honest, leaked] = [await scored(until), await scored([...later, ...until])]
    expect(leaked.universe).toEqual(honest.universe)
    expect(leaked.scores).toEqual(honest.scores)
  })

  test('without a history the changes are missing', async () => {
    const { universe } = await scored()
    for (const { facts } of universe.records) {
      expect(facts.adapterChanges).toMatchObject({ known: false, reason: 'not-read-yet' })
    }
  })
})
