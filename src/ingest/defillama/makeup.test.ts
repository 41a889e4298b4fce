import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeupParts, type TokensAt } from './makeup.ts'

const at = (chain: string | null, tokens: unknown, borrowed: unknown = {}): TokensAt => ({
  ...{ chain, tokens, borrowed },
})

describe(makeupParts, () => {
  test('a lender owes what it has lent out too', () => {
    expect(makeupParts(at(null, { USDC: 100, ETH: 300 }, { USDC: 400 }), [])).toEqual([
      { chain: null, token: 'ETH', share: 0.75, owedShare: 0.375 },
      { chain: null, token: 'USDC', share: 0.25, owedShare: 0.625 },
    ])
  })

  test('an amount below zero is what is left of the loans, and they are not owed twice', () => {
    expect(makeupParts(at(null, { USDG: -10, ETH: 30 }, { USDG: 20 }), [])).toMatchObject([
      { token: 'ETH', share: 0.75 },
      { token: 'USDG', share: 0.25, owedShare: null },
    ])
  })

  test('tokens are kept by chain where the chains add up to the whole', () => {
    const chains = [at('Ethereum', { USDC: 60 }), at('Arbitrum', { USDC: 40 })]
    expect(makeupParts(at(null, { USDC: 100 }), chains)).toMatchObject([
      { chain: 'Ethereum', share: 0.6 },
      { chain: 'Arbitrum', share: 0.4 },
    ])
    expect(makeupParts(at(null, { USDC: 200 }), chains)).toMatchObject([{ chain: null, share: 1 }])
  })

  test('what cannot be read has no parts', () => {
    expect(makeupParts(at(null, null), [])).toEqual([])
    expect(makeupParts(at(null, { USDC: 'many' }), [])).toEqual([])
    expect(makeupParts(at(null, {}), [at('Ethereum', {})])).toEqual([])
  })

  test('shares never sum to more than 1, and the order of tokens changes nothing', () => {
    const usd = fc.double({ min: -1e6, max: 1e9, noNaN: true })
    const amounts = fc.dictionary(fc.constantFrom('A', 'B', 'C', 'D'), usd, {
      noNullPrototype: true,
    })
    fc.assert(
      fc.property(amounts, amounts, (tokens, lent) => {
        const parts = makeupParts(at(null, tokens, lent), [])
        const sum = (key: 'share' | 'owedShare') =>
          parts.reduce((total, part) => total + (part[key] ?? 0), 0)
        expect(sum('share')).toBeLessThanOrEqual(1)
        expect(sum('owedShare')).toBeLessThanOrEqual(1)
        const turned = Object.fromEntries(Object.entries(tokens).reverse())
        expect(makeupParts(at(null, turned, lent), [])).toEqual(parts)
      }),
    )
  })
})
