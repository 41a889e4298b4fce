import { beforeEach, describe, expect, test } from 'vitest'
import type { Day } from '../domain/day.ts'
import { aProtocol, commit, commitRegistry } from './fixtures/batches.ts'
import { openStore, type Store } from './open.ts'
import { resolveSlug, slugTier } from './slugs.ts'

/** Days of one month: `on(3)` is its third. */
const on = (day: number) => `2024-01-${String(day).padStart(2, '0')}`

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

const list = (day: number, slugs: Record<number, string>) =>
  commitRegistry(
    store,
    on(day),
    ...Object.entries(slugs).map(([id, slug]) => aProtocol(Number(id), { slug })),
  )
const ownerOf = (slug: string, day: number) => resolveSlug(store, slug, on(day))

describe(resolveSlug, () => {
  test('a slug that was never listed finds nothing', () => {
    list(1, { 1: 'name' })
    expect(ownerOf('other', 1)).toBeUndefined()
  })

  test('a renamed protocol stays one, and is found by both slugs on any day', () => {
    list(1, { 1: 'old' })
    list(2, { 1: 'new' })
    expect(store.prepare('SELECT id, slug FROM protocols').all()).toEqual([{ id: 1, slug: 'new' }])
    for (const day of [1, 2, 9]) {
      expect([ownerOf('old', day), ownerOf('new', day)]).toEqual([1, 1])
    }
  })

  test('a slug that another protocol takes means the one that had it on the day', () => {
    list(5, { 2: 'name' })
    list(8, { 2: 'name' })
    list(9, { 2: 'name-old', 1: 'name' })
    list(12, { 2: 'name-old', 1: 'name' })
    expect([5, 8, 9, 12].map((day) => ownerOf('name', day))).toEqual([2, 2, 1, 1])
    // Before the first list, and after the last.
    expect([1, 20].map((day) => ownerOf('name', day))).toEqual([2, 1])
    expect(ownerOf('name-old', 1)).toBe(2)
  })

  test('between two owners it is still the earlier one', () => {
    list(1, { 2: 'name' })
    list(3, { 1: 'other' })
    list(9, { 1: 'name' })
    expect([2, 5, 8, 9].map((day) => ownerOf('name', day))).toEqual([2, 2, 2, 1])
  })

  test('a slug that is lent for some days comes back to its owner', () => {
    for (const day of [1, 2]) list(day, { 1: 'name', 2: 'other' })
    for (const day of [3, 4]) list(day, { 1: 'name-old', 2: 'name' })
    for (const day of [5, 6]) list(day, { 1: 'name', 2: 'other' })
    expect([1, 2, 3, 4, 5, 6].map((day) => ownerOf('name', day))).toEqual([1, 1, 2, 2, 1, 1])
  })

  test('a slug that is not listed any more means the one that had it last', () => {
    list(1, { 2: 'name' })
    list(2, { 1: 'name' })
    list(3, { 1: 'other' })
    expect(ownerOf('name', 3)).toBe(1)
  })

  test('a slug that changes hands within a day means the one that has it', () => {
    list(1, { 1: 'b', 2: 'a' })
    list(1, { 1: 'a', 2: 'b' })
    expect([ownerOf('a', 1), ownerOf('b', 1)]).toEqual([1, 2])
  })
})

describe(slugTier, () => {
  const tie = (row: string, slug: string, day: Day) =>
    slugTier(store, 'defiscan', day)(row, { slug, day })

  test('a row stays with its protocol when it is edited after another took the slug', () => {
    list(1, { 1: 'name', 2: 'other' })
    expect(tie('review', 'name', on(1))).toBe(1)
    list(9, { 1: 'name-old', 2: 'name' })
    expect(tie('review', 'name', on(9))).toBe(1)
    expect(tie('a new review', 'name', on(9))).toBe(2)
  })

  test('a row whose slug is corrected means the one that has the new slug by then', () => {
    list(1, { 1: 'name', 2: 'taken' })
    expect(tie('review', 'name', on(1))).toBe(1)
    list(9, { 1: 'taken' })
    expect(tie('review', 'taken', on(9))).toBe(1)
  })

  test('a row without a protocol is looked for again', () => {
    list(1, { 1: 'name' })
    expect(tie('review', 'late', on(1))).toBeUndefined()
    list(2, { 1: 'name', 2: 'late' })
    expect(tie('review', 'late', on(1))).toBe(2)
  })
})

test('a review stays with the renamed protocol, and the next owner of its slug inherits nothing', () => {
  const review = (slug: string, day: Day) => ({
    key: { slug, day },
    review: {
      chain: 'Ethereum',
      stage: 2 as const,
      upgradeability: null,
      autonomy: null,
      exitWindow: null,
      accessibility: null,
      multisigs: [],
      reviewedOn: day,
      url: 'https://reviews.example/name/ethereum',
    },
  })
  const reviewed = () =>
    store.prepare("SELECT protocol_id FROM readings WHERE name = 'reviews'").pluck().all()
  list(1, { 1: 'name' })
  commit(store, 'defiscan', on(1), { reviews: [review('name', on(1))] })
  expect(reviewed()).toEqual([1])
  list(2, { 1: 'name-v3' })
  commit(store, 'defiscan', on(2), { reviews: [review('name', on(1))] })
  expect(reviewed()).toEqual([1])
  list(3, { 1: 'name-v3', 2: 'name' })
  commit(store, 'defiscan', on(3), { reviews: [review('name', on(1))] })
  expect(reviewed()).toEqual([1])
  commit(store, 'defiscan', on(4), { reviews: [review('name', on(4))] })
  expect(reviewed()).toEqual([1])
})
