import { expect, test } from 'vitest'
import { aFeed, aLentMarket, aMarket } from '../domain/fixtures/market.ts'
import type { Market } from '../domain/market.ts'
import { known } from '../domain/reading.ts'
import { TABLES } from './fixtures/world.ts'
import { tokenFinder } from './holdings.ts'
import { lentAssets } from './lent-assets.ts'

const read = (...markets: Market[]) =>
  lentAssets({ markets: known(markets, '2026-01-02', 'onchain') }, tokenFinder(TABLES))

test('what is free and what can come in is of the supply, its cap and what is lent out', () => {
  expect(read(aLentMarket({ suppliedUsd: 600, availableShare: 0.25, supplyCapUsed: 0.5 }))).toEqual(
    [
      {
        ...{ chain: 'Ethereum', token: 'usdc', suppliedUsd: 600, freeUsd: 150, roomUsd: 600 },
        ...{ isCollateral: true, isStuck: false },
      },
    ],
  )
})

test('a frozen market takes nothing more in; without a cap that was read nothing bounds it', () => {
  const room = (market: Partial<Market>) => read(aLentMarket(market))?.[0]?.roomUsd
  expect(room({ frozen: true })).toBe(0)
  expect(room({ supplyCapUsed: null })).toBeNull()
  expect(room({ supplyCapUsed: 1 })).toBe(0)
})

test('a price is stuck at a rate, and where what sets it was not read', () => {
  const isStuck = (market: Partial<Market>) => read(aLentMarket(market))?.[0]?.isStuck
  expect(isStuck({ feed: aFeed({ kind: 'capped-rate' }) })).toBe(true)
  expect(isStuck({ feed: aFeed({ kind: 'aggregator' }) })).toBe(false)
  expect(isStuck({ gap: { why: 'reverted', facts: ['feed'] } })).toBe(true)
})

test('what is no collateral can be borrowed alone', () => {
  expect(read(aLentMarket({ loanToValue: 0, liquidationThreshold: null }))?.[0]?.isCollateral).toBe(
    false,
  )
})

test('markets without any amount were not read', () => {
  expect(read(aMarket({ liquidationThreshold: 0.8 }))).toBeNull()
  expect(lentAssets({}, tokenFinder(TABLES))).toBeNull()
})

test('what two nodes disagree about was not read', () => {
  expect(read(aLentMarket(), aLentMarket({ unconfirmed: 'one-node' }))?.[1]).toMatchObject({
    ...{ suppliedUsd: null, freeUsd: null, roomUsd: null, isStuck: true },
  })
})
