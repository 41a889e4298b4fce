import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { glyphOf, waterBelow } from './glyph.ts'
import { loadLineOf } from './load-line.ts'

test('a riskier level has a higher line', () => {
  const heights = [1, 2, 3, 4, 5].map((level) => glyphOf(level).y)
  expect(heights).toEqual([19.2, 15.6, 12, 8.4, 4.8])
})

test('the file of all marks has each at its place, from the second on', () => {
  const marks = readFileSync(path.join(import.meta.dirname, '../styles/marks.svg'), 'utf8')
  for (const level of [1, 2, 3, 4, 5]) {
    const { y, water } = glyphOf(level)
    const [, mark = ''] = marks.split(`translate(0 ${24 * level})`)
    expect(mark.slice(0, mark.indexOf('</g>'))).toContain(`d="${water}"`)
    expect(mark.slice(0, mark.indexOf('</g>'))).toContain(`M1 ${y}H29`)
  }
})

test('water above the middle is the larger part of the disc', () => {
  expect(waterBelow(4, 15, 12, 10)).toBe('M9 4A10 10 0 1 0 21 4Z')
  expect(waterBelow(20, 15, 12, 10)).toBe('M9 20A10 10 0 0 0 21 20Z')
})

test('the upper edge of the bar is the reading, on the same scale as the figures', () => {
  const { bar, figures } = loadLineOf(4)
  expect(bar?.y).toBe(figures[4]?.y)
})

test('ten points fit exactly inside the ring', () => {
  const { figures, ring } = loadLineOf(null)
  const inside = 2 * (ring.radius - ring.width / 2)
  expect((figures[0]?.y ?? 0) - (figures[10]?.y ?? 0)).toBeCloseTo(inside, 6)
})

test('without a score there is neither line nor water', () => {
  const { bar, water, sea } = loadLineOf(null)
  expect([bar, water, sea]).toEqual([null, null, null])
})
