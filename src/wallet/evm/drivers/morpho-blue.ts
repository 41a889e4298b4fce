import * as z from 'zod'
import { type Address, ZERO_ADDRESS } from '../../../chains/address.ts'
import { NOW } from '../../../chains/evm/abi.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import type { ResultOf } from '../../../chains/evm/viem.ts'
import { hexBytes } from '../../../chains/hex.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, type Token, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, withAvailable } from './entry-position.ts'
import { loanOf } from './loan.ts'
import { answersTo, may, must, tokenAt } from './questions.ts'
import { ratio, WAD } from './reading.ts'

const PARAMS =
  'function idToMarketParams(bytes32 id) view returns (address loanToken, address collateralToken, address oracle, address irm, uint256 lltv)'
const POSITION =
  'function position(bytes32 id, address user) view returns (uint256 supplyShares, uint128 borrowShares, uint128 collateral)'
const MARKET =
  'function market(bytes32 id) view returns (uint128 supplyAssets, uint128 supplyShares, uint128 borrowAssets, uint128 borrowShares, uint128 lastUpdate, uint128 fee)'
const BORROW_RATE =
  'function borrowRateView((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) params, (uint128 supplyAssets, uint128 supplyShares, uint128 borrowAssets, uint128 borrowShares, uint128 lastUpdate, uint128 fee) market) view returns (uint256)'
const PRICE = 'function price() view returns (uint256)'
const MOOLAH_PRICE =
  'function getPrice((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) params) view returns (uint256)'
const BROKERS = 'function brokers(bytes32 id) view returns (address)'
const BROKER_DEBT = 'function getUserTotalDebt(address user) view returns (uint256)'

/** Morpho oracles return the price of one unit of collateral in units of the loan token, times 10^36. */
const PRICE_SCALE = 10n ** 36n
/** Virtual assets and shares that Morpho adds to each side (SharesMathLib). */
const VIRTUAL_ASSETS = 1n
const VIRTUAL_SHARES = 10n ** 6n
const NO_CONTRACT = ZERO_ADDRESS

/** Morpho Blue, or a fork of it, and the markets to read: no call lists a user's markets. */
export const morphoBlueEntry = entryBase.extend({
  driver: z.literal('morpho-blue'),
  morpho: address,
  /**
   * A fork with prices of its own, in place of those of the oracle, and brokers: they lend in some markets, at terms of their own, and owners owe
   * what they say.
   */
  fork: z.literal('moolah').optional(),
  /** Returns the time of the block, needed because the driver computes the interest since a market's last use. */
  multicall3: address,
  markets: z.array(hexBytes(32)).min(1),
  /** Tokens of the markets; one that is not listed is asked for its symbol and decimals. */
  tokens: z.array(token),
})
export type MorphoBlueEntry = z.infer<typeof morphoBlueEntry>
type MorphoEntry = Omit<MorphoBlueEntry, 'driver' | 'markets'>

type Market = ResultOf<typeof MARKET>

export interface MarketPosition {
  id: `0x${string}`
  position: ResultOf<typeof POSITION>
}

interface Held extends MarketPosition {
  market: Market
  params: ResultOf<typeof PARAMS>
  broker: Address | null
}

/** Supply, collateral and debt in each market, with the interest up to the block, and the health factor by the market's oracle. */
export const morphoBlue = defineDriver({
  name: 'morpho-blue',
  entry: morphoBlueEntry,
  reads: ['supply', 'borrow'],
  proof: 'morpho-blue-chain.test.ts',
  spenders: ({ morpho }) => [{ spender: morpho, what: 'markets', tokens: null }],
  *read(entry, owner) {
    const { morpho, markets } = entry
    const positions = yield* answersTo(
      markets.map((id) => ({ id, position: must(morpho, POSITION, [id, owner]) })),
    )
    const used = positions.filter(({ position }) => position.some((amount) => amount > 0n))
    return yield* readMarkets(entry, owner, used)
  },
})

/** The positions of an owner in markets, in two rounds; none without positions. */
export function* readMarkets(
  entry: MorphoEntry,
  owner: Address,
  used: readonly MarketPosition[],
): Generator<Call[], Finding[], Reply[]> {
  const { morpho } = entry
  if (used.length === 0) return []
  const { now, held } = yield* answersTo({
    now: must(entry.multicall3, NOW, []),
    held: used.map((each) => ({
      ...each,
      market: must(morpho, MARKET, [each.id]),
      params: must(morpho, PARAMS, [each.id]),
      broker: entry.fork ? must(morpho, BROKERS, [each.id]) : null,
    })),
  })
  const tokenOf = (at: Address) =>
    at === NO_CONTRACT ? null : (entry.tokens.find(({ address }) => address === at) ?? tokenAt(at))
  const read = yield* answersTo(
    held.map((each) => ({
      ...each,
      ...marketCalls(entry, each),
      owed:
        each.broker && each.broker !== NO_CONTRACT ? must(each.broker, BROKER_DEBT, [owner]) : null,
      loan: tokenOf(each.params[0]),
      pledge: tokenOf(each.params[1]),
    })),
  )
  return read.map((each) => readMarket(entry, each, now)).filter(({ legs }) => legs.length > 0)
}

