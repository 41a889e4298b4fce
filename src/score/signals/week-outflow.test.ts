import { describe, expect, test } from 'vitest'
import { missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { weekOutflow } from './week-outflow.ts'

describe('week outflow', () => {
  test.each([
    [-1, 1, 10, 'TVL fell by 100.0 % in seven days.'],
    [-0.6, 0.6, 10, 'TVL fell by 60.0 % in seven days.'],
    [-0.3, 0.3, 7, 'TVL fell by 30.0 % in seven days.'],
    [-0.1, 0.1, 3, 'TVL fell by 10.0 % in seven days.'],
    [-0.0001, 0.0001, 1.002, 'TVL is what it was seven days ago.'],
    [0, 0, 1, 'TVL is what it was seven days ago.'],
    [0.5, 0, 1, 'TVL rose by 50.0 % in seven days.'],
    [1, 0, 1, 'TVL rose by 100.0 % in seven days.'],
    [1.01, 0, 1, 'TVL more than doubled in seven days.'],
    [10, 0, 1, 'TVL more than doubled in seven days.'],
  ])('a change of %d', (change, value, risk, sentence) => {
    const judged = judge(weekOutflow, aRecord({ facts: { tvlChange7d: fact(change) } }))
    expect(judged).toMatchObject({ value, sentence, asOf: '2024-03-11', source: 'test' })
    expect(judged).toHaveProperty('risk', expect.closeTo(risk, 9))
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
