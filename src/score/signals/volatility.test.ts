import { describe, expect, test } from 'vitest'
import { judge } from '../fixtures/judgement.ts'
import { aHistory, aRecord } from '../fixtures/record.ts'
import { volatility } from './volatility.ts'

/** Two days low and two days high in turn: half of the daily changes are `±size`, the others 0. */
function swinging(size: number) {
  const usd = Array.from({ length: 90 }, (_, index) => 100 * Math.exp(index % 4 < 2 ? 0 : size))
  return aRecord({ history: aHistory(usd) })
}

describe('volatility', () => {
  test.each([
    [0, 'TVL moved by 0.0 % a day over 90 days.'],
    [0.06, 'TVL moved by 4.2 % a day over 90 days.'],
    [0.5, 'TVL moved by 35.4 % a day over 90 days.'],
  ])('swings of %d every other day', (size, sentence) => {
    const judged = judge(volatility, swinging(size))
    expect(judged).toMatchObject({ sentence, asOf: '2024-03-11', source: 'test' })
    expect(judged).toHaveProperty('value', expect.closeTo(size / Math.sqrt(2), 9))
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
