import { describe, expect, test } from 'vitest'
import { missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord } from '../fixtures/record.ts'
import { METHODOLOGY } from '../methodology.ts'
import { activity } from './activity.ts'
import { creditModel } from './credit-model.ts'
import { custody } from './custody.ts'
import { exitRoute } from './exit-route.ts'
import { lockTerm } from './lock-term.ts'

describe.each([
  [activity, 'activity', 'The protocol is classed as: Lending market.'],
  [custody, 'custody', 'Custody is typical of: Lending market.'],
  [creditModel, 'creditModel', 'Backing is typical of: Lending market.'],
  [exitRoute, 'exitRoute', 'The exit route is typical of: Lending market.'],
  [lockTerm, 'lockTerm', 'Lock terms are typical of: Lending market.'],
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
  expect(judge(creditModel, aRecord({ category: 'Bridge' }))).toBe('not applicable')
})
