import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MakeupPart } from '../domain/dependency.ts'
import { known, missing } from '../domain/reading.ts'
import { dollarPrices } from './dollar-prices.ts'

const DAY = '2026-03-23'
const REGISTRY = 'defillama-protocols'

const part = (token: string, priceUsd?: number, chain = 'Ethereum'): MakeupPart => ({
  ...{ chain, token, share: 0.1, owedShare: null },
  ...(priceUsd !== undefined && { priceUsd }),
})

let id = 0
function page(parts: MakeupPart[], { day = DAY, parentId = null as string | null } = {}) {
  id += 1
  const value = { topToken: 'X', topShare: 1, ownShare: null, tokens: 1, parts }
  return { id: String(id), parentId, facts: { assets: known(value, day, REGISTRY) } }
}

const usrAt = (...prices: number[]) => prices.map((price) => page([part('USR', price)]))

describe(dollarPrices, () => {
  test('two pages that agree are a price, the one in their middle', () => {
    expect(dollarPrices(usrAt(0.42, 0.424), DAY)).toEqual([
      { token: 'usr', symbol: 'USR', usd: 0.422, pages: 2 },
    ])
  })

  test('a single page is none, nor are two that disagree', () => {
    expect(dollarPrices(usrAt(0.42), DAY)).toEqual([])
    expect(dollarPrices(usrAt(0.42, 0.99), DAY)).toEqual([])
    expect(dollarPrices(usrAt(0.97, 0.99), DAY)).toEqual([])
  })

  test('most pages must agree: one that is off changes nothing, as many on each side are no price', () => {
    expect(dollarPrices(usrAt(1, 0.999, 0.42), DAY)).toMatchObject([{ usd: 0.999, pages: 2 }])
    expect(dollarPrices(usrAt(1, 1, 0.42, 0.42), DAY)).toEqual([])
    expect(dollarPrices(usrAt(0.2, 0.5, 0.96, 0.96, 1.2), DAY)).toEqual([])
  })

  test('protocols of one family are one page, and so are two holdings of one page', () => {
    const family = [0, 1].map(() => page([part('USR', 0.42)], { parentId: 'parent#fluid' }))
    expect(dollarPrices(family, DAY)).toEqual([])
    const twice = page([part('USR', 0.42), part('USR', 0.42, 'Base')])
    expect(dollarPrices([twice], DAY)).toEqual([])
    expect(dollarPrices([twice, ...family], DAY)).toMatchObject([{ pages: 2 }])
  })

  test('a page of another day, an unread page and a holding without a price say nothing: no price is not zero', () => {
    const [one] = usrAt(0.42)
    if (!one) expect.fail('there is one')
    const silent = [
      page([part('USR', 0.42)], { day: '2026-03-22' }),
      page([part('USR')]),
      { id: 'unread', parentId: null, facts: { assets: missing('not-read-yet', REGISTRY) } },
      { id: 'none', parentId: null, facts: {} },
    ]
    expect(dollarPrices([one, ...silent], DAY)).toEqual([])
    expect(dollarPrices([...usrAt(0.42, 0.42), ...silent], DAY)).toMatchObject([{ pages: 2 }])
  })

  test('what is wrapped or earns a yield is no dollar, nor a token that no row knows', () => {
    const others = ['wstUSR', 'RLP', 'sUSDe', 'EURC', 'reUSD', 'USR2']
    const pages = [0, 1].map(() => page(others.map((token) => part(token, 0.5))))
    expect(dollarPrices(pages, DAY)).toEqual([])
  })

  test('a bridged dollar has a price of its own, and two dollars of one row have theirs', () => {
    const pages = [0, 1].map(() =>
      page([part('USDC', 1), part('USDC.e', 0.6, 'Polygon'), part('DAI', 0.9), part('USDS', 1)]),
    )
    expect(dollarPrices(pages, DAY)).toEqual([
      { token: 'usdc', symbol: 'USDC', usd: 1, pages: 2 },
      { token: 'usdc.e-polygon', symbol: 'USDC.E', usd: 0.6, pages: 2 },
      { token: 'usds', symbol: 'DAI', usd: 0.9, pages: 2 },
      { token: 'usds', symbol: 'USDS', usd: 1, pages: 2 },
    ])
  })

  test('the order of protocols changes nothing, and a price lies between those of the pages', () => {
    const prices = fc.array(fc.double({ min: 1e-10, max: 2, noNaN: true }), { maxLength: 9 })
    fc.assert(
      fc.property(prices, (given) => {
        const found = dollarPrices(usrAt(...given), DAY)
        expect(dollarPrices(usrAt(...given.toReversed()), DAY)).toEqual(found)
        for (const { usd, pages } of found) {
          expect(usd).toBeGreaterThanOrEqual(Math.min(...given) * 0.9999)
          expect(usd).toBeLessThanOrEqual(Math.max(...given) * 1.0001)
          expect(pages).toBeGreaterThanOrEqual(2)
        }
      }),
    )
  })

  test('thousands of tokens on thousands of chains are one price of each dollar', () => {
    const parts = Array.from({ length: 5_000 }, (_, n) =>
      part(n % 2 ? 'USDT' : `T${n}`, 1, `C${n}`),
    )
    expect(dollarPrices([page(parts), page(parts)], DAY)).toEqual([
      { token: 'usdt', symbol: 'USDT', usd: 1, pages: 2 },
    ])
  })
})
