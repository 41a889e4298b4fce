import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PricedToken, priceKey } from '../model/price.ts'
import { coinKey, mapCoins } from './defillama-map.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const SECONDS = NOW / 1000
const TOKEN = '0xabcdef0123456789abcdef0123456789abcdef01'
const WETH: PricedToken = { chain: 'Ethereum', token: TOKEN, decimals: 18 }
const KEY = `ethereum:${TOKEN}`

const ROW = {
  price: 2000.5,
  symbol: 'WETH',
  timestamp: SECONDS - 60,
  confidence: 0.99,
  decimals: 18,
}

function read(row: unknown, key = KEY, token = WETH) {
  return mapCoins({ coins: { [key]: row } }, [token], NOW).get(priceKey(token))
}

const missing = (reason: string) => ({ known: false, reason, source: 'defillama' })

describe('the key of a token at DefiLlama', () => {
  test.each([
    ['Ethereum', TOKEN, KEY],
    ['BNB Chain', TOKEN.toUpperCase().replace('0X', '0x'), `bsc:${TOKEN}`],
    ['Avalanche', TOKEN, `avax:${TOKEN}`],
    ['Optimism', `0x${'e'.repeat(40)}`, `optimism:0x${'0'.repeat(40)}`],
    [
      'Solana',
      'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
      'solana:J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
    ],
    ['Hyperliquid', 'coingecko:usd-coin', 'coingecko:usd-coin'],
  ])('of %s %s is %s', (chain, token, key) => {
    expect(coinKey({ chain, token })).toBe(key)
  })

  test.each([
    ['Nowhere', TOKEN],
    ['Ethereum', 'USDC'],
    ['Ethereum', `${TOKEN},ethereum:${TOKEN}`],
    ['Solana', TOKEN],
    ['Solana', '../../etc'],
    ['Ethereum', 'coingecko:../x'],
  ])('of %s %s does not exist', (chain, token) => {
    expect(coinKey({ chain, token })).toBeNull()
  })
})

describe('a coin of DefiLlama', () => {
  test('gives its price, its day and its source', () => {
    const price = { known: true, value: 2000.5, asOf: '2026-11-21', source: 'defillama' }
    expect(read(ROW)).toEqual(price)
  })

  test('is found whatever the case of its key', () => {
    expect(read(ROW, `ethereum:${TOKEN.toUpperCase().replace('0X', '0x')}`)).toMatchObject({
      known: true,
    })
  })

  test('that is not there has no price, and never zero', () => {
    expect(mapCoins({ coins: {} }, [WETH], NOW).get(priceKey(WETH))).toEqual(missing('not-covered'))
  })

  test.each([
    ['a price of zero', { price: 0 }],
    ['a negative price', { price: -1 }],
    ['a price as text', { price: '2000' }],
    ['an endless price', { price: 1e300 }],
    ['a price above any token', { price: 10_000_001 }],
    ['a price too small to keep', { price: 1e-16 }],
    ['no price', { price: undefined }],
    ['no confidence', { confidence: undefined }],
    ['little confidence', { confidence: 0.89 }],
    ['more confidence than there is', { confidence: 1.1 }],
    ['other decimals', { decimals: 6 }],
    ['no time', { timestamp: undefined }],
    ['a time in the future', { timestamp: SECONDS + 3600 }],
    ['a time in milliseconds', { timestamp: NOW }],
  ])('with %s is refused', (_, change) => {
    expect(read({ ...ROW, ...change })).toEqual(missing('refused'))
  })

  test.each([null, [], 'text', 5])('that is %j is refused', (row) => {
    expect(read(row)).toEqual(missing('refused'))
  })

  test('of four hours ago still counts, and a minute more is stale', () => {
    const age = (seconds: number) => read({ ...ROW, timestamp: SECONDS - seconds })
    expect(age(4 * 3600)).toMatchObject({ known: true })
    expect(age(4 * 3600 + 60)).toEqual(missing('stale'))
  })

  test('at its lowest confidence, or without decimals as native coins are, still counts', () => {
    expect(read({ ...ROW, confidence: 0.9, decimals: undefined })).toMatchObject({ known: true })
  })

  test('does not spoil the coin beside it', () => {
    const other: PricedToken = { ...WETH, token: `0x${'1'.repeat(40)}` }
    const coins = { [KEY]: { price: 'much' }, [`ethereum:${other.token}`]: ROW }
    const prices = mapCoins({ coins }, [WETH, other], NOW)
    expect([...prices.values()].map(({ known }) => known)).toEqual([false, true])
  })

  test('is a price above zero or none, whatever the row holds', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), fc.double(), (price, timestamp, confidence) => {
        const reading = read({ price, timestamp, confidence })
        if (reading?.known) expect(reading.value).toBeGreaterThan(0)
        else expect(reading?.reason).toMatch(/^(refused|stale)$/)
      }),
    )
  })
})
