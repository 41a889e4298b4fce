import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RISK_LEVELS, riskLevel, roundScore } from './risk-level.ts'

describe('a rounded score', () => {
  test.each([
    [0, 0],
    [1.54, 1.5],
    [1.55, 1.6],
    [1.549999, 1.5],
    [3.05, 3.1],
    [1.005, 1],
    [4.55, 4.6],
    [6.05, 6.1],
    [8.95, 9],
    [9.95, 10],
    [10, 10],
    [0.05, 0.1],
    [0.049999, 0],
  ])('%d is published as %d', (score, published) => {
    expect(roundScore(score)).toBe(published)
  })

  test('rounds every half up, whatever its binary form', () => {
    for (let tenths = 0; tenths < 100; tenths += 1) {
      expect(roundScore(Number(`${tenths / 10}`) + 0.05)).toBe((tenths + 1) / 10)
      expect(roundScore(tenths / 10)).toBe(tenths / 10)
    }
  })

  test('is never further than half a step away, and keeps the order', () => {
    const scores = fc.double({ min: 0, max: 10, noNaN: true })
    fc.assert(
      fc.property(scores, scores, (a, b) => {
        expect(Math.abs(roundScore(a) - a)).toBeLessThanOrEqual(0.05 + 1e-9)
        if (a <= b) expect(roundScore(a)).toBeLessThanOrEqual(roundScore(b))
      }),
    )
  })
})

describe('a risk level', () => {
  test.each([
    [0, 'very-low'],
    [1.5, 'very-low'],
    [1.549999, 'very-low'],
    [1.55, 'low'],
    [1.6, 'low'],
    [3, 'low'],
    [3.049999, 'low'],
    [3.05, 'moderate'],
    [3.1, 'moderate'],
    [4.5, 'moderate'],
    [4.55, 'elevated'],
    [4.6, 'elevated'],
    [6, 'elevated'],
    [6.049999, 'elevated'],
    [6.05, 'high'],
    [6.1, 'high'],
    [10, 'high'],
  ])('%d is %s', (composite, level) => {
    expect(riskLevel(composite)).toBe(level)
  })

  test('follows the published score: one that is rounded first has the same level', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 10, noNaN: true }), (composite) => {
        expect(riskLevel(roundScore(composite))).toBe(riskLevel(composite))
      }),
    )
  })

  test('is one of five, from the safest to the riskiest', () => {
    expect(RISK_LEVELS).toEqual(['very-low', 'low', 'moderate', 'elevated', 'high'])
  })
})
