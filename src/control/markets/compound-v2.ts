import { type Address, ZERO_ADDRESS } from '../../chains/address.ts'
import { DECIMALS, SUPPLY, SYMBOL, UNDERLYING } from '../../chains/evm/abi.ts'
import { call } from '../../chains/evm/call.ts'
import type { CompoundV2Entry } from '../../wallet/evm/drivers/compound-v2.ts'
import type { CallResult, ChainCall } from '../chain-reader.ts'
import { capOf, factorsIn } from './compound-v2-limits.ts'
import { hasPlausibleDecimals, type MarketDraft, priceOf } from './draft.ts'
import { type FactReader, factReader } from './gaps.ts'
import {
  askGroups,
  boundedList,
  eachMarket,
  gapOf,
  type MarketReading,
  MarketUnread,
  replyOf,
  symbolIn,
  valueIn,
  valueOrThrow,
} from './reading.ts'

const MARKETS = 'function getAllMarkets() view returns (address[])'
const ORACLE = 'function oracle() view returns (address)'
const PROTOCOL_PAUSED = 'function protocolPaused() view returns (bool)'
const RATE = 'function exchangeRateStored() view returns (uint256)'
const CASH = 'function getCash() view returns (uint256)'
const BORROWED = 'function totalBorrows() view returns (uint256)'
const CONFIGURATION = 'function markets(address market) view returns (bool, uint256)'
const MINT_PAUSED = 'function mintGuardianPaused(address market) view returns (bool)'
const ACTION_PAUSED = 'function actionPaused(address market, uint8 action) view returns (bool)'
const REDEEM =
  'function redeemAllowed(address market, address redeemer, uint256 amount) returns (uint256)'
const SUPPLY_CAP = 'function supplyCaps(address market) view returns (uint256)'
const PRICE = 'function getUnderlyingPrice(address market) view returns (uint256)'
const FEED = 'function getFeed(string symbol) view returns (address)'

const MAX_MARKETS = 200
const WAD = 10n ** 18n
/** Prices have 36 decimals less those of the token. */
const PRICE_DECIMALS = 36
/** Numbers of actions at Venus (ComptrollerV9Storage). */
const VENUS_MINT = 0
const VENUS_REDEEM = 1
/** Has entered no market: nothing depends on its debts. */
const STRANGER: Address = '0x000000000000000000000000000000000000beef'

/** What is known of a market from outside of it. */
interface Shared {
  /** Null when it could not be read. */
  symbol: string | null
  isAllPaused: boolean
  /** The answer to which contract the oracle is, where that cannot be read. */
  oracle: CallResult | undefined | null
  /** The answer to which feed the oracle reads. */
  feed: CallResult | undefined
}

interface Listed {
  market: Address
  results: CallResult[]
  underlying: Address | null
}

/**
 * The markets of Compound v2 or a fork, as of each market's last accrual of interest. Redemption has no pause in Compound v2 and one
 * at Venus, so the comptroller is asked whether it would allow one.
 */
export function* compoundV2Markets(entry: CompoundV2Entry): MarketReading {
  const { comptroller, native } = entry
  const [list, oracleResult, protocolPaused] = yield [
    call(comptroller, MARKETS, []),
    call(comptroller, ORACLE, []),
    ...(isVenus(entry) ? [call(comptroller, PROTOCOL_PAUSED, [])] : []),
  ]
  const addresses = boundedList(valueOrThrow(list, MARKETS), MAX_MARKETS)
  const oracle = valueIn(oracleResult, ORACLE)

  const second = yield* askGroups(addresses.map((market) => marketCalls(entry, market)))
  const markets = addresses.map((market, index): Listed => {
    const results = second[index] ?? []
    const isNative = market === native?.market
    return {
      market,
      results,
      underlying: isNative ? native.token.address : valueIn(results[0], UNDERLYING),
    }
  })
  const third = yield* askGroups(
    markets.map(({ market, underlying }) => [
      ...(underlying === null
        ? []
        : [call(underlying, SYMBOL, []), call(underlying, DECIMALS, [])]),
      ...(underlying === null || oracle === null ? [] : [call(oracle, PRICE, [market])]),
    ]),
  )
  const symbols = markets.map(({ underlying }, index) => {
    const result = third[index]?.[0]
    return underlying === null || result?.kind === 'failed' ? null : symbolIn(result, underlying)
  })
  const feeds = yield* askGroups(
    symbols.map((symbol) =>
      symbol === null || oracle === null || isVenus(entry) ? [] : [call(oracle, FEED, [symbol])],
    ),
  )
  return eachMarket(
    markets,
    ({ market }) => ({ address: market }),
    (listed, index) =>
      draftOf(entry, listed, third[index] ?? [], {
        symbol: symbols[index] ?? null,
        oracle: oracle === null && !isVenus(entry) ? oracleResult : null,
        feed: feeds[index]?.[0],
        isAllPaused: valueIn(protocolPaused, PROTOCOL_PAUSED) === true,
      }),
  )
}

