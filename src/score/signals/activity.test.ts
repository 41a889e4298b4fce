import { describe, expect, test } from 'vitest'
import { judge } from '../fixtures/judgement.ts'
import { aRecord } from '../fixtures/record.ts'
import { activity } from './activity.ts'

describe('activity', () => {
  test.each([
    ['Lending', 8, 'The protocol is classed as: Lending market.'],
    ['Liquid Staking', 0, 'The protocol is classed as: Liquid staking.'],
  ])('of %s', (category, points, sentence) => {
    expect(judge(activity, aRecord({ category }))).toMatchObject({
      value: points,
      risk: points,
      sentence,
      source: 'methodology',
    })
  })

  test('of a category that the table does not hold is missing', () => {
    const expected = { missing: 'not-covered', source: 'test' }
    expect(judge(activity, aRecord({ category: 'Time Travel' }))).toEqual(expected)
    expect(judge(activity, aRecord({ category: null }))).toEqual(expected)
  })
})
