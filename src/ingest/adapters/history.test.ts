import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayFromNumber } from '../../domain/day.ts'
import { type AdapterChange, moduleActivity, newestChange } from './history.ts'

const DAY = '2024-03-11'

const change = (fields: Partial<AdapterChange> = {}): AdapterChange => ({
  day: DAY,
  name: 'tern',
  author: 1,
  modulesTouched: 1,
  ...fields,
})

const activityOf = (...changes: AdapterChange[]) => moduleActivity(changes, DAY).get('tern')

describe(moduleActivity, () => {
  test('has the day of the newest change and the number of authors', () => {
    const changes = [
      change({ day: '2024-03-01' }),
      change({ day: '2024-02-01', author: 2 }),
      change({ day: '2024-01-01' }),
    ]
    expect(activityOf(...changes)).toEqual({
      name: 'tern',
      lastChangedOn: '2024-03-01',
      authors: 2,
    })
  })

  test('counts authors of 365 days, the day of the reading included', () => {
    const authors = (day: string) => activityOf(change({ day }))?.authors
    expect(authors(addDays(DAY, -364))).toBe(1)
    expect(authors(addDays(DAY, -365))).toBe(0)
  })

  test('skips commits that touch more than five modules', () => {
    const small = change({ day: '2024-01-01', modulesTouched: 5 })
    const large = change({ day: '2024-03-01', author: 2, modulesTouched: 6 })
    expect(activityOf(small, large)).toMatchObject({ lastChangedOn: '2024-01-01', authors: 1 })
  })

  test('has nothing of a module that only large commits touched: unknown is not unchanged', () => {
    expect(activityOf(change({ modulesTouched: 6 }))).toBeUndefined()
  })

  test('knows a module by its folder or by its file, and has the newest name', () => {
    const moved = [change({ day: '2024-01-01', name: 'tern.js' }), change({ day: '2024-02-01' })]
    expect(activityOf(...moved)).toMatchObject({ name: 'tern', lastChangedOn: '2024-02-01' })
    expect(activityOf(...moved.toReversed())).toMatchObject({ name: 'tern' })
  })
})

test('the newest change is of any size, and none is after the day', () => {
  const large = change({ day: '2024-03-01', modulesTouched: 500 })
  const after = change({ day: '2024-03-12' })
  expect(newestChange([change({ day: '2024-02-01' }), large, after], DAY)).toBe('2024-03-01')
  expect(newestChange([after], DAY)).toBeUndefined()
})

describe('for any history', () => {
  const changes = fc.array(
    fc.record({
      day: fc.integer({ min: 19_000, max: 20_000 }).map(dayFromNumber),
      name: fc.constantFrom('tern', 'tern.js', 'auk', 'skua'),
      author: fc.integer({ min: 1, max: 5 }),
      modulesTouched: fc.integer({ min: 1, max: 8 }),
    }),
  )
  const day = fc.integer({ min: 19_000, max: 20_000 }).map(dayFromNumber)

  test('changes after the day, and large commits, have no effect', () => {
    fc.assert(
      fc.property(changes, changes, day, (history, others, asOf) => {
        const later = others.filter((other) => other.day > asOf)
        const large = others.map((other) => ({ ...other, modulesTouched: 6 }))
        const expected = moduleActivity(history, asOf)
        expect(moduleActivity([...later, ...history, ...large], asOf)).toEqual(expected)
      }),
    )
  })

  test('neither the order of the changes nor the numbers of the authors matter', () => {
    const shuffled = changes.chain((history) =>
      fc.tuple(
        fc.constant(history),
        fc.shuffledSubarray(history, { minLength: history.length, maxLength: history.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, day, ([history, other], asOf) => {
        const renumbered = other.map((entry) => ({ ...entry, author: 1_000 - entry.author }))
        expect(moduleActivity(renumbered, asOf)).toEqual(moduleActivity(history, asOf))
      }),
    )
  })

  test('the last change is up to the day, and a later day never has an earlier one', () => {
    fc.assert(
      fc.property(changes, day, fc.nat(400), (history, asOf, wait) => {
        const later = moduleActivity(history, addDays(asOf, wait))
        for (const [module, { lastChangedOn, authors }] of moduleActivity(history, asOf)) {
          expect(lastChangedOn <= asOf).toBe(true)
          expect((later.get(module)?.lastChangedOn ?? '') >= lastChangedOn).toBe(true)
          expect(authors > 0).toBe(lastChangedOn > addDays(asOf, -365))
        }
      }),
    )
  })
})

const recorded = new URL('../../../../shared/upstream/adapters/commits.tsv.gz', import.meta.url)

describe.skipIf(!existsSync(recorded))('the recorded history', () => {
  test('gives the activity of known adapters on a day', () => {
    const [, ...lines] = gunzipSync(readFileSync(recorded)).toString('utf8').trim().split('\n')
    const changes = lines.map((line): AdapterChange => {
      const [day = '', name = '', author, touched] = line.split('\t')
      return { day, name, author: Number(author), modulesTouched: Number(touched) }
    })
    expect(changes).toHaveLength(49_899)
    const activity = moduleActivity(changes, DAY)
    expect(activity.size).toBe(4_166)
    expect(activity.get('uniswap')).toMatchObject({ lastChangedOn: '2024-03-04', authors: 5 })
    expect(activity.get('aave')).toMatchObject({ lastChangedOn: '2024-02-13', authors: 4 })
  })
})
