import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { type Call, call, decodeOrThrow, type Reply, tryDecode } from '../../../chains/evm/call.ts'
import { address, entryBase } from '../../model/entry-base.ts'
import { UNDERLYING } from './aave.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { ask, healthFactorOf, ratio, readTokens } from './reading.ts'

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

interface Held {
  underlying: Address
  supply: bigint
  /** Only version 3 keeps it apart; in version 2 all supply backs debt. */
  collateral: bigint
  debt: bigint
}

/** Supplies, collateral and debts, matched between users or not, and the health factor as the contract computes it. */
export const morphoOptimizer = defineDriver({
  name: 'morpho-optimizer',
  entry: morphoOptimizerEntry,
  gap: 'Unclaimed rewards are not read.',
  *read(entry, owner) {
    const { held, healthFactor } = yield* entry.over === 'aave-v2'
      ? readVersion2(entry.contract, owner)
      : readVersion3(entry.contract, owner)
    const tokenOf = yield* readTokens(held.map(({ underlying }) => underlying))
    const legs = held.flatMap(({ underlying, supply, collateral, debt }) => {
      const of = tokenOf(underlying)
      return [
        ...legsOf('supply', of, supply, entry.over === 'aave-v2'),
        ...legsOf('collateral', of, collateral, true),
        ...legsOf('borrow', of, debt),
      ]
    })
    return legs.length === 0 ? [] : [positionOf(entry, { legs, healthFactor })]
  },
})

interface Read {
  held: Held[]
  healthFactor: number | null
}

function* readVersion2(lens: Address, owner: Address): Generator<Call[], Read, Reply[]> {
  const [enteredReply, healthReply] = yield [
    call(lens, ENTERED, [owner]),
    call(lens, HEALTH, [owner]),
  ]
  const markets = decodeOrThrow(enteredReply, ENTERED)
  const replies = yield* ask(
    markets.flatMap((market) => [
      call(lens, SUPPLIED, [market, owner]),
      call(lens, BORROWED, [market, owner]),
      call(market, UNDERLYING, []),
    ]),
  )
  const held = markets.map((_, at): Held => {
    const [supplied, borrowed, underlying] = replies.slice(3 * at, 3 * at + 3)
    return {
      supply: decodeOrThrow(supplied, SUPPLIED)[2],
      collateral: 0n,
      debt: decodeOrThrow(borrowed, BORROWED)[2],
      underlying: decodeOrThrow(underlying, UNDERLYING),
    }
  })
  const health = tryDecode(healthReply, HEALTH)
  return {
    held: held.filter(isOpen),
    healthFactor: health === null ? null : healthFactorOf(health),
  }
}

function* readVersion3(morpho: Address, owner: Address): Generator<Call[], Read, Reply[]> {
  const [marketsReply, liquidityReply] = yield [
    call(morpho, MARKETS, []),
    call(morpho, LIQUIDITY, [owner]),
  ]
  const markets = decodeOrThrow(marketsReply, MARKETS)
  const replies = yield* ask(
    markets.flatMap((underlying) => [
      call(morpho, SUPPLY, [underlying, owner]),
      call(morpho, COLLATERAL, [underlying, owner]),
      call(morpho, BORROW, [underlying, owner]),
    ]),
  )
  const held = markets.map((underlying, at): Held => {
    const [supply, collateral, debt] = replies.slice(3 * at, 3 * at + 3)
    return {
      underlying,
      supply: decodeOrThrow(supply, SUPPLY),
      collateral: decodeOrThrow(collateral, COLLATERAL),
      debt: decodeOrThrow(debt, BORROW),
    }
  })
  const sums = tryDecode(liquidityReply, LIQUIDITY)
  const healthFactor = sums === null || sums.debt === 0n ? null : ratio(sums.maxDebt, sums.debt)
  return { held: held.filter(isOpen), healthFactor }
}

function isOpen({ supply, collateral, debt }: Held): boolean {
  return supply + collateral + debt > 0n
}
