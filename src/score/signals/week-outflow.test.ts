import { describe, expect, test } from 'vitest'
import { missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { weekOutflow } from './week-outflow.ts'

describe('week outflow', () => {
  test.each([
    [-1, 1, 'TVL fell by 100.0 % in seven days.'],
    [-0.1, 0.1, 'TVL fell by 10.0 % in seven days.'],
    [-0.0001, 0.0001, 'TVL is unchanged over seven days.'],
    [0, 0, 'TVL is unchanged over seven days.'],
    [0.5, 0, 'TVL rose by 50.0 % in seven days.'],
    [1, 0, 'TVL rose by 100.0 % in seven days.'],
    [1.01, 0, 'TVL more than doubled in seven days.'],
    [10, 0, 'TVL more than doubled in seven days.'],
  ])('a change of %d', (change, value, sentence) => {
    const record = aRecord({ facts: { tvlChange7d: fact(change) } })
    const expected = { value, sentence, asOf: '2024-03-11', source: 'test' }
    expect(judge(weekOutflow, record)).toEqual(expected)
  })

  test('is missing when upstream gives no change', () => {
    expect(judge(weekOutflow, aRecord())).toEqual({ missing: 'not-covered', source: 'test' })
    const facts = { tvlChange7d: missing('refused', 'registry') }
    expect(judge(weekOutflow, aRecord({ facts }))).toEqual({
      missing: 'refused',
      source: 'registry',
    })
  })
})
