import { BALANCE, SUPPLY, SYMBOL } from '../../chains/evm/abi.ts'
import { call } from '../../chains/evm/call.ts'
import type { ResultOf } from '../../chains/evm/viem.ts'
import type { CompoundV3Entry } from '../../wallet/evm/drivers/compound-v3.ts'
import type { CallResult } from '../chain-reader.ts'
import {
  hasPlausibleDecimals,
  type MarketDraft,
  type OraclePrice,
  plausibleShare,
  priceOf,
} from './draft.ts'
import { type FactReader, factReader } from './gaps.ts'
import {
  askGroups,
  eachMarket,
  type FoundMarkets,
  gapOf,
  type MarketReading,
  MarketUnread,
  symbolIn,
  valueIn,
  valueOrThrow,
} from './reading.ts'

const BORROWED = 'function totalBorrow() view returns (uint256)'
const COUNT = 'function numAssets() view returns (uint8)'
const BASE = 'function baseToken() view returns (address)'
const BASE_FEED = 'function baseTokenPriceFeed() view returns (address)'
const WITHDRAW_PAUSED = 'function isWithdrawPaused() view returns (bool)'
const SUPPLY_PAUSED = 'function isSupplyPaused() view returns (bool)'
const ASSET =
  'function getAssetInfo(uint8 index) view returns ((uint8 offset, address asset, address priceFeed, uint64 scale, uint64 borrowFactor, uint64 liquidateFactor, uint64 liquidationFactor, uint128 supplyCap))'
const COLLATERAL =
  'function totalsCollateral(address asset) view returns (uint128 supplied, uint128 reserved)'
const PRICE = 'function getPrice(address priceFeed) view returns (uint256)'
const DESCRIPTION = 'function description() view returns (string)'

/** Comet has room for 24 assets. */
const MAX_ASSETS = 24
/** Factors are fractions of 10^18, prices have 8 decimals. */
const FACTOR_UNIT = 10n ** 18n
const PRICE_UNIT = 10n ** 8n

export type CometAsset = ResultOf<typeof ASSET>
/** What is read once for the whole Comet. */
interface Whole {
  price: OraclePrice | null
  frozen: boolean | null
  pause: CallResult | undefined
}

/**
 * One Comet: its base token, which is lent, and each collateral, which is not. Prices of a Comet whose base feed is not in US dollars
 * are relative to the base token.
 */
export function* compoundV3Markets(entry: CompoundV3Entry): MarketReading {
  const { comet, base } = entry
  const first = yield [
    call(comet, BASE, []),
    call(comet, SUPPLY, []),
    call(comet, BORROWED, []),
    call(comet, COUNT, []),
    call(comet, BASE_FEED, []),
    call(comet, WITHDRAW_PAUSED, []),
    call(comet, SUPPLY_PAUSED, []),
    call(base.address, BALANCE, [comet]),
  ]
  const [baseToken, total, , count, feed, withdrawPaused, supplyPaused] = first
  if (valueOrThrow(baseToken, BASE) !== base.address) throw new MarketUnread('implausible')
  // Without its supply nothing of the Comet counts.
  valueOrThrow(total, SUPPLY)
  const assets = valueOrThrow(count, COUNT)
  if (assets > MAX_ASSETS) throw new MarketUnread('implausible')
  const baseFeed = valueIn(feed, BASE_FEED)

  const [prices = [], infos = []] = yield* askGroups([
    baseFeed === null ? [] : [call(comet, PRICE, [baseFeed]), call(baseFeed, DESCRIPTION, [])],
    Array.from({ length: assets }, (_, index) => call(comet, ASSET, [index])),
  ])
  const whole: Whole = {
    price: basePrice(entry, prices),
    frozen: valueIn(supplyPaused, SUPPLY_PAUSED),
    pause: withdrawPaused,
  }
  const collaterals = infos.flatMap((result) => valueIn(result, ASSET) ?? [])
  const unread = infos.filter((result) => valueIn(result, ASSET) === null)
  const amounts = yield* askGroups(
    collaterals.map(({ asset, priceFeed }) => [
      call(comet, COLLATERAL, [asset]),
      call(asset, BALANCE, [comet]),
      call(comet, PRICE, [priceFeed]),
      call(asset, SYMBOL, []),
    ]),
  )

  const found: FoundMarkets = eachMarket(
    collaterals,
    ({ asset }) => ({ address: comet, asset }),
    (info, index) => collateralDraft(entry, info, amounts[index] ?? [], whole),
  )
  found.drafts.unshift(baseDraft(entry, first, whole))
  const failed = unread.map((result) => ({ address: comet, why: gapOf(result) }))
  return { ...found, failed: [...found.failed, ...failed] }
}

