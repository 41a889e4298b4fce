import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../domain/day.ts'
import { known, missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, DAY, fact } from '../fixtures/record.ts'
import { changeActivity } from './change-activity.ts'
import { operatorActivity } from './operator-activity.ts'

function changed(days: number, authors: number) {
  const lastChangedOn = addDays(DAY, -days)
  return aRecord({ facts: { adapterChanges: fact({ module: 'harbour', lastChangedOn, authors }) } })
}

function pointsOf(days: number, authors: number): number {
  const judged = judge(changeActivity, changed(days, authors))
  if (typeof judged === 'string' || judged.value === undefined) throw new Error('no value')
  return judged.value
}

describe.each([[changeActivity], [operatorActivity]])('$id', (signal) => {
  test.each([
    [0, 8, 10],
    [0, 20, 10],
    [0, 1, 6.577],
    [0, 2, 7.5],
    [1, 2, 6.974],
    [26, 2, 5.001],
    [180, 0, 1.058],
    [729, 0, 0.001],
    [730, 0, 0],
    [3_000, 0, 0],
    [3_000, 8, 5],
  ])('%i days ago by %i people is %d', (days, authors, value) => {
    expect(judge(signal, changed(days, authors))).toHaveProperty('value', expect.closeTo(value, 3))
  })

  test.each([
    [0, 1, 'Its DefiLlama adapter last changed today; it was changed by one person within a year.'],
    [
      1,
      2,
      'Its DefiLlama adapter last changed a day ago; it was changed by 2 people within a year.',
    ],
    [
      400,
      0,
      'Its DefiLlama adapter last changed 400 days ago; it was changed by no one within a year.',
    ],
  ])('%i days ago by %i people, as a sentence', (days, authors, sentence) => {
    expect(judge(signal, changed(days, authors))).toMatchObject({
      sentence,
      asOf: DAY,
      source: 'test',
    })
  })

  test('is missing, never quiet, where no adapter was matched', () => {
    const source = 'defillama-adapters'
    expect(judge(signal, aRecord())).toEqual({ missing: 'not-covered', source })
    const facts = { adapterChanges: missing('upstream-failed', source) }
    expect(judge(signal, aRecord({ facts }))).toEqual({ missing: 'upstream-failed', source })
  })

  test('counts the days to the day of the reading, and a later change as one of that day', () => {
    const on = (lastChangedOn: string) =>
      aRecord({
        facts: {
          adapterChanges: known({ module: 'a', lastChangedOn, authors: 0 }, '2024-01-10', 'test'),
        },
      })
    expect(judge(signal, on('2024-01-10'))).toMatchObject({ value: 5, asOf: '2024-01-10' })
    expect(judge(signal, on('2024-01-11'))).toMatchObject({ value: 5 })
  })
})

test('the value stays within 0-10, falls with the days and rises with the authors', () => {
  fc.assert(
    fc.property(fc.nat(2_000), fc.nat(2_000), fc.nat(30), fc.nat(30), (a, b, m, n) => {
      const [soon, late] = [Math.min(a, b), Math.max(a, b)]
      const [few, many] = [Math.min(m, n), Math.max(m, n)]
      expect(pointsOf(late, few)).toBeLessThanOrEqual(pointsOf(soon, few))
      expect(pointsOf(soon, few)).toBeLessThanOrEqual(pointsOf(soon, many))
      expect(pointsOf(late, few)).toBeGreaterThanOrEqual(0)
      expect(pointsOf(soon, many)).toBeLessThanOrEqual(10)
    }),
  )
})
