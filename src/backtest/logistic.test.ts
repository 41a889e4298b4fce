import { describe, expect, test } from 'vitest'
import { fitLogistic, predictLogistic, solve } from './logistic.ts'

describe(fitLogistic, () => {
  test('gives everybody the share of events when the features say nothing', () => {
    const model = fitLogistic([[1], [1], [1], [1]], [1, 0, 0, 0])
    expect(predictLogistic(model, [1])).toBeCloseTo(0.25, 6)
    expect(predictLogistic(fitLogistic([[], [], []], [1, 0, 0]), [])).toBeCloseTo(1 / 3, 6)
  })

  test('the mean of the fitted chances is the share of events', () => {
    const features = Array.from({ length: 60 }, (_, row) => [row % 7, (row * 5) % 11])
    const labels = features.map(([a = 0, b = 0]): 0 | 1 => (a + b > 9 ? 1 : 0))
    const model = fitLogistic(features, labels)
    const chances = features.map((row) => predictLogistic(model, row))
    const events = labels.reduce<number>((sum, label) => sum + label, 0)
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(events, 6)
    expect(predictLogistic(model, [6, 10])).toBeGreaterThan(predictLogistic(model, [0, 0]))
  })

  test('stays finite when one feature parts events from the rest', () => {
    const model = fitLogistic([[0], [0], [1], [1]], [0, 0, 1, 1])
    expect(predictLogistic(model, [1])).toBeGreaterThan(0.6)
    expect(predictLogistic(model, [1])).toBeLessThan(1)
  })

  test('without any row it says one half and nothing else', () => {
    expect(predictLogistic(fitLogistic([], []), [3])).toBeCloseTo(0.5, 6)
  })
})

describe(solve, () => {
  test('solves by hand: 2x + y = 5 and x - y = 1, also when the first pivot is zero', () => {
    expect(
      solve(
        [
          [2, 1],
          [1, -1],
        ],
        [5, 1],
      ),
    ).toEqual([2, 1])
    expect(
      solve(
        [
          [0, 1],
          [1, 0],
        ],
        [3, 4],
      ),
    ).toEqual([4, 3])
  })

  test('leaves a direction at 0 of which nothing is known', () => {
    expect(
      solve(
        [
          [1, 0],
          [0, 0],
        ],
        [2, 0],
      ),
    ).toEqual([2, 0])
  })
})
