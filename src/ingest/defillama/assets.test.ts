import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapAssets } from './assets.ts'
import { readAmounts } from './token-amounts.ts'

const AS_OF = '2024-03-11'

test('shares lie between 0 and 1 in whatever order the tokens come', () => {
  const tokens = fc.dictionary(
    fc.constantFrom('HBR', 'USDC', 'WETH', 'A', 'B'),
    fc.integer({ min: 1, max: 1e9 }),
    { minKeys: 1, noNullPrototype: true },
  )
  fc.assert(
    fc.property(tokens, (given) => {
      const total = Object.values(given).reduce((sum, usd) => sum + usd, 0)
      const date = Date.parse(`${AS_OF}T06:00:00Z`) / 1_000
      const map = (tokens: unknown) => {
        const tvl = [{ date, totalLiquidityUSD: total }]
        return mapAssets({ symbol: 'HBR', tvl, tokensInUsd: [{ date, tokens }] }, AS_OF, 'test')
      }
      const reading = map(given)
      const turned = Object.fromEntries(Object.entries(given).reverse())
      expect(map(turned)).toEqual(reading)
      if (!reading.known) expect.fail('the tokens sum to the TVL')
      const { topShare, ownShare } = reading.value
      expect(topShare).toBeGreaterThan(0)
      expect(topShare).toBeLessThanOrEqual(1)
      expect(ownShare).toBeLessThanOrEqual(topShare)
      expect(ownShare).toBeCloseTo((given.HBR ?? 0) / total, 5)
    }),
  )
})

test('an amount that is repaired is never more than what is borrowed, and none is below zero or no number', () => {
  const symbol = fc.constantFrom('HBR', 'USDC', 'WETH', 'A', 'B')
  const usd = fc.double({ min: -1e9, max: 1e9, noNaN: true })
  const amounts = fc.dictionary(symbol, usd, { noNullPrototype: true })
  fc.assert(
    fc.property(amounts, amounts, (net, lent) => {
      const borrowed = new Map(Object.entries(lent).filter(([, amount]) => amount >= 0))
      const read = readAmounts(net, borrowed)
      const turned = Object.fromEntries(Object.entries(net).reverse())
      const again = readAmounts(turned, borrowed)
      expect({ ...again, held: again?.held.sort() }).toEqual({ ...read, held: read?.held.sort() })
      for (const [name, held] of read?.held ?? []) {
        expect(held).toBeGreaterThan(0)
        expect(held).toBeLessThanOrEqual(Math.max(net[name] ?? 0, borrowed.get(name) ?? 0))
      }
      for (const name of read?.leftOut ?? []) {
        expect((net[name] ?? 0) + (borrowed.get(name) ?? 0)).toBeLessThan(0)
      }
    }),
  )
})

/** The tokens of Jupiter Lend on 2026-10-04 of more than five million dollars, rounded; the rest is one. */
const JUPITER_LEND = {
  USDC: 69_600_000,
  PST: 69_000_000,
  JLP: 370_900_000,
  JITOSOL: 13_000_000,
  SUSDAI: 41_800_000,
  INF: 76_900_000,
  SOL: 50_400_000,
  JUPSOL: 309_600_000,
  DFDVSOL: 134_400_000,
  CBBTC: 16_500_000,
  USDG: -136_300_000,
  USDE: 250_100_000,
  OTHERS: 60_200_000,
}

test('a market that is lent out almost whole is read with what is borrowed of it', () => {
  const date = Date.parse('2026-10-04T06:00:00Z') / 1_000
  const page = (chainTvls: object) => ({
    symbol: 'JUP',
    tvl: [{ date, totalLiquidityUSD: 1_326_100_000 }],
    tokensInUsd: [{ date, tokens: JUPITER_LEND }],
    chainTvls,
  })
  const lent = { tokensInUsd: [{ date, tokens: { USDC: 446_300_000, USDG: 139_400_000 } }] }
  const read = (chainTvls: object) => mapAssets(page(chainTvls), '2026-10-04', 'test')
  const value = { topToken: 'JLP', topShare: 0.253088, ownShare: 0, tokens: 13 }
  const whole = { known: true, value, asOf: '2026-10-04', source: 'test' }
  expect(read({ 'Solana-borrowed': lent })).toMatchObject(whole)
  expect(read({ 'Solana-borrowed': lent, borrowed: lent })).toMatchObject(whole)
  const lentOut = read({ 'Solana-borrowed': lent })
  const usdc = lentOut.known && lentOut.value.parts?.find(({ token }) => token === 'USDC')
  // 69.6 of 1,465.5 million held, and 515.9 of 1,911.8 million owed.
  expect(usdc).toMatchObject({ share: 0.047492, owedShare: 0.26985 })
  const unrepaired = { ...value, topShare: 0.253624, tokens: 12, leftOut: ['USDG'] }
  expect(read({})).toMatchObject({ ...whole, value: unrepaired })
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
    value: {
      ...{ topToken: 'CFX', topShare: 1, ownShare: 0, tokens: 1 },
      parts: [{ chain: 'Conflux', token: 'CFX', share: 1, owedShare: null }],
    },
    asOf: '2025-02-09',
    source: 'test',
  })
})

test.skipIf(!existsSync(REAL))(
  'a real page states the numbers of its tokens beside their value',
  () => {
    // As if the token of the page were a dollar: it has 84,364,000 of them, for 9,275,315.616 US dollars.
    const body = JSON.parse(readFileSync(REAL, 'utf8').replaceAll('"CFX"', '"USDC"'))
    expect(mapAssets(body, '2025-02-10', 'test')).toMatchObject({
      value: { parts: [{ chain: 'Conflux', token: 'USDC', share: 1, priceUsd: 0.10994 }] },
    })
  },
)

test('a price is of the same moment as the value, by chain or of the whole', () => {
  const date = Date.parse(`${AS_OF}T06:00:00Z`) / 1_000
  const of = (tokens: unknown, seconds = date) => [
    { date: seconds - 86_400, tokens: { USDC: 1 } },
    { date: seconds, tokens },
  ]
  const read = (numbers: unknown, chainTvls: object = {}) => {
    const tvl = [{ date, totalLiquidityUSD: 450_000 }]
    const tokensInUsd = of({ USDC: 450_000 })
    const page = { tvl, tokensInUsd, tokens: numbers, chainTvls }
    const reading = mapAssets(page, AS_OF, 'test')
    return reading.known && reading.value.parts?.map(({ chain, priceUsd }) => [chain, priceUsd])
  }
  const chain = (numbers: unknown) => ({
    Ethereum: { tokensInUsd: of({ USDC: 450_000 }), tokens: numbers },
  })
  expect(read(of({ USDC: 500_000 }))).toEqual([[null, 0.9]])
  expect(read(of({ USDC: 500_000 }, date + 60))).toEqual([[null, undefined]])
  expect(read(of({ USDC: 500_000 }), chain(of({ USDC: 450_000 })))).toEqual([['Ethereum', 1]])
  // The make-up stays where the numbers cannot be read.
  for (const numbers of [undefined, null, 'many', [null, 7], of(['USDC']), of({ USDC: 'x' })]) {
    expect(read(numbers, chain(numbers))).toEqual([['Ethereum', undefined]])
  }
})
