import { expect, test } from 'vitest'
import { aLentMarket, aMarket } from '../domain/fixtures/market.ts'
import { marketTotals } from './market-totals.ts'

test('a summary has the sum, the worst of each with its asset, and the states that are not normal', () => {
  const assets = [
    aLentMarket({ suppliedUsd: 1_000_000, utilisation: 0.5, availableShare: 0.5 }),
    aLentMarket({ asset: 'GHO', suppliedUsd: 250_000, utilisation: 0.98, availableShare: 0.02 }),
    aLentMarket({ asset: 'DAI', suppliedUsd: 0, utilisation: 0, frozen: true, paused: true }),
  ]
  expect(marketTotals(assets)).toBe(
    '3 assets, $1.25m supplied, at most 98\u00a0% (GHO) lent out, at least 2\u00a0% (GHO) available, 1 frozen, 1 paused',
  )
})

test('a summary says of how many a sum is, and leaves out what is not known of any', () => {
  expect(marketTotals([aLentMarket(), aMarket({ asset: 'DAI' })])).toMatch(
    /^2 assets, \$1\.00m supplied \(of 1\), /,
  )
  expect(marketTotals([aMarket()])).toBe('1 asset')
  const gap = { why: 'node-failed' as const, facts: ['feed' as const] }
  expect(marketTotals([aMarket({ gap })])).toBe('1 asset, 1 could not be read in full')
})

test('an asset of which two sources have a record counts once', () => {
  const [rate, feed] = [aMarket({ day: '2023-10-31' }), aMarket({ day: '2026-05-01' })]
  expect(marketTotals([rate, feed, aMarket({ chain: 'Base' })])).toBe('3 records of 2 assets')
})
