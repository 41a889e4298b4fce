import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Anchor, riskAt, valueAt } from './anchors.ts'

const ANCHORS: Anchor[] = [
  { at: 1, risk: 2 },
  { at: 3, risk: 6 },
  { at: 4, risk: 10 },
]

const curves = fc
  .uniqueArray(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 6 })
  .chain((places) =>
    fc.tuple(
      fc.constant(places.sort((a, b) => a - b)),
      fc.array(fc.double({ min: 0, max: 10, noNaN: true }), {
        minLength: places.length,
        maxLength: places.length,
      }),
    ),
  )
  .map(([places, risks]) => places.map((at, index) => ({ at, risk: risks[index] ?? 0 })))

const values = fc.double({ min: -2000, max: 2000, noNaN: true })

describe('risk at a value', () => {
  test.each([
    [-5, 2],
    [1, 2],
    [1.5, 3],
    [2, 4],
    [3, 6],
    [3.25, 7],
    [4, 10],
    [1e9, 10],
  ])('%d lies at %d', (value, risk) => {
    expect(riskAt(ANCHORS, value)).toBe(risk)
  })

  test('a single anchor is a constant', () => {
    expect(riskAt([{ at: 5, risk: 3 }], -1)).toBe(3)
    expect(riskAt([{ at: 5, risk: 3 }], 9)).toBe(3)
  })

  test('stays between the lowest and the highest anchor', () => {
    fc.assert(
      fc.property(curves, values, (anchors, value) => {
        const risks = anchors.map(({ risk }) => risk)
        expect(riskAt(anchors, value)).toBeGreaterThanOrEqual(Math.min(...risks) - 1e-9)
        expect(riskAt(anchors, value)).toBeLessThanOrEqual(Math.max(...risks) + 1e-9)
      }),
    )
  })

  test('never jumps: a small step in value is a small step in risk', () => {
    fc.assert(
      fc.property(curves, values, (anchors, value) => {
        // Anchors stand at least 1 apart, so no line is steeper than 10 points for 1.
        expect(Math.abs(riskAt(anchors, value + 1e-6) - riskAt(anchors, value))).toBeLessThan(2e-5)
        for (const { at, risk } of anchors) expect(riskAt(anchors, at)).toBeCloseTo(risk, 9)
      }),
    )
  })
})

describe('the value at a risk', () => {
  const falling = ANCHORS.map(({ at, risk }) => ({ at, risk: 10 - risk }))

  test.each([
    ['rising', ANCHORS, 4, 2],
    ['rising, below its ends', ANCHORS, 1, 1],
    ['rising, above its ends', ANCHORS, 11, 4],
    ['falling', falling, 6, 2],
    ['falling, below its ends', falling, -1, 4],
    ['falling, above its ends', falling, 9, 1],
  ])('on an axis that is %s', (_, anchors, risk, value) => {
    expect(valueAt(anchors, risk)).toBe(value)
  })
})
