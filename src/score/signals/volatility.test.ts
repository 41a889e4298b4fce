import { describe, expect, test } from 'vitest'
import { judge } from '../fixtures/judgement.ts'
import { aHistory, aRecord } from '../fixtures/record.ts'
import { volatility } from './volatility.ts'

/** 91 days that go up and down by the same factor, so that every daily log change is `±size` and their mean is 0. */
function swinging(size: number) {
  const usd = Array.from({ length: 89 }, (_, index) => 100 * Math.exp(index % 2 === 0 ? 0 : size))
  return aRecord({ history: aHistory(usd) })
}

describe('volatility', () => {
  test.each([
    [0, 0, 'TVL moved by 0.0 % a day over 90 days.'],
    [0.01, 0, 'TVL moved by 1.0 % a day over 90 days.'],
    [0.03, 3, 'TVL moved by 3.0 % a day over 90 days.'],
    [0.06, 6, 'TVL moved by 6.0 % a day over 90 days.'],
    [0.12, 10, 'TVL moved by 12.0 % a day over 90 days.'],
    [0.5, 10, 'TVL moved by 50.0 % a day over 90 days.'],
  ])('daily swings of %d', (size, risk, sentence) => {
    const judged = judge(volatility, swinging(size))
    expect(judged).toMatchObject({ sentence, asOf: '2024-03-11', source: 'test' })
    expect(judged).toHaveProperty('value', expect.closeTo(size, 9))
    expect(judged).toHaveProperty('risk', expect.closeTo(risk, 6))
  })

  test('steady growth is no swing', () => {
    const usd = Array.from({ length: 90 }, (_, index) => 100 * 1.05 ** index)
    const judged = judge(volatility, aRecord({ history: aHistory(usd) }))
    expect(judged).toHaveProperty('value', expect.closeTo(0, 9))
  })

  test('needs four fifths of 90 days', () => {
    const of = (days: number) =>
      judge(volatility, aRecord({ history: aHistory(Array<number>(days).fill(1)) }))
    expect(of(72)).toMatchObject({ value: 0 })
    expect(of(71)).toEqual({ missing: 'not-covered', source: 'test' })
  })
})
