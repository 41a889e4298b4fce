import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { seedDays, seedOn } from './past.ts'
import { loadSeed } from './read.ts'

const SEED = loadSeed(path.resolve(import.meta.dirname, '../../../data/seed'))
const NEWEST = SEED.adapters.asOf
const DAYS = seedDays(NEWEST)
const [FIRST = '', SECOND = ''] = DAYS

/** Every day in a value, by where it is. */
function daysIn(value: unknown, at = ''): [string, string][] {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? [[at, value]] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => daysIn(part, `${at}.${key}`))
}

describe('the sample on an earlier day', () => {
  test.each(DAYS)('knows nothing of a later day: %s', (day) => {
    const { protocols, ...files } = seedOn(SEED, day)
    const days = daysIn(files)
    expect(days.length).toBeGreaterThan(1000)
    // The day on which a report was read is none of its facts.
    const later = days.filter(([at, of]) => of > day && !at.endsWith('.readOn'))
    expect(later).toEqual([])
    expect(protocols.protocols.filter(({ asOf }) => asOf > day)).toEqual([])
  })

  test('is whole on the day of its newest fact, but for the past of adapters', () => {
    const { adapters, ...files } = seedOn(SEED, NEWEST)
    const { adapters: newest, ...whole } = SEED
    expect(files).toEqual(whole)
    expect(adapters.adapters).toEqual(newest.adapters.map(({ earlier: _, ...row }) => row))
  })

  test('leaves out a fact of a later day than its row', () => {
    const row = SEED.protocols.protocols.find(({ dated }) => (dated?.contract ?? '') > '2026-06-01')
    const find = (day: string) =>
      seedOn(SEED, day).protocols.protocols.find(({ id }) => id === row?.id)
    expect(find('2026-06-01')).toHaveProperty('slug', row?.slug)
    expect(find('2026-06-01')).not.toHaveProperty('contract')
    expect(find(NEWEST)).toEqual(row)
  })

  test('has adapters as they were: a change after the day is not known, and one before it is', () => {
    const changed = (day: string) =>
      seedOn(SEED, day).adapters.adapters.filter(({ lastChangedOn }) => lastChangedOn > FIRST)
    expect(changed(FIRST)).toEqual([])
    expect(changed(SECOND).length).toBeGreaterThan(10)
    expect(changed(NEWEST).length).toBeGreaterThan(changed(SECOND).length)
  })
})

test('the days of a sample are 90, 60, 30 and 7 days before its newest fact, and that day', () => {
  expect(DAYS).toEqual(['2026-05-22', '2026-06-21', '2026-07-21', '2026-08-13', '2026-08-20'])
})

test('that a protocol has ended is known from the day of its source on', () => {
  const endings = (day: string) =>
    seedOn(SEED, day).protocols.protocols.filter(({ ending }) => ending !== undefined).length
  expect(endings('2026-07-22')).toBe(16)
  expect(endings('2026-07-21')).toBe(0)
})
