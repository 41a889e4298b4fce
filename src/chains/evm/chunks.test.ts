import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import { chunkCalls, halves, TRUSTED } from './chunks.ts'

const callOf = (bytes: number): Call => ({
  to: `0x${'1'.repeat(40)}`,
  data: `0x${'00'.repeat(bytes)}`,
})

test('chunks keep the order, lose nothing and stay within both limits', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 60 }))
  fc.assert(
    fc.property(sizes, (items) => {
      const chunks = chunkCalls(items, callOf, { bytes: 100, calls: 4 })
      expect(chunks.flat()).toEqual(items)
      for (const chunk of chunks) {
        expect(chunk.length).toBeGreaterThan(0)
        expect(chunk.length).toBeLessThanOrEqual(4)
        expect(chunk.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(100)
      }
    }),
  )
})

test('a chunk is filled before the next one begins', () => {
  expect(chunkCalls([50, 50, 1], callOf, { bytes: 100, calls: 4 })).toEqual([[50, 50], [1]])
})

test('a call beyond the limit has a chunk of its own', () => {
  expect(chunkCalls([1, 500, 1], callOf, { bytes: 100, calls: 4 })).toEqual([[1], [500], [1]])
})

test('450 calls are two requests', () => {
  const calls = Array.from({ length: 450 }, () => callOf(36))
  expect(chunkCalls(calls, (each) => each, TRUSTED).map(({ length }) => length)).toEqual([400, 50])
})

test('halves part neighbours and keep everything', () => {
  expect(halves([1, 2, 3, 4, 5])).toEqual([
    [1, 3, 5],
    [2, 4],
  ])
  expect(halves([1])).toEqual([[1]])
  expect(halves([])).toEqual([])
})
