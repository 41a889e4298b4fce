import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AdapterChanges } from '../../domain/adapter-changes.ts'
import { addDays } from '../../domain/day.ts'
import { known, missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, DAY } from '../fixtures/record.ts'
import { METHODOLOGY } from '../methodology.ts'
import { changeActivity } from './change-activity.ts'
import { operatorActivity } from './operator-activity.ts'

const { halfLifeDays } = METHODOLOGY.parameters.changeActivity

const changed = (daysAgo: number, authors: number, asOf = DAY) => {
  const value: AdapterChanges = { module: 'tern', lastChangedOn: addDays(asOf, -daysAgo), authors }
  return aRecord({ facts: { adapterChanges: known(value, asOf, 'defillama-adapters') } })
}
const valueAfter = (daysAgo: number, authors: number) => {
  const judged = judge(changeActivity, changed(daysAgo, authors))
  return typeof judged === 'object' && 'value' in judged ? judged.value : Number.NaN
}

describe('change activity', () => {
  test.each([
    [0, 1, 1, `on ${DAY}; one person changed it`],
    [1, 3, 2 * 2 ** (-1 / halfLifeDays), 'a day ago; 3 people changed it'],
    [halfLifeDays, 7, 1.5, `${halfLifeDays} days ago; 7 people changed it`],
    [900, 0, 0, '900 days ago; no one changed it'],
  ])('%d days after the last change, by %d authors', (days, authors, value, sentence) => {
    expect(judge(changeActivity, changed(days, authors))).toEqual({
      value: expect.closeTo(value, 9),
      sentence: `Its DefiLlama adapter last changed ${sentence} within a year.`,
      asOf: DAY,
      source: 'defillama-adapters',
    })
  })

  test('ends with the day of the reading, whatever day it is looked at', () => {
    const earlier = addDays(DAY, -20)
    expect(judge(changeActivity, changed(10, 1, earlier))).toMatchObject({
      value: 2 ** (-10 / halfLifeDays),
      asOf: earlier,
    })
  })

  test('is missing where the protocol has no adapter, never unchanged', () => {
    const adapterChanges = missing('not-covered', 'defillama-adapters')
    const absent = { missing: 'not-covered', source: 'defillama-adapters' }
    expect(judge(changeActivity, aRecord({ facts: { adapterChanges } }))).toEqual(absent)
    expect(judge(changeActivity, aRecord())).toEqual(absent)
    const stale = missing('stale', 'defillama-adapters')
    const record = aRecord({ facts: { adapterChanges: stale } })
    expect(judge(changeActivity, record)).toMatchObject({ missing: 'stale' })
  })

  test('is the same reading for those who change it', () => {
    for (const record of [changed(30, 4), aRecord()]) {
      expect(judge(operatorActivity, record)).toEqual(judge(changeActivity, record))
    }
  })

  test('never falls with one more author, nor rises with one more day without a change', () => {
    fc.assert(
      fc.property(fc.nat(3_000), fc.nat(100), (days, authors) => {
        const value = valueAfter(days, authors)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(valueAfter(days, authors + 1)).toBeGreaterThan(value)
        expect(valueAfter(days + 1, authors)).toBeLessThanOrEqual(value)
      }),
    )
  })
})
