import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mapAssets } from './assets.ts'

const AS_OF = '2024-03-11'
const at = (day: string, hour = 0) => Date.parse(`${day}T00:00:00Z`) / 1_000 + hour * 3_600

const REFUSED = { known: false, reason: 'refused', source: 'test' }
const NOT_COVERED = { known: false, reason: 'not-covered', source: 'test' }

/** A page with one point of today. */
function aPage(tokens: unknown, fields: Record<string, unknown> = {}) {
  return {
    symbol: 'HBR',
    tvl: [{ date: at(AS_OF, 6), totalLiquidityUSD: 100 }],
    tokensInUsd: [{ date: at(AS_OF, 6), tokens }],
    ...fields,
  }
}

const map = (body: unknown) => mapAssets(body, AS_OF, 'test')

describe(mapAssets.name, () => {
  test('gives the largest token, the own token and how many there are', () => {
    expect(map(aPage({ USDC: 60, hbr: 30, WETH: 10, DUST: 0 }))).toEqual({
      known: true,
      value: { topToken: 'USDC', topShare: 0.6, ownShare: 0.3, tokens: 3 },
      asOf: AS_OF,
      source: 'test',
    })
  })

  test.each([null, undefined, '-', ''])('knows no own share for the symbol %j', (symbol) => {
    expect(map(aPage({ '-': 60, USDC: 40 }, { symbol }))).toMatchObject({
      value: { ownShare: null },
    })
  })

  test('reads the newest point up to the day, and its own day', () => {
    const tvl = ['2024-03-08', '2024-03-09', '2024-03-12'].map((day) => ({
      date: at(day),
      totalLiquidityUSD: 100,
    }))
    const tokensInUsd = [
      { date: at('2024-03-09'), tokens: { B: 100 } },
      { date: at('2024-03-12'), tokens: { C: 100 } },
      { date: at('2024-03-08'), tokens: { A: 100 } },
    ]
    expect(map(aPage({}, { tvl, tokensInUsd }))).toMatchObject({
      value: { topToken: 'B' },
      asOf: '2024-03-09',
    })
  })

  test('is refused when upstream says that the tokens represent others', () => {
    expect(map(aPage({ USDC: 100 }, { misrepresentedTokens: true }))).toEqual(REFUSED)
    expect(map(aPage({ USDC: 100 }, { misrepresentedTokens: 'yes' }))).toEqual(REFUSED)
    expect(map(aPage({ USDC: 100 }, { misrepresentedTokens: false }))).toMatchObject({
      known: true,
    })
  })

  test.each<[string, unknown]>([
    ['79 of 100', { USDC: 79 }],
    ['121 of 100', { USDC: 121 }],
    ['a debt', { USDC: 150, DAI: -50 }],
    ['an amount that is no number', { USDC: 100, DAI: '1' }],
    ['an impossible amount', { USDC: 100, DAI: 1e300 }],
    ['nothing of 100', {}],
    ['a list', [100]],
    ['too many', Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`T${n}`, 0.005]))],
  ])('is refused when the tokens are %s', (_, tokens) => {
    expect(map(aPage(tokens))).toEqual(REFUSED)
  })

  test('is refused without the TVL of that day', () => {
    const tvl = [{ date: at('2024-03-10'), totalLiquidityUSD: 100 }]
    expect(map(aPage({ USDC: 100 }, { tvl }))).toEqual(REFUSED)
    expect(map(aPage({ USDC: 100 }, { tvl: null }))).toEqual(REFUSED)
  })

  test('is not covered without tokens, nor while nothing is held', () => {
    for (const tokensInUsd of [null, undefined, [], 'x', [null, 7, { date: 'x' }]]) {
      expect(map(aPage({}, { tokensInUsd }))).toEqual(NOT_COVERED)
    }
    const tvl = [{ date: at(AS_OF), totalLiquidityUSD: 0 }]
    expect(map(aPage({ USDC: 0 }, { tvl }))).toEqual(NOT_COVERED)
    expect(map('page')).toEqual(REFUSED)
  })

  test('shares lie between 0 and 1 in whatever order the tokens come', () => {
    const tokens = fc.dictionary(
      fc.constantFrom('HBR', 'USDC', 'WETH', 'A', 'B'),
      fc.integer({ min: 1, max: 1e9 }),
      { minKeys: 1, noNullPrototype: true },
    )
    fc.assert(
      fc.property(tokens, (given) => {
        const total = Object.values(given).reduce((sum, usd) => sum + usd, 0)
        const tvl = [{ date: at(AS_OF), totalLiquidityUSD: total }]
        const reading = map(aPage(given, { tvl }))
        const turned = Object.fromEntries(Object.entries(given).reverse())
        expect(map(aPage(turned, { tvl }))).toEqual(reading)
        if (!reading.known) expect.fail('the tokens sum to the TVL')
        const { topShare, ownShare } = reading.value
        expect(topShare).toBeGreaterThan(0)
        expect(topShare).toBeLessThanOrEqual(1)
        expect(ownShare).toBeLessThanOrEqual(topShare)
        expect(ownShare).toBeCloseTo((given.HBR ?? 0) / total, 5)
      }),
    )
  })
})

const REAL = new URL(
  '../../../../shared/upstream/shapes/protocol_abc-pool_2025-02.json',
  import.meta.url,
)

// Skipped without the recorded answers, which are not part of this repository.
test.skipIf(!existsSync(REAL))('a real page of 2025 holds one token, and not its own', () => {
  const body = JSON.parse(readFileSync(REAL, 'utf8'))
  expect(mapAssets(body, '2025-02-10', 'test')).toEqual({
    known: true,
    value: { topToken: 'CFX', topShare: 1, ownShare: 0, tokens: 1 },
    asOf: '2025-02-09',
    source: 'test',
  })
})
