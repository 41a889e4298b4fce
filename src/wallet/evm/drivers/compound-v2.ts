import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { UNDERLYING } from '../../../chains/evm/abi.ts'
import type { ResultOf } from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart, withAvailable, withThreshold } from './entry-position.ts'
import { loanOf } from './loan.ts'
import { answersTo, may, must, tokenAt } from './questions.ts'
import { ratio, WAD } from './reading.ts'

const MARKETS = 'function getAllMarkets() view returns (address[])'
const ENTERED = 'function getAssetsIn(address user) view returns (address[])'
const LIQUIDITY =
  'function getAccountLiquidity(address user) view returns (uint256 failure, uint256 liquidity, uint256 shortfall)'
const ORACLE = 'function oracle() view returns (address)'
const SNAPSHOT =
  'function getAccountSnapshot(address user) view returns (uint256 failure, uint256 shares, uint256 debt, uint256 rate)'
const PRICE = 'function getUnderlyingPrice(address market) view returns (uint256)'
/** Forks leave out the third, whether a market pays rewards. */
const MARKET =
  'function markets(address market) view returns (bool listed, uint256 factor, bool paid)'
const SHORT_MARKET = 'function markets(address market) view returns (bool listed, uint256 factor)'
/** Venus liquidates by another factor than it lends by, and by that of the pool that the owner chose. */
const EFFECTIVE =
  'function getEffectiveLtvFactor(address account, address market, uint8 weighing) view returns (uint256)'
/** `WeightFunction.USE_LIQUIDATION_THRESHOLD`. */
const BY_THRESHOLD = 1
const CASH = 'function getCash() view returns (uint256)'
const REPAY = 'function getVAIRepayAmount(address user) view returns (uint256)'
const ACCRUED = 'function compAccrued(address user) view returns (uint256)'
/** It claims, and reports what that paid; nothing of it stays. */
const OWED =
  'function getCompBalanceMetadataExt(address comp, address comptroller, address account) returns ((uint256 balance, uint256 votes, address delegate, uint256 allocated))'

/** Factors that are in use make the comptroller's own limit. Prices may change between two rounds, by less than this part of it. */
const TOLERANCE = 500n

/** Compound v2, or a fork of it, by its comptroller. The markets are read from the comptroller. */
export const compoundV2Entry = entryBase.extend({
  driver: z.literal('compound-v2'),
  comptroller: address,
  /** The market of the chain's native coin, which has no `underlying()`; its amounts are given in the wrapped coin. */
  native: z.strictObject({ market: address, token }).optional(),
  /** Venus: a debt in VAI, which has no market. */
  vai: z.strictObject({ controller: address, token }).optional(),
  /** Compound: COMP, and the contract that reports how much of it a claim would pay. */
  reward: z.strictObject({ lens: address, token }).optional(),
})
export type CompoundV2Entry = z.infer<typeof compoundV2Entry>

/**
 * Supplies and debts as of each market's last interest accrual, which the comptroller uses too. Includes supplies that are not
 * entered as collateral. The health factor is the comptroller's weighted collateral divided by the debt, both in US dollars. Without the
 * answer of the lens only the rewards that were written down are reported, and the protocol is marked as not fully read.
 */
