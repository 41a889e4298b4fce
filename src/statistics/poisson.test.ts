import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { poissonRate } from './poisson.ts'

describe(poissonRate, () => {
  // Exact limits of the mean as tabulated by Pearson and Hartley, Biometrika Tables for Statisticians, table 40.
  test.each([
    [0, 0, 3.689],
    [1, 0.0253, 5.572],
    [2, 0.242, 7.225],
    [5, 1.623, 11.668],
    [10, 4.795, 18.39],
    [20, 12.217, 30.888],
    [50, 37.111, 65.919],
  ])('%i events are compatible with means from %d to %d', (events, low, high) => {
    const rate = poissonRate(events, 1)
    expect(rate?.low).toBeCloseTo(low, 2)
    expect(rate?.high).toBeCloseTo(high, 2)
  })

  test('is for each unit of the exposure', () => {
    expect(poissonRate(10, 200)?.value).toBe(0.05)
    expect(poissonRate(10, 200)?.low).toBeCloseTo(4.795 / 200, 5)
  })

  test('is null without exposure', () => {
    expect(poissonRate(0, 0)).toBeNull()
  })

  test('holds its value, and more events over the same time never lower it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), (events) => {
        const one = poissonRate(events, 7)
        const more = poissonRate(events + 1, 7)
        if (!one || !more) throw new Error('there is exposure')
        expect(one.low).toBeLessThanOrEqual(one.value)
        expect(one.high).toBeGreaterThan(one.value)
        expect(more.low).toBeGreaterThan(one.low)
        expect(more.high).toBeGreaterThan(one.high)
      }),
    )
  })
})
