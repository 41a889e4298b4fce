import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeupParts, type TokensAt } from './makeup.ts'

const at = (chain: string | null, tokens: unknown, borrowed: unknown = {}): TokensAt => ({
  ...{ chain, tokens, borrowed },
})

const pricesOf = (parts: ReturnType<typeof makeupParts>) =>
  Object.fromEntries(parts.flatMap(({ token, priceUsd }) => (priceUsd ? [[token, priceUsd]] : [])))

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

  test('a dollar has a price by chain where upstream says how many make its value, and others have none', () => {
    const usd = { USDC: 199_800, USDT: 150_000, SUSDE: 240_000, ETH: 1e6, USDe: 500_000 }
    const numbers = { USDC: 200_000, SUSDE: 200_000, ETH: 500_000, USDe: 1_000_000 }
    const overall = at(null, { USDC: 399_600 })
    const chains = [
      { ...at('Ethereum', { USDC: 199_800 }), numbers: { USDC: 200_000 } },
      { ...at('Arbitrum', { USDC: 199_800 }), numbers: { USDC: 190_000 } },
    ]
    expect(pricesOf(makeupParts({ ...at(null, usd), numbers }, []))).toEqual({
      USDC: 0.999,
      USDe: 0.5,
    })
    expect(makeupParts(overall, chains)).toMatchObject([
      { chain: 'Arbitrum', priceUsd: 1.0516 },
      { chain: 'Ethereum', priceUsd: 0.999 },
    ])
  })

  test('of few dollars there is no price, of many that are worth little there is one, and none of what was repaired or is worth too much', () => {
    const priceOf = (usd: number, number: unknown, lent = {}) => {
      const overall = { ...at(null, { USDC: usd, ETH: 1e9 }, lent), numbers: { USDC: number } }
      return pricesOf(makeupParts(overall, [])).USDC
    }
    expect(priceOf(99_000, 99_000)).toBeUndefined()
    expect(priceOf(2_000, 100_000)).toBe(0.02)
    expect(priceOf(999, 100_000)).toBeUndefined()
    expect(priceOf(200_000, 99_000_000_000_000)).toBeUndefined()
    expect(priceOf(-200_000, -200_000, { USDC: 400_000 })).toBeUndefined()
    expect(priceOf(300_000, 100_000)).toBeUndefined()
    for (const number of [Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 1e308, '200000', null, {}])
      expect(priceOf(200_000, number)).toBeUndefined()
  })

  test('whatever the numbers are, a price is above zero and at most 2, and thousands of tokens have one each at most', () => {
    const usd = fc.double({ min: 0, max: 1e13, noNaN: true })
    fc.assert(
      fc.property(usd, fc.anything(), (value, number) => {
        const overall = { ...at(null, { USDC: value, ETH: 1 }), numbers: { USDC: number } }
        const price = pricesOf(makeupParts(overall, [])).USDC
        expect(price === undefined || (price > 0 && price <= 2)).toBe(true)
      }),
    )
    const many = Array.from({ length: 10_000 }, (_, n) => [
      n === 0 ? 'USDC' : `T${n}`,
      n === 0 ? 300_000 : 200_000,
    ])
    const overall = { ...at(null, Object.fromEntries(many)), numbers: Object.fromEntries(many) }
    expect(Object.keys(pricesOf(makeupParts(overall, [])))).toEqual(['USDC'])
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
