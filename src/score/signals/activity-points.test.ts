import { describe, expect, test } from 'vitest'
import { missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord } from '../fixtures/record.ts'
import { aSubject } from '../fixtures/universe.ts'
import { METHODOLOGY } from '../methodology.ts'
import { activity } from './activity.ts'
import { availableShare } from './available-share.ts'
import { collateralTop } from './collateral-top.ts'
import { custody } from './custody.ts'
import { thresholdLevel } from './threshold-level.ts'
import { withdrawTime } from './withdraw-time.ts'

describe.each([
  [activity, 'activity', 'The protocol is classed as: Lending market.'],
  [custody, 'custody', 'Custody is typical of: Lending market.'],
  [thresholdLevel, 'creditModel', 'Backing is typical of: Lending market.'],
  [collateralTop, 'creditModel', 'Backing is typical of: Lending market.'],
  [availableShare, 'exitRoute', 'The exit route is typical of: Lending market.'],
  [withdrawTime, 'lockTerm', 'The time to leave is typical of: Lending market.'],
] as const)('the table of activities answers $id', (signal, column, sentence) => {
  test('from its own column, in risk points, with the day of the methodology', () => {
    const reading = signal.read(aSubject(aRecord({ category: 'Lending' })), METHODOLOGY)
    expect(reading).toHaveProperty('value.isTypical', true)
    expect(judge(signal, aRecord({ category: 'Lending' }))).toEqual({
      value: METHODOLOGY.activities.lending?.[column],
      sentence,
      asOf: METHODOLOGY.publishedOn,
      source: 'methodology',
    })
  })

  test.each([['Time Travel'], ['constructor'], [''], [null]])(
    'with nothing for the category %j',
    (category) => {
      const record = aRecord({ category, tvl: missing('stale', 'registry') })
      expect(judge(signal, record)).toEqual({ missing: 'not-covered', source: 'registry' })
    },
  )
})

test('zero points are a value', () => {
  expect(judge(activity, aRecord({ category: 'Liquid Staking' }))).toMatchObject({ value: 0 })
})

test('the credit model is not asked of an activity that lends nothing', () => {
  for (const signal of [thresholdLevel, collateralTop]) {
    expect(judge(signal, aRecord({ category: 'Bridge' }))).toBe('not applicable')
  }
})
