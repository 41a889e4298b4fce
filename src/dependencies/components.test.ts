import fc from 'fast-check'
import { expect, test } from 'vitest'
import { componentsOf } from './components.ts'

test('a ring is one component, after what it leads to', () => {
  expect(componentsOf([[1], [2], [0, 3], [], [0]])).toEqual([[3], [0, 1, 2], [4]])
})

test('a chain of a hundred thousand claims ends', () => {
  const chain = Array.from({ length: 100_000 }, (_, index) => (index === 99_999 ? [] : [index + 1]))
  expect(componentsOf(chain)).toHaveLength(100_000)
})

test('every node is in one component, which leads only to itself and earlier ones, and its members reach each other', () => {
  const graphs = fc.integer({ min: 1, max: 9 }).chain((size) =>
    fc.array(fc.array(fc.integer({ min: 0, max: size - 1 }), { maxLength: 4 }), {
      minLength: size,
      maxLength: size,
    }),
  )
  fc.assert(
    fc.property(graphs, (next) => {
      const components = componentsOf(next)
      expect(components.flat().sort((a, b) => a - b)).toEqual(next.map((_, index) => index))
      const placeOf = new Map(
        components.flatMap((nodes, place) => nodes.map((node) => [node, place])),
      )
      next.forEach((to, node) => {
        for (const other of to)
          expect(placeOf.get(other) ?? 0).toBeLessThanOrEqual(placeOf.get(node) ?? 0)
      })
      for (const nodes of components)
        for (const node of nodes)
          expect(nodes.every((other) => other === node || reaches(next, node, other))).toBe(true)
    }),
  )
})

function reaches(next: number[][], from: number, to: number): boolean {
  const seen = new Set([from])
  for (const node of seen) for (const other of next[node] ?? []) seen.add(other)
  return seen.has(to)
}
