import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText, MAX_SEARCH_LENGTH, plainText } from './search-text.ts'

describe(plainText, () => {
  test.each([
    ['  Aave\t V3 ', 'aave v3'],
    ['ＡＡＶＥ', 'aave'],
    ['\u0130stanbul', 'i\u0307stanbul'],
    ['a\ud800b', 'a\ufffdb'],
    ['\u3000', ''],
  ])('%j is %j', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })

  test('of plain text is the same text, and no longer than a query may be', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(
      fc.property(texts, (text) => {
        const plain = plainText(text)
        expect(plain.length).toBeLessThanOrEqual(MAX_SEARCH_LENGTH)
        expect(plain.isWellFormed()).toBe(true)
        expect(plainText(plain)).toBe(plain)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe(foldText, () => {
  test.each([
    ['crème brûlée', 'creme brulee'],
    ['aave-v3', 'aave v3'],
    ['summer.fi', 'summer fi'],
    ['usd+', 'usd+'],
    ['한국', '한국'],
    ['!!!', ''],
  ])('%s is %s', (plain, folded) => {
    expect(foldText(plain)).toBe(folded)
  })
})
