import { describe, expect, test } from 'vitest'
import { judge } from '../fixtures/judgement.ts'
import { aRecord } from '../fixtures/record.ts'
import { custody } from './custody.ts'

describe('custody', () => {
  test.each([
    ['Lending', 4, 'Custody is typical of: Lending market.'],
    ['Bridge', 10, 'Custody is typical of: Bridge.'],
  ])('of %s', (category, points, sentence) => {
    expect(judge(custody, aRecord({ category }))).toMatchObject({
      value: points,
      risk: points,
      sentence,
      source: 'methodology',
    })
  })

  test('of a category that the table does not hold is missing', () => {
    const expected = { missing: 'not-covered', source: 'test' }
    expect(judge(custody, aRecord({ category: 'Time Travel' }))).toEqual(expected)
    expect(judge(custody, aRecord({ category: null }))).toEqual(expected)
  })
})
