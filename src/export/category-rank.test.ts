import { describe, expect, test } from 'vitest'
import type { CatalogueEntry } from '../domain/catalogue.ts'
import { addDays, type Day } from '../domain/day.ts'
import { DAY, fact } from '../score/fixtures/record.ts'
import { categoryRanks } from './category-rank.ts'
import { anEntry, type EntryFields } from './fixtures/catalogue.ts'

function ranked(id: string, composite: number, fields: EntryFields = {}): CatalogueEntry {
  return anEntry({ id, composite, category: 'Lending', ...fields })
}

/** `position/of+tied` by protocol id. */
function placesOf(entries: CatalogueEntry[]): Record<string, string> {
  const ranks = [...categoryRanks(entries, DAY)]
  return Object.fromEntries(
    ranks.map(([id, { position, of, tied }]) => [id, `${position}/${of}+${tied}`]),
  )
}

describe('the rank in a category', () => {
  test('is 1 for the lowest risk, whatever the order of the catalogue', () => {
    const entries = [ranked('1', 5), ranked('2', 3), ranked('3', 7)]
    expect(placesOf(entries)).toEqual({ 1: '2/3+0', 2: '1/3+0', 3: '3/3+0' })
    expect(placesOf(entries.toReversed())).toEqual(placesOf(entries))
  })

  test('leaves out what is not active', () => {
    const inactive = {
      status: 'dead',
      reason: 'It ended.',
      day: '2024-01-01',
      source: 'x',
    } as const
    const entries = [ranked('1', 5), { ...ranked('2', 3), inactive }]
    expect(placesOf(entries)).toEqual({ 1: '1/1+0' })
  })

  test('leaves out a TVL of more than 180 days ago, which is of another day', () => {
    const tvlOf = (asOf: Day) => ({ tvl: { ...fact([]), asOf } })
    const [first, second] = [addDays(DAY, -180), addDays(DAY, -181)]
    const entries = [ranked('1', 5, tvlOf(first)), ranked('2', 3, tvlOf(second))]
    expect(placesOf(entries)).toEqual({ 1: '1/1+0' })
  })

  test('is shared by equals, and the next one comes after all of them', () => {
    const entries = [ranked('1', 5), ranked('2', 4), ranked('3', 4), ranked('4', 4), ranked('5', 6)]
    expect(placesOf(entries)).toEqual({
      1: '4/5+0',
      2: '1/5+2',
      3: '1/5+2',
      4: '1/5+2',
      5: '5/5+0',
    })
  })

  test('goes by the published composite, not by unpublished digits', () => {
    const [a, b] = [ranked('1', 4), ranked('2', 4)]
    b.score.composite = 3.9999
    expect(placesOf([a, b])).toEqual({ 1: '1/2+1', 2: '1/2+1' })
  })

  test('leaves out who has no composite or no category', () => {
    const unscored = anEntry({ id: '2', category: 'Lending', facts: {} })
    const entries = [ranked('1', 5), unscored, ranked('3', 1, { category: null })]
    expect(unscored.score.rounded).toBeNull()
    expect(placesOf(entries)).toEqual({ 1: '1/1+0' })
  })

  test('of the only member is the first of one', () => {
    expect(categoryRanks([ranked('1', 9)], DAY).get('1')).toEqual({
      category: 'Lending',
      position: 1,
      of: 1,
      tied: 0,
    })
  })

  test('counts each category for itself, even one with an awkward name', () => {
    const entries = [ranked('1', 5), ranked('2', 3, { category: '__proto__' })]
    expect(placesOf(entries)).toEqual({ 1: '1/1+0', 2: '1/1+0' })
  })

  test('stays the same when composites move and their order does not', () => {
    const before = categoryRanks([ranked('1', 5), ranked('2', 3)], DAY)
    expect(categoryRanks([ranked('1', 5), ranked('2', 4.9)], DAY)).toEqual(before)
  })
})