/** Calls for one market; `draftOf` reads their results in this order. */
function marketCalls(entry: CompoundV2Entry, market: Address): ChainCall[] {
  const { comptroller } = entry
  return [
    call(market, UNDERLYING, []),
    call(market, SUPPLY, []),
    call(market, RATE, []),
    call(market, CASH, []),
    call(market, BORROWED, []),
    call(comptroller, CONFIGURATION, [market]),
    call(comptroller, REDEEM, [market, STRANGER, 0n]),
    call(comptroller, SUPPLY_CAP, [market]),
    ...(isVenus(entry)
      ? [VENUS_MINT, VENUS_REDEEM].map((action) =>
          call(comptroller, ACTION_PAUSED, [market, action]),
        )
      : [call(comptroller, MINT_PAUSED, [market])]),
  ]
}

/** Only Venus has debts in VAI. It also pauses by action, and its oracle names no feeds. */
function isVenus({ vai }: CompoundV2Entry): boolean {
  return vai !== undefined
}

function draftOf(
  entry: CompoundV2Entry,
  { market, results, underlying }: Listed,
  [symbolResult, decimalsResult, price]: CallResult[],
  { symbol, isAllPaused, ...of }: Shared,
): MarketDraft | null {
  const [underlyingResult, shares, rate, cash, borrowed, configuration, ...rest] = results
  const [redeem, cap, mintPaused, redeemPaused] = rest
  const asset = underlying ?? valueOrThrow(underlyingResult, UNDERLYING)
  const ownSymbol = symbol ?? symbolIn(symbolResult, asset)
  const decimals = valueOrThrow(decimalsResult, DECIMALS)
  if (!hasPlausibleDecimals(decimals)) throw new MarketUnread('implausible')
  const supplied = (valueOrThrow(shares, SUPPLY) * valueOrThrow(rate, RATE)) / WAD
  const value = priceOf(valueIn(price, PRICE), 10n ** BigInt(PRICE_DECIMALS - decimals))
  const { isListed, ...factors } = factorsIn(replyOf(configuration))
  // A market that was taken off the list and emptied is none; the comptroller refuses withdrawals from one that still holds something.
  if (isListed === false && supplied === 0n) return null
  const facts = factReader()
  if (factors.liquidationThreshold === null)
    facts.lose('liquidationThreshold', gapOf(configuration))
  const isFlagSet =
    isAllPaused || isListed === false || valueIn(redeemPaused, ACTION_PAUSED) === true
  return {
    address: market,
    name: [entry.market, ownSymbol].filter(Boolean).join(' '),
    asset: ownSymbol,
    assetAddress: asset,
    decimals,
    supplied,
    available: facts.read('availableShare', cash, CASH),
    borrowed: valueIn(borrowed, BORROWED),
    price: value === null ? null : { value, unit: 'usd' },
    ...factors,
    supplyCap: capOf(valueIn(cap, SUPPLY_CAP)),
    frozen: valueIn(mintPaused, isVenus(entry) ? ACTION_PAUSED : MINT_PAUSED),
    paused: isRedeemPaused(facts, redeem, isFlagSet),
    withdrawSeconds: 0,
    priceFeed: feedOf(facts, of),
    gap: facts.gap(),
  }
}

/** True and false only where it is certain: a refusal for another reason is not shown to be a pause, and hides whether there is one. */
function isRedeemPaused(
  facts: FactReader,
  redeem: CallResult | undefined,
  isFlagSet: boolean,
): boolean | null {
  if (isFlagSet) return true
  const refusal = facts.read('paused', redeem, REDEEM)
  if (refusal !== null && refusal !== 0n) facts.lose('paused', 'reverted')
  return refusal === 0n ? false : null
}

/** An oracle that has no such getter names no feeds. */
function feedOf(facts: FactReader, { oracle, feed }: Pick<Shared, 'oracle' | 'feed'>) {
  if (oracle !== null) facts.lose('feed', gapOf(oracle))
  if (feed === undefined || feed.kind === 'reverted') return null
  const address = facts.read('feed', feed, FEED)
  return address === ZERO_ADDRESS ? null : address
}
