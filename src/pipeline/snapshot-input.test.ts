import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { ROOT } from '../testing/scripts/run-script.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import {
  chooseSnapshotInputs,
  dueInputs,
  type SnapshotInput,
  type SnapshotWords,
} from './snapshot-input.ts'

const NOW = new Date('2026-11-22T10:00:00.000Z')

const SEED = path.join(ROOT, 'data/seed')

const dir = temporaryFolder()
const [dated, named] = [path.join(dir, '2024-03-11'), path.join(dir, 'mine')]
for (const folder of [dated, named]) mkdirSync(folder)

const chooseAll = (words: SnapshotWords) => chooseSnapshotInputs(words, readConfig({}), SEED, NOW)
/** The newest of them: a run takes one snapshot, but of the sample. */
const choose = (words: SnapshotWords) => chooseAll(words).slice(-1)[0] as SnapshotInput

describe(chooseSnapshotInputs, () => {
  test('of a live run is of today, with a bounded number of histories', () => {
    const computedAt = '2026-11-22T10:00:00.000Z'
    const live = { origin: 'live', asOf: '2026-11-22', computedAt, historyBudget: 240 }
    expect(choose({ source: 'live' })).toMatchObject(live)
    const words = { source: 'live', asOf: '2026-11-20', history: '7' }
    expect(choose(words)).toMatchObject({ asOf: '2026-11-20', computedAt, historyBudget: 7 })
  })

  test.each([
    ['defillama-adapters', 'defillama-adapters'],
    ['onchain', 'public-records'],
  ])(
    'reads %s in a live run, the rows of %s from the sample, and nothing from a recording',
    async (id, ofSample) => {
      const only = ({ source, asOf }: SnapshotWords, wanted = id) => {
        const { sources } = choose({ source, asOf })
        const [found, ...others] = sources.filter((each) => each.id === wanted)
        expect(others).toEqual([])
        return found
      }
      expect(only({ source: 'live' })).toBeDefined()
      const recorded = only({ source: `recorded:${dated}` })
      await expect(recorded?.read({} as never)).rejects.toMatchObject({ code: 'NOT_RECORDED' })
      const seed = await only({ source: 'seed' }, ofSample)?.read({} as never)
      expect(seed?.readings?.rows.length).toBeGreaterThan(20)
    },
  )

  test('leaves the chains out of a live run where a setting says so', () => {
    const config = readConfig({ PLIMSOLL_ONCHAIN: 'off' })
    const [input] = chooseSnapshotInputs({ source: 'live' }, config, SEED, NOW)
    expect(input?.sources.map(({ id }) => id)).not.toContain('onchain')
  })

  test('of a recording is of the day in its name, or of the day given, with all histories', () => {
    const recorded = { origin: 'recorded', asOf: '2024-03-11', historyBudget: Infinity }
    expect(choose({ source: `recorded:${dated}` })).toMatchObject(recorded)
    expect(choose({ source: `recorded:${named}`, asOf: '2024-03-11' })).toMatchObject(recorded)
  })

  test('of the sample is of its days, the newest last, and all of them are scored on that', () => {
    const computedAt = '2026-10-04T00:00:00.000Z'
    expect(chooseAll({ source: 'seed' })).toMatchObject([
      { asOf: '2024-03-11', computedAt },
      { asOf: '2026-10-04', computedAt },
    ])
    expect(chooseAll({ source: 'seed', asOf: '2024-03-11' })).toMatchObject([
      { asOf: '2024-03-11', computedAt },
    ])
  })

  test('of the sample goes on from the newest snapshot of a store, and ends with the last day in any case', () => {
    const due = (newest: string | null) =>
      dueInputs(chooseAll({ source: 'seed' }), newest).map(({ asOf }) => asOf)
    expect(due(null)).toEqual(['2024-03-11', '2026-10-04'])
    // As after a drop of the last day: the day before it is not replayed.
    expect(due('2024-03-11')).toEqual(['2026-10-04'])
    expect(due('2026-10-04')).toEqual(['2026-10-04'])
    expect(due('2026-11-01')).toEqual(['2026-10-04'])
  })

  test('of the sample reads no upstream', async () => {
    const { asOf, reader, ...seed } = choose({ source: 'seed' })
    expect(seed).toMatchObject({ origin: 'seed', historyBudget: 0 })
    expect(choose({ source: 'seed', asOf })).toMatchObject({ asOf })
    const endpoint = { label: 'list', url: 'https://list.example', key: 'list' }
    await expect(reader.read(endpoint as never)).rejects.toThrow('The sample has no list.')
  })

  test.each([
    [{ source: 'yesterday' }, '--source must be live, seed or recorded:DIR, not yesterday.'],
    [{ source: 'recorded:' }, '--source must be live, seed or recorded:DIR, not recorded:.'],
    [{ source: `recorded:${named}` }, 'The folder mine is not named after a day.'],
    [{ source: 'live', asOf: 'June' }, '--as-of must be a day such as 2024-03-11, not June.'],
    [{ source: 'live', history: '-1' }, '--history must be a whole number, not -1.'],
    [{ source: 'seed', asOf: '2020-01-01' }, 'so --as-of cannot be 2020-01-01.'],
  ])('refuses %j', (words, message) => {
    expect(() => choose(words)).toThrow(message)
  })
})
