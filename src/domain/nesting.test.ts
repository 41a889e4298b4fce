import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutNesting, nestingOf } from './nesting.ts'

describe(nestingOf, () => {
  test.each([
    ['', 0, 0],
    ['7', 0, 0],
    ['[]', 1, 0],
    ['{"a":[{"b":1}],"c":{}}', 3, 0],
    ['["[[[", "\\"[", "\\\\"]', 1, 0],
    ['[{"a":"cut off [', 2, 2],
    ['[[1]', 2, 1],
  ])('%s is nested %i deep and leaves %i open', (json, deepest, open) => {
    expect(nestingOf(json)).toEqual({ deepest, open })
  })

  test('is as deep as the value, whatever its strings hold', () => {
    const value = fc.jsonValue({ maxDepth: 6 })
    fc.assert(
      fc.property(value, (given) => {
        expect(nestingOf(JSON.stringify(given))).toEqual({ deepest: depthOf(given), open: 0 })
      }),
    )
  })

  test('neither depth nor length overflows anything', () => {
    const deep = '['.repeat(2_000_000)
    expect(nestingOf(deep + ']'.repeat(2_000_000))).toEqual({ deepest: 2_000_000, open: 0 })
    expect(nestingOf(`["${'\\"'.repeat(2_000_000)}`)).toEqual({ deepest: 1, open: 1 })
  })
})

describe(cutNesting, () => {
  test.each([
    ['[1,{"a":[[2],"[["]}]', 2, '[1,{"a":null}]'],
    ['[[[]],[[{}],3]]', 2, '[[null],[null,3]]'],
    ['[[1],{"a":"\\"]"}]', 2, '[[1],{"a":"\\"]"}]'],
    ['[[[1', 2, '[[null'],
  ])('%s cut to %i levels is %s', (json, levels, cut) => {
    expect(cutNesting(json, levels)).toBe(cut)
  })

  test('leaves a value that is as deep as it may be, and is never deeper', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 6 }),
        fc.integer({ min: 1, max: 6 }),
        (value, levels) => {
          const cut: unknown = JSON.parse(cutNesting(JSON.stringify(value), levels))
          expect(depthOf(cut)).toBe(Math.min(levels, depthOf(value)))
          if (depthOf(value) <= levels) expect(cut).toEqual(JSON.parse(JSON.stringify(value)))
        },
      ),
    )
  })

  test('neither depth nor length overflows anything', () => {
    const deep = '['.repeat(2_000_000)
    expect(JSON.parse(cutNesting(deep + ']'.repeat(2_000_000), 2))).toEqual([[null]])
  })
})

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}
