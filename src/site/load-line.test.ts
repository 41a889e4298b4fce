import { describe, expect, test } from 'vitest'
import { loadLineOf } from './load-line.ts'
import { swellLength, swellPath } from './swell.ts'

describe('the waves of the mark', () => {
  test('swing between the ends of the range, which a bracket repeats', () => {
    const { swell, bar } = loadLineOf(4, { low: 3, high: 6 })
    const [, ...heights] = (swell?.bracket ?? '').match(/ ([\d.]+)h6V([\d.]+)h/) ?? []
    const [crest = 0, trough = 0] = heights.map(Number)
    expect(crest).toBeCloseTo((bar?.y ?? 0) - 2 * 26, 6)
    expect(trough).toBeCloseTo((bar?.y ?? 0) + 26, 6)
    expect(swell?.water).toMatch(new RegExp(`^M60 ${trough}c20 0 35-${trough - crest} 55-`))
    expect(swell?.water).toMatch(/V298H60Z$/)
    expect(swell?.labels.map(({ text }) => text)).toEqual(['6.0', '3.0'])
  })

  test('are not drawn when nothing is in doubt', () => {
    expect(loadLineOf(4, { low: 4, high: 4 }).swell).toBeNull()
    expect(loadLineOf(4).swell).toBeNull()
    expect(loadLineOf(null).swell).toBeNull()
  })

  test('have figures from 0.4 apart on', () => {
    expect(loadLineOf(4, { low: 3.9, high: 4.2 }).swell?.labels).toEqual([])
    expect(loadLineOf(4, { low: 3.8, high: 4.2 }).swell?.labels).toHaveLength(2)
  })

  test('fill the width exactly, from trough to trough', () => {
    const path = swellPath({ left: 10, right: 90 }, { trough: 50, crest: 20 }, 2)
    expect(path).toBe('M10 50c7 0 13-30 20-30s13 30 20 30 13-30 20-30 13 30 20 30')
  })

  test('are as long as their cosine, so that only their surface has a stroke', () => {
    const length = swellLength({ left: 0, right: 2 * Math.PI }, 2, 1)
    // Complete elliptic integral: the length of one period of a sine of amplitude 1.
    expect(length).toBeCloseTo(7.6404, 2)
    expect(swellLength({ left: 0, right: 80 }, 0, 2)).toBeCloseTo(80, 6)
  })
})
