import { expect, test } from 'vitest'
import {
  AGE_LIMITS,
  ageLimitsOf,
  findSource,
  SOURCE_IDS,
  SOURCE_OF_READING,
  SOURCE_OF_ROLE,
  SOURCES,
} from './sources.ts'

test('every role has one source and every source one role', () => {
  expect(Object.values(SOURCE_OF_ROLE).toSorted()).toEqual(SOURCE_IDS.toSorted())
})

test('the registry comes before the sources that are tied to its protocols', () => {
  const { registry, bounties, reviews } = SOURCE_OF_ROLE
  const place = (id: (typeof SOURCE_IDS)[number]) => SOURCE_IDS.indexOf(id)
  expect(place(registry)).toBeLessThan(Math.min(place(bounties), place(reviews)))
})

test('a reading is as fresh as the source that brings it, and only one source brings it', () => {
  const all = SOURCE_IDS.flatMap((id) => [...SOURCES[id].readings])
  expect(new Set(all).size).toBe(all.length)
  expect(all.toSorted()).toEqual(Object.keys(SOURCE_OF_READING).toSorted())
  expect(AGE_LIMITS[SOURCE_OF_READING.bounty]).toBe(30)
  expect(AGE_LIMITS[SOURCE_OF_READING.reviews]).toBe(365)
  expect(AGE_LIMITS[SOURCE_OF_READING.tvl]).toBe(3)
})

test('a sample does not expire within a century', () => {
  for (const id of SOURCE_IDS) expect(ageLimitsOf('seed')[id]).toBeGreaterThan(36_000)
})

test('an id that is not in the table has no description', () => {
  expect(findSource('immunefi')?.label).toBe('Immunefi')
  for (const id of ['methodology', 'toString', '']) expect(findSource(id)).toBeUndefined()
})
