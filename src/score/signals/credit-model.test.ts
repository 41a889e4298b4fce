import { describe, expect, test } from 'vitest'
import { judge } from '../fixtures/judgement.ts'
import { aRecord } from '../fixtures/record.ts'
import { creditModel } from './credit-model.ts'

describe('credit model', () => {
  test.each([
    ['Lending', 6, 'Backing is typical of: Lending market.'],
    ['RWA', 9, 'Backing is typical of: Real-world assets.'],
  ])('of %s', (category, points, sentence) => {
    expect(judge(creditModel, aRecord({ category }))).toMatchObject({
      value: points,
      risk: points,
      sentence,
      source: 'methodology',
    })
  })

  test('of a category that the table does not hold is missing', () => {
    const expected = { missing: 'not-covered', source: 'test' }
    expect(judge(creditModel, aRecord({ category: 'Time Travel' }))).toEqual(expected)
    expect(judge(creditModel, aRecord({ category: null }))).toEqual(expected)
  })

  test('is not asked of an activity that lends nothing', () => {
    expect(judge(creditModel, aRecord({ category: 'Dexs' }))).toBe('not applicable')
    expect(judge(creditModel, aRecord({ category: 'Bridge' }))).toBe('not applicable')
  })
})