/** The questions about a market's rate and price; a market for idle funds has neither. */
function marketCalls({ morpho, fork }: MorphoEntry, { params, market }: Held) {
  const [loanToken, collateralToken, oracle, irm, lltv] = params
  const [supplyAssets, supplyShares, borrowAssets, borrowShares, lastUpdate, fee] = market
  const made = { loanToken, collateralToken, oracle, irm, lltv }
  const state = { supplyAssets, supplyShares, borrowAssets, borrowShares, lastUpdate, fee }
  const price = fork ? may(morpho, MOOLAH_PRICE, [made]) : may(oracle, PRICE, [])
  return {
    rate: irm === NO_CONTRACT ? 0n : must(irm, BORROW_RATE, [made, state]),
    price: oracle === NO_CONTRACT ? null : price,
  }
}

interface Read extends Held {
  rate: bigint
  price: bigint | null
  /** What the owner owes a broker, if the market has one. */
  owed: bigint | null
  loan: Token | null
  pledge: Token | null
}

function readMarket(
  entry: MorphoEntry,
  { id, position, market, params: [, , , , lltv], rate, price, owed, loan, pledge }: Read,
  now: bigint,
): Finding {
  if (loan === null) throw new Unreadable(`The market ${id} lends no token`)
  const [supplyShares, borrowShares, collateral] = position
  const current = accrued(market, rate, now)
  const supply = toAssetsDown(supplyShares, current[0], current[1])
  const debt = owed ?? toAssetsUp(borrowShares, current[2], current[3])

  const legs = [
    ...withAvailable(legsOf('supply', loan, supply, false), current[0] - current[2]),
    // Collateral is not lent.
    ...(pledge ? withAvailable(legsOf('collateral', pledge, collateral, true), collateral) : []),
    ...legsOf('borrow', loan, debt),
  ]
  const worth = price === null ? null : (collateral * price) / PRICE_SCALE
  const covered = worth === null ? null : (worth * lltv) / WAD
  return positionOf(entry, {
    legs,
    market: `${pledge?.symbol ?? 'idle'}/${loan.symbol}`,
    ref: id,
    healthFactor: debt === 0n || covered === null ? null : ratio(covered, debt),
    ...(worth !== null &&
      loanOf(legs, { collateral: worth * WAD, debt: debt * WAD, limit: worth * lltv })),
  })
}

/**
 * The market as the next transaction would find it: with interest for the seconds since its last use, computed as in
 * `_accrueInterest` of Morpho Blue. `rate` is per second, with 18 decimals.
 */
export function accrued(market: Market, rate: bigint, now: bigint): Market {
  const [supplyAssets, supplyShares, borrowAssets, borrowShares, lastUpdate, fee] = market
  const seconds = now - lastUpdate
  if (seconds <= 0n || borrowAssets === 0n || rate === 0n) return market
  const once = rate * seconds
  const twice = (once * once) / (2n * WAD)
  const thrice = (twice * once) / (3n * WAD)
  const interest = (borrowAssets * (once + twice + thrice)) / WAD
  const assets = supplyAssets + interest
  const feeAssets = (interest * fee) / WAD
  const feeShares =
    (feeAssets * (supplyShares + VIRTUAL_SHARES)) / (assets - feeAssets + VIRTUAL_ASSETS)
  return [assets, supplyShares + feeShares, borrowAssets + interest, borrowShares, now, fee]
}

function toAssetsDown(shares: bigint, assets: bigint, allShares: bigint): bigint {
  return (shares * (assets + VIRTUAL_ASSETS)) / (allShares + VIRTUAL_SHARES)
}

function toAssetsUp(shares: bigint, assets: bigint, allShares: bigint): bigint {
  const whole = allShares + VIRTUAL_SHARES
  return (shares * (assets + VIRTUAL_ASSETS) + whole - 1n) / whole
}

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<MorphoBlueEntry> = ({ morpho, markets }) =>
  markets.map((id) => existence(`market ${id}`, morpho, PARAMS, [id], ([loanToken]) => loanToken))
