import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Box, treemapBoxes } from './treemap.ts'

const area = ({ width, height }: Box) => (width * height) / 10_000
const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y))

/** Sizes of cells as a map has them: the smallest is 0.4 % of all. */
const sizes = fc
  .array(fc.double({ min: 1, max: 200, noNaN: true }), { minLength: 1, maxLength: 60 })
  .map((all) => all.sort((a, b) => b - a))

test('areas are in proportion, in the order of the sizes, and fill the picture', () => {
  fc.assert(
    fc.property(sizes, (all) => {
      const boxes = treemapBoxes(all)
      const total = all.reduce((sum, size) => sum + size, 0)
      expect(boxes).toHaveLength(all.length)
      boxes.forEach((box, at) => {
        expect(Math.abs(area(box) - (all[at] ?? 0) / total)).toBeLessThan(0.0003)
      })
    }),
  )
})

test('no two boxes overlap, and none is outside', () => {
  fc.assert(
    fc.property(sizes, (all) => {
      const boxes = treemapBoxes(all)
      boxes.forEach((box, at) => {
        expect(Math.min(box.x, box.y, box.width, box.height)).toBeGreaterThanOrEqual(0)
        expect(Math.max(box.x + box.width, box.y + box.height)).toBeLessThan(100.001)
        for (const other of boxes.slice(at + 1)) expect(overlap(box, other)).toBeLessThan(0.01)
      })
    }),
  )
})

test('no sizes make no boxes, and one fills the picture', () => {
  expect(treemapBoxes([])).toEqual([])
  expect(treemapBoxes([7])).toEqual([{ x: 0, y: 0, width: 100, height: 100 }])
})