/** The market of the base token, from the results of the first round. */
function baseDraft(
  entry: CompoundV3Entry,
  [, total, borrowed, , feed, , , balance]: CallResult[],
  whole: Whole,
): MarketDraft {
  const { base, market } = entry
  const priceFeed = valueIn(feed, BASE_FEED)
  const facts = factReader()
  if (priceFeed === null) facts.lose('feed', gapOf(feed))
  return {
    ...sharedFields(entry, whole, facts),
    name: [market, base.symbol].filter(Boolean).join(' '),
    asset: base.symbol,
    assetAddress: base.address,
    decimals: base.decimals,
    supplied: valueOrThrow(total, SUPPLY),
    available: facts.read('availableShare', balance, BALANCE),
    borrowed: valueIn(borrowed, BORROWED),
    price: whole.price,
    loanToValue: 0,
    liquidationThreshold: 0,
    supplyCap: null,
    priceFeed,
    gap: facts.gap(),
  }
}

/** The shares that Comet's `getAssetInfo` gives: what can be borrowed against a collateral, and what it is liquidated at. */
export function cometFactors({ borrowFactor, liquidateFactor }: CometAsset): {
  loanToValue: number | null
  liquidationThreshold: number | null
} {
  return {
    loanToValue: plausibleShare(borrowFactor, FACTOR_UNIT),
    liquidationThreshold: plausibleShare(liquidateFactor, FACTOR_UNIT),
  }
}

function collateralDraft(
  entry: CompoundV3Entry,
  info: CometAsset,
  [totals, balance, price, symbolResult]: CallResult[],
  whole: Whole,
): MarketDraft {
  const { asset, priceFeed, scale, supplyCap } = info
  const listed = entry.tokens.find(({ address }) => address === asset)
  const symbol = listed?.symbol ?? symbolIn(symbolResult, asset)
  const decimals = decimalsOf(scale)
  if (decimals === null) throw new MarketUnread('implausible')
  const value = priceOf(valueIn(price, PRICE), PRICE_UNIT)
  const facts = factReader()
  const factors = cometFactors(info)
  if (factors.liquidationThreshold === null) facts.lose('liquidationThreshold', 'implausible')
  return {
    ...sharedFields(entry, whole, facts),
    name: [entry.market, 'collateral', symbol].filter(Boolean).join(' '),
    asset: symbol,
    assetAddress: asset,
    decimals,
    supplied: valueOrThrow(totals, COLLATERAL)[0],
    available: facts.read('availableShare', balance, BALANCE),
    // Comet has no function that lends a collateral.
    borrowed: 0n,
    price:
      value === null || whole.price === null ? null : { value, unit: unitOf(entry, whole.price) },
    ...factors,
    supplyCap: supplyCap === 0n ? null : supplyCap,
    priceFeed,
    gap: facts.gap(),
  }
}

function sharedFields({ comet }: CompoundV3Entry, { frozen, pause }: Whole, facts: FactReader) {
  const paused = facts.read('paused', pause, WITHDRAW_PAUSED)
  return { address: comet, frozen, paused, withdrawSeconds: 0 }
}

/** In US dollars where the base feed says so: the feeds of a market for WETH count in ETH. */
function basePrice(
  { base }: CompoundV3Entry,
  [price, description]: CallResult[],
): OraclePrice | null {
  const value = priceOf(valueIn(price, PRICE), PRICE_UNIT)
  if (value === null) return null
  const isUsd = /\/ ?USD$/i.test(valueIn(description, DESCRIPTION)?.trim() ?? '')
  return { value, unit: isUsd ? 'usd' : { token: base.address, value } }
}

function unitOf({ base }: CompoundV3Entry, { value, unit }: OraclePrice): OraclePrice['unit'] {
  return unit === 'usd' ? 'usd' : { token: base.address, value }
}

/** Decimals from a scale such as 10^18; null for any other number. */
function decimalsOf(scale: bigint): number | null {
  const decimals = scale.toString().length - 1
  return scale === 10n ** BigInt(decimals) && hasPlausibleDecimals(decimals) ? decimals : null
}
