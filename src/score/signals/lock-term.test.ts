import { describe, expect, test } from 'vitest'
import { judge } from '../fixtures/judgement.ts'
import { aRecord } from '../fixtures/record.ts'
import { lockTerm } from './lock-term.ts'

describe('lock term', () => {
  test.each([
    ['Lending', 1, 'Lock terms are typical of: Lending market.'],
    ['RWA', 10, 'Lock terms are typical of: Real-world assets.'],
  ])('of %s', (category, points, sentence) => {
    expect(judge(lockTerm, aRecord({ category }))).toMatchObject({
      value: points,
      risk: points,
      sentence,
      source: 'methodology',
    })
  })

  test('of a category that the table does not hold is missing', () => {
    const expected = { missing: 'not-covered', source: 'test' }
    expect(judge(lockTerm, aRecord({ category: 'Time Travel' }))).toEqual(expected)
    expect(judge(lockTerm, aRecord({ category: null }))).toEqual(expected)
  })
})
