import fc from 'fast-check'
import { distance } from 'fastest-levenshtein'
import { describe, expect, test } from 'vitest'
import { beginningErrors, bitCount, errorsAllowed, spellingOf, typingErrors } from './near-text.ts'

const errors = (a: string, b: string, most = 2) => typingErrors(spellingOf(a), spellingOf(b), most)

describe(typingErrors, () => {
  test.each([
    ['uniswap', 'uniswap', 0],
    ['uniswp', 'uniswap', 1],
    ['uniswpa', 'uniswap', 1],
    ['uinswpa', 'uniswap', null],
    ['compoud', 'compound', 1],
    ['cmpoud', 'compound', 2],
    ['', 'ab', 2],
    ['', 'abc', null],
    ['abcd', 'efgh', null],
  ])('%s for %s: %s', (a, b, expected) => {
    expect(errors(a, b)).toBe(expected)
  })

  test('is the edit distance within the limit, but for one swap', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abcdeé𝒳'), maxLength: 9 })
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 3 }), (a, b, most) => {
        const away = distance(a, b)
        const got = errors(a, b, most)
        const isSwap = away === 2 && got === 1 && [...a].sort().join() === [...b].sort().join()
        if (!isSwap) expect(got).toBe(away <= most ? away : null)
      }),
    )
  })

  test('a swap is no error when none is allowed', () => {
    expect(errors('ab', 'ba', 0)).toBeNull()
  })
})

test.each([
  ['pancke', 'pancakeswap', 2, 1],
  ['unsi', 'uniswap', 1, 1],
  ['nuis', 'uniswap', 1, null],
  ['conpuo', 'compound', 2, 2],
  ['unsi', 'unsi', 1, null],
  ['unsi', 'uni', 1, null],
])('%s begins %s with at most %d errors: %s', (a, b, most, expected) => {
  expect(beginningErrors(a, b, most)).toBe(expected)
})

test('longer words may have more errors', () => {
  expect([1, 3, 4, 7, 8, 100].map(errorsAllowed)).toEqual([0, 0, 1, 1, 2, 2])
})

test('bits are counted', () => {
  for (const bits of [0, 1, -1, 0x80000000, 0x0f0f0f0f, 12345]) {
    expect(bitCount(bits)).toBe([...(bits >>> 0).toString(2)].filter((bit) => bit === '1').length)
  }
})
