import { describe, expect, test } from 'vitest'
import { DAY_SECONDS } from '../../domain/day.ts'
import { HOUR } from '../../domain/fixtures/control.ts'
import { riskAt } from '../anchors.ts'
import { lending } from '../fixtures/control.ts'
import { judge } from '../fixtures/judgement.ts'
import { METHODOLOGY } from '../methodology.ts'
import { withdrawTime } from './withdraw-time.ts'

test.each([
  [0, 0.5],
  [1, 2],
  [4, 3.5],
  [7, 5],
  [14, 6.5],
  [30, 8],
  [365, 8],
])('%d days have %d risk points', (days, risk) => {
  expect(riskAt(METHODOLOGY.signals.withdrawTime.anchors, days)).toBe(risk)
})

describe('the wait for a withdrawal', () => {
  test('is the longest of all markets, in days', () => {
    const markets = [
      { withdrawSeconds: 0, day: '2024-03-03' },
      { withdrawSeconds: 7 * DAY_SECONDS, day: '2024-02-02' },
      { withdrawSeconds: null },
    ]
    expect(judge(withdrawTime, lending(markets))).toEqual({
      value: 7,
      sentence: 'A withdrawal takes up to 7 days.',
      asOf: '2024-03-03',
      source: 'test',
    })
  })

  test('may be part of a day', () => {
    expect(judge(withdrawTime, lending([{ withdrawSeconds: 6 * HOUR }]))).toMatchObject({
      value: 0.25,
      sentence: 'A withdrawal takes up to 6 hours.',
    })
  })

  test('of zero is none, and not unknown', () => {
    expect(judge(withdrawTime, lending([{ withdrawSeconds: 0 }]))).toMatchObject({
      value: 0,
      sentence: 'Withdrawals do not wait.',
      source: 'test',
    })
  })

  test('counts as the worst in a market where it could not be read', () => {
    const gap = { why: 'reverted' as const, facts: ['withdrawSeconds' as const] }
    expect(judge(withdrawTime, lending([{ withdrawSeconds: 0 }, { gap }]))).toMatchObject({
      value: 30,
      sentence:
        'At worst: A withdrawal takes up to 30 days. 1 of 2 markets could not be read and counts as the worst.',
    })
  })

  test('is typical of the activity where none was read', () => {
    const typical = { value: METHODOLOGY.activities.lending?.lockTerm, source: 'methodology' }
    expect(judge(withdrawTime, lending([{}]))).toMatchObject(typical)
    expect(judge(withdrawTime, lending([]))).toMatchObject(typical)
  })
})
