import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import { address, entryBase } from '../../model/entry-base.ts'
import { UNDERLYING } from './aave.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { answersTo, may, must, tokenAt } from './questions.ts'
import { healthFactorOf, ratio } from './reading.ts'

const ENTERED = 'function getEnteredMarkets(address user) view returns (address[])'
const HEALTH = 'function getUserHealthFactor(address user) view returns (uint256)'
const SUPPLIED =
  'function getCurrentSupplyBalanceInOf(address poolToken, address user) view returns (uint256 inP2P, uint256 onPool, uint256 total)'
const BORROWED =
  'function getCurrentBorrowBalanceInOf(address poolToken, address user) view returns (uint256 inP2P, uint256 onPool, uint256 total)'
const MARKETS = 'function marketsCreated() view returns (address[])'
const LIQUIDITY =
  'function liquidityData(address user) view returns ((uint256 borrowable, uint256 maxDebt, uint256 debt))'
const SUPPLY = 'function supplyBalance(address underlying, address user) view returns (uint256)'
const COLLATERAL =
  'function collateralBalance(address underlying, address user) view returns (uint256)'
const BORROW = 'function borrowBalance(address underlying, address user) view returns (uint256)'

/** Morpho's optimizer over Aave: of version 2 by its lens, of version 3 by itself. */
export const morphoOptimizerEntry = entryBase.extend({
  driver: z.literal('morpho-optimizer'),
  over: z.literal(['aave-v2', 'aave-v3']),
  contract: address,
})

interface Read {
  held: {
    underlying: Address
    supply: bigint
    /** Only version 3 keeps it apart; in version 2 all supply backs debt. */
    collateral: bigint
    debt: bigint
  }[]
  healthFactor: number | null
}

/** Supplies, collateral and debts, matched between users or not, and the health factor as the contract computes it. */
export const morphoOptimizer = defineDriver({
  name: 'morpho-optimizer',
  entry: morphoOptimizerEntry,
  reads: ['supply', 'borrow'],
  proof: 'recorded/morpho-optimizer.json',
  *read(entry, owner) {
    const { held, healthFactor } = yield* entry.over === 'aave-v2'
      ? readVersion2(entry.contract, owner)
      : readVersion3(entry.contract, owner)
    const open = yield* answersTo(
      held
        .filter(({ supply, collateral, debt }) => supply + collateral + debt > 0n)
        .map((each) => ({ ...each, of: tokenAt(each.underlying) })),
    )
    const legs = open.flatMap(({ of, supply, collateral, debt }) => [
      ...legsOf('supply', of, supply, entry.over === 'aave-v2'),
      ...legsOf('collateral', of, collateral, true),
      ...legsOf('borrow', of, debt),
    ])
    return legs.length === 0 ? [] : [positionOf(entry, { legs, healthFactor })]
  },
})

function* readVersion2(lens: Address, owner: Address): Generator<Call[], Read, Reply[]> {
  const { entered, health } = yield* answersTo({
    entered: must(lens, ENTERED, [owner]),
    health: may(lens, HEALTH, [owner]),
  })
  const markets = yield* answersTo(
    entered.map((market) => ({
      supplied: must(lens, SUPPLIED, [market, owner]),
      borrowed: must(lens, BORROWED, [market, owner]),
      underlying: must(market, UNDERLYING, []),
    })),
  )
  return {
    held: markets.map(({ supplied, borrowed, underlying }) => ({
      underlying,
      supply: supplied[2],
      collateral: 0n,
      debt: borrowed[2],
    })),
    healthFactor: health === null ? null : healthFactorOf(health),
  }
}

function* readVersion3(morpho: Address, owner: Address): Generator<Call[], Read, Reply[]> {
  const { markets, sums } = yield* answersTo({
    markets: must(morpho, MARKETS, []),
    sums: may(morpho, LIQUIDITY, [owner]),
  })
  const held = yield* answersTo(
    markets.map((underlying) => ({
      underlying,
      supply: must(morpho, SUPPLY, [underlying, owner]),
      collateral: must(morpho, COLLATERAL, [underlying, owner]),
      debt: must(morpho, BORROW, [underlying, owner]),
    })),
  )
  const healthFactor = sums === null || sums.debt === 0n ? null : ratio(sums.maxDebt, sums.debt)
  return { held, healthFactor }
}
