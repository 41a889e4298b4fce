import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapAssets } from './assets.ts'

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