export const compoundV2 = defineDriver({
  name: 'compound-v2',
  entry: compoundV2Entry,
  reads: ['supply', 'borrow', 'reward'],
  proof: 'compound-v2-chain.test.ts',
  *read(entry, owner) {
    const { comptroller, native, vai, reward } = entry
    const { markets, entered, liquidity, oracle, vaiDebt, accrued } = yield* answersTo({
      markets: must(comptroller, MARKETS, []),
      entered: must(comptroller, ENTERED, [owner]),
      liquidity: may(comptroller, LIQUIDITY, [owner]),
      oracle: must(comptroller, ORACLE, []),
      vaiDebt: vai ? must(vai.controller, REPAY, [owner]) : 0n,
      accrued: reward ? may(comptroller, ACCRUED, [owner]) : 0n,
    })
    const second = yield* answersTo(
      markets.map((market) => ({
        market,
        snapshot: must(market, SNAPSHOT, [owner]),
        underlying: market === native?.market ? market : may(market, UNDERLYING, []),
      })),
    )
    const held = second.flatMap(heldIn)

    // An owner who has left every market has nothing but what was written down then.
    const mayClaim = reward && (held.length > 0 || accrued !== 0n)
    const isOwing = vaiDebt > 0n || held.some(({ debt }) => debt > 0n)
    const { found, claim } = yield* answersTo({
      found: held.map((each) => ({
        ...each,
        price: may(oracle, PRICE, [each.market]),
        cash: may(each.market, CASH, []),
        factors: isOwing ? factorsAt(comptroller, owner, each.market) : [],
        of: each.market === native?.market ? native.token : tokenAt(each.underlying),
      })),
      claim: mayClaim ? may(reward.lens, OWED, [reward.token.address, comptroller, owner]) : null,
    })
    const owed = mayClaim ? (claim?.allocated ?? null) : 0n
    const sums = sumsOf(found, vaiDebt, liquidity)
    const counted = found.filter(({ market }) => entered.includes(market))
    const factors = sums && factorsOf(counted, sums.limit)
    const legs = [
      ...found.flatMap(({ of, supply, market, cash }) => {
        const leg = legsOf('supply', of, supply, entered.includes(market))
        return withThreshold(withAvailable(leg, cash), factors?.get(market) ?? null)
      }),
      ...found.flatMap(({ of, debt }) => legsOf('borrow', of, debt)),
      ...(vai ? legsOf('borrow', vai.token, vaiDebt) : []),
      ...(reward ? legsOf('reward', reward.token, owed ?? accrued ?? 0n) : []),
    ]
    const unseen = owed === null ? [unseenPart(entry)] : []
    if (legs.length === 0) return unseen
    const collateral = sums && pledged(counted)
    return [
      positionOf(entry, {
        legs,
        counts: found.map(({ market }) => market),
        healthFactor: sums && ratio(sums.limit, sums.debt),
        ...(sums && collateral !== null && loanOf(legs, { ...sums, collateral })),
      }),
      ...unseen,
    ]
  },
})

/** None for a market without anything of the owner. */
function heldIn({
  market,
  snapshot: [failure, shares, debt, rate],
  underlying,
}: {
  market: Address
  snapshot: ResultOf<typeof SNAPSHOT>
  underlying: Address | null
}) {
  if (failure !== 0n) throw new Unreadable(`${market} returned the error code ${failure}`)
  if (shares === 0n && debt === 0n) return []
  if (underlying === null) throw new Unreadable(`${market} names no token`)
  return [{ market, underlying, supply: (shares * rate) / WAD, debt }]
}

/** The value of supplies in US dollars; null when a price cannot be read. */
function pledged(found: { supply: bigint; price: bigint | null }[]): bigint | null {
  let sum = 0n
  for (const { supply, price } of found) {
    if (supply === 0n) continue
    if (price === null || price === 0n) return null
    sum += (supply * price) / WAD
  }
  return sum
}

function factorsAt(comptroller: Address, owner: Address, market: Address) {
  const second = ([, factor]: readonly [boolean, bigint, ...unknown[]]) => factor
  return [
    may(comptroller, EFFECTIVE, [owner, market, BY_THRESHOLD]),
    may(comptroller, MARKET, [market]).pick((found) => found && second(found)),
    may(comptroller, SHORT_MARKET, [market]).pick((found) => found && second(found)),
  ]
}

/**
 * The fraction of the value up to which each market may back a debt: those that add up to the comptroller's own limit. Null where none do, or
 * where one was not read.
 */
function factorsOf(
  counted: {
    market: Address
    supply: bigint
    price: bigint | null
    factors: readonly (bigint | null)[]
  }[],
  limit: bigint,
): Map<Address, number> | null {
  let sum = 0n
  const factors = new Map<Address, number>()
  for (const { market, supply, price, factors: asked } of counted) {
    const used = asked.find((factor) => factor !== null)
    if (used == null || price === null) return null
    sum += (supply * price * used) / WAD / WAD
    factors.set(market, ratio(used, WAD))
  }
  const gap = sum < limit ? limit - sum : sum - limit
  return gap * TOLERANCE > limit ? null : factors
}

/** The debt and the most it may be, in US dollars. Null without debt, and when a price or the comptroller's totals cannot be read. */
function sumsOf(
  found: { debt: bigint; price: bigint | null }[],
  vaiDebt: bigint,
  liquidity: ResultOf<typeof LIQUIDITY> | null,
): { debt: bigint; limit: bigint } | null {
  // The comptroller counts one VAI as one US dollar.
  let debtUsd = vaiDebt
  for (const { debt, price } of found) {
    if (debt === 0n) continue
    if (price === null || price === 0n) return null
    debtUsd += (debt * price) / WAD
  }
  if (debtUsd === 0n || liquidity === null || liquidity[0] !== 0n) return null
  const covered = debtUsd + liquidity[1] - liquidity[2]
  return { debt: debtUsd, limit: covered < 0n ? 0n : covered }
}

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<CompoundV2Entry> = ({ comptroller }) => [
  existence('markets', comptroller, MARKETS, []),
]
