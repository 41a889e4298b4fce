import { describe, expect, test } from 'vitest'
import { riskAt } from '../score/anchors.ts'
import { METHODOLOGY, SIGNAL_IDS } from '../score/methodology.ts'
import { curveOf } from './curve.ts'

const ANCHORS = [
  { at: 0, risk: 10 },
  { at: 1, risk: 4 },
  { at: 4, risk: 0 },
]

describe(curveOf, () => {
  test('draws a value at its share of the axis, and ten points as the whole height', () => {
    const { dots, isToScale, yTicks } = curveOf(ANCHORS)
    const [first, second, last] = dots.map(({ x }) => x)
    expect(isToScale).toBe(true)
    expect(((second ?? 0) - (first ?? 0)) / ((last ?? 0) - (first ?? 0))).toBeCloseTo(1 / 4, 3)
    expect(dots[0]?.y).toBe(yTicks.at(-1)?.y)
    expect(dots.at(-1)?.y).toBe(yTicks[0]?.y)
  })

  test('draws anchors at equal distances where their values lie too close, and says so', () => {
    const { dots, isToScale } = curveOf([
      { at: 0, risk: 10 },
      { at: 0.0001, risk: 4 },
      { at: 1, risk: 0 },
    ])
    const [first, second, last] = dots.map(({ x }) => x)
    expect(isToScale).toBe(false)
    expect((second ?? 0) * 2).toBeCloseTo((first ?? 0) + (last ?? 0), 3)
  })

  test('names every anchor in words', () => {
    expect(curveOf(ANCHORS).label).toBe('Risk points by value: 0 gives 10, 1 gives 4, 4 gives 0.')
  })

  test.each(SIGNAL_IDS)('the dots of %s stand at the height that the score takes', (id) => {
    const { anchors } = METHODOLOGY.signals[id]
    const { dots, yTicks, xTicks } = curveOf(anchors)
    const [foot, top] = [yTicks[0]?.y ?? 0, yTicks.at(-1)?.y ?? 0]
    for (const [index, { at }] of anchors.entries()) {
      const risk = ((foot - (dots[index]?.y ?? 0)) / (foot - top)) * 10
      expect(risk).toBeCloseTo(riskAt(anchors, at), 1)
    }
    const gaps = xTicks.slice(1).map(({ x }, index) => x - (xTicks[index]?.x ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(30)
  })
})
