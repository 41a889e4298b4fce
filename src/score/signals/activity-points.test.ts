import { describe, expect, test } from 'vitest'
import { missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord } from '../fixtures/record.ts'
import { METHODOLOGY } from '../methodology.ts'
import { activity } from './activity.ts'
import { availableShare } from './available-share.ts'
import { custody } from './custody.ts'
import { thresholdLevel } from './threshold-level.ts'
import { withdrawTime } from './withdraw-time.ts'

describe.each([
  [activity, 'activity', 'The protocol is classed as: Lending market.'],
  [custody, 'custody', 'Custody is typical of: Lending market.'],
  [thresholdLevel, 'thresholdLevel', 'Backing is typical of: Lending market.'],
  [availableShare, 'availableShare', 'The exit route is typical of: Lending market.'],
  [withdrawTime, 'withdrawTime', 'Lock terms are typical of: Lending market.'],
] as const)('the table of activities answers $id', (signal, column, sentence) => {
  test('from its own column, with the day of the methodology', () => {
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
  expect(judge(custody, aRecord({ category: 'Dexs' }))).toMatchObject({ value: 0 })
})

test('the credit model is not asked of an activity that lends nothing', () => {
  expect(judge(thresholdLevel, aRecord({ category: 'Bridge' }))).toBe('not applicable')
})
