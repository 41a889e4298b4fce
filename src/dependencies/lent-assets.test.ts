import { expect, test } from 'vitest'
import { aFeed, aLentMarket, aMarket } from '../domain/fixtures/market.ts'
import type { Market } from '../domain/market.ts'
import { known } from '../domain/reading.ts'
import { roomLoss } from './beyond.ts'
import { TABLES } from './fixtures/world.ts'
import { tokenFinder } from './holdings.ts'
import { lentAssets } from './lent-assets.ts'
import type { TokenRow } from './table-rows.ts'

const read = (...markets: Market[]) =>
  lentAssets({ markets: known(markets, '2026-01-02', 'onchain') }, tokenFinder(TABLES))

test('what is free and what can come in is of the supply, its cap and what is lent out', () => {
  expect(read(aLentMarket({ suppliedUsd: 600, availableShare: 0.25, supplyCapUsed: 0.5 }))).toEqual(
    [
      {
        ...{ chain: 'Ethereum', token: 'usdc', suppliedUsd: 600, freeUsd: 150, roomUsd: 600 },
        ...{ isCollateral: true, collateral: 'usdc', isStuck: false },
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

test('of a market of two tokens the other one backs the loans, and at most what is free there is lost to it', () => {
  const at = '0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0'
  const wsteth = { ...TABLES.tokens.get('wsteth'), at: { Ethereum: at } } as TokenRow
  const tables = { ...TABLES, tokens: new Map([...TABLES.tokens, ['wsteth', wsteth]]) }
  const of = (collateralAddress: string) => {
    const markets = [aLentMarket({ suppliedUsd: 600, availableShare: 0.25, collateralAddress })]
    return lentAssets({ markets: known(markets, '2026-01-02', 'onchain') }, tokenFinder(tables))
  }
  const found = of(at)
  expect(found).toMatchObject([{ token: 'usdc', collateral: 'wsteth', roomUsd: 150, freeUsd: 150 }])
  const roomIf = (failed: string) =>
    roomLoss({ lent: found, heldUsd: 600 }, (token) => Number(token === failed))
  expect([roomIf('wsteth'), roomIf('usdc')]).toEqual([150, 0])
  expect(of('0x1')).toMatchObject([{ token: 'usdc', collateral: null, isCollateral: true }])
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
