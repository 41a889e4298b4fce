import { describe, expect, test } from 'vitest'
import { judge } from '../fixtures/judgement.ts'
import { aRecord } from '../fixtures/record.ts'
import { exitRoute } from './exit-route.ts'

describe('exit route', () => {
  test.each([
    ['Lending', 4, 'The way out is typical of: Lending market.'],
    ['Dexs', 0, 'The way out is typical of: Exchange.'],
  ])('of %s', (category, points, sentence) => {
    expect(judge(exitRoute, aRecord({ category }))).toMatchObject({
      value: points,
      risk: points,
      sentence,
      source: 'methodology',
    })
  })

  test('of a category that the table does not hold is missing', () => {
    const expected = { missing: 'not-covered', source: 'test' }
    expect(judge(exitRoute, aRecord({ category: 'Time Travel' }))).toEqual(expected)
    expect(judge(exitRoute, aRecord({ category: null }))).toEqual(expected)
  })
})
