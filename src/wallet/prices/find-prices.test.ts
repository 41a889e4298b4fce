import { describe, expect, test } from 'vitest'
import { known, type Reading } from '../../domain/reading.ts'
import { type PricedToken, priceKey } from '../model/price.ts'
import { createPriceCache } from './cache.ts'
import { findPrices } from './find-prices.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const WETH: PricedToken = { chain: 'Ethereum', token: `0x${'1'.repeat(40)}`, decimals: 18 }
const USDC: PricedToken = { chain: 'Base', token: `0x${'2'.repeat(40)}`, decimals: 6 }
const RARE: PricedToken = { chain: 'Base', token: `0x${'3'.repeat(40)}`, decimals: 18 }

const MARKET: Record<string, number> = {
  [`ethereum:${WETH.token}`]: 2000,
  [`base:${USDC.token}`]: 1,
}

/** A market that knows two tokens and counts how often it is asked. */
function createMarket() {
  const urls: string[] = []
  const fetch = async (url: string) => {
    urls.push(url)
    const keys = decodeURIComponent(url)
      .replace(/^.*current\/|\?.*$/g, '')
      .split(',')
    const rows = keys.flatMap((key) => {
      const price = MARKET[key]
      return price === undefined ? [] : [[key, { price, timestamp: NOW / 1000, confidence: 1 }]]
    })
    return Response.json({ coins: Object.fromEntries(rows) })
  }
  return { urls, fetch }
}

const oracleOf = (...prices: [PricedToken, number][]) =>
  Promise.resolve(
    new Map<string, Reading<number>>(
      prices.map(([token, usd]) => [priceKey(token), known(usd, '2026-11-21', 'aave-oracle')]),
    ),
  )

const options = (fetch: (url: string) => Promise<Response>) => ({
  fetch,
  baseUrl: 'https://coins.example',
  signal: AbortSignal.timeout(1_000),
  nowMs: NOW,
  cache: createPriceCache(),
  oracle: oracleOf(),
})

describe('finding prices', () => {
  test('takes the market, then the oracle, and leaves the rest without a price', async () => {
    const oracle = oracleOf([WETH, 2010], [RARE, 3])
    const other: PricedToken = { ...RARE, token: `0x${'4'.repeat(40)}` }
    const tokens = [WETH, USDC, RARE, other, WETH]
    const prices = await findPrices(tokens, { ...options(createMarket().fetch), oracle })
    expect([...prices.keys()]).toEqual([WETH, USDC, RARE, other].map(priceKey))
    expect([...prices.values()]).toMatchObject([
      { value: 2000, source: 'defillama' },
      { value: 1, source: 'defillama' },
      { value: 3, source: 'aave-oracle' },
      { known: false, reason: 'not-covered' },
    ])
  })

  test('gives no price that the two dispute', async () => {
    const oracle = oracleOf([WETH, 2200])
    const prices = await findPrices([WETH], { ...options(createMarket().fetch), oracle })
    expect([...prices.values()]).toMatchObject([{ known: false, reason: 'disagreement' }])
  })

  test('asks the market once for what is in memory, and disputes it all the same', async () => {
    const market = createMarket()
    const shared = options(market.fetch)
    await findPrices([WETH], shared)
    expect((await findPrices([WETH], shared)).get(priceKey(WETH))).toMatchObject({ value: 2000 })
    expect(market.urls).toHaveLength(1)
    const oracle = oracleOf([WETH, 1])
    expect((await findPrices([WETH], { ...shared, oracle })).get(priceKey(WETH))).toMatchObject({
      reason: 'disagreement',
    })
    await findPrices([WETH, USDC], shared)
    expect(market.urls[1]).not.toContain(WETH.token)
    await findPrices([WETH], { ...shared, nowMs: NOW + 61_000 })
    expect(market.urls).toHaveLength(3)
  })

  test('does not remember that a price was missing', async () => {
    const market = createMarket()
    const shared = options(market.fetch)
    await findPrices([RARE], shared)
    await findPrices([RARE], shared)
    expect(market.urls).toHaveLength(2)
  })

  test('refuses the price of a token of other decimals to the one that claims them', async () => {
    const fetch = async () =>
      Response.json({
        coins: {
          [`base:${USDC.token}`]: { price: 1, timestamp: NOW / 1000, confidence: 1, decimals: 6 },
        },
      })
    const liar = { ...USDC, decimals: 0 }
    const prices = await findPrices([USDC, liar], options(fetch))
    expect(prices.get(priceKey(USDC))).toMatchObject({ known: true })
    expect(prices.get(priceKey(liar))).toMatchObject({ reason: 'refused' })
  })

  test.each([
    ['hangs', () => new Promise<Map<string, Reading<number>>>(() => undefined)],
    ['fails', () => Promise.reject(new Error('down'))],
  ])('does without an oracle that %s', async (_, oracle) => {
    const shared = options(createMarket().fetch)
    const given = { ...shared, oracle: oracle(), signal: AbortSignal.timeout(100) }
    expect((await findPrices([WETH], given)).get(priceKey(WETH))).toMatchObject({ value: 2000 })
  })
})
