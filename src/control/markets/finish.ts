import type { Address } from '../../chains/address.ts'
import type { Market, MarketFact, MarketGap } from '../../domain/market.ts'
import type { ChainReader } from '../chain-reader.ts'
import { type MarketDraft, plausibleAmount, shareOf, usdOf, utilisationOf } from './draft.ts'
import type { FindFeed } from './feeds.ts'
import { withGap, withoutFact } from './gaps.ts'
import type { FailedMarket } from './reading.ts'

/** US dollars of a whole token; null where not known. */
export type UsdPrices = ReadonlyMap<string, number>

/** The prices in US dollars that the oracles of these markets give, by token; the first one of each token. */
export function usdPrices(drafts: readonly MarketDraft[]): UsdPrices {
  const prices = new Map<string, number>()
  for (const { assetAddress, price } of drafts)
    if (price?.unit === 'usd' && !prices.has(assetAddress)) prices.set(assetAddress, price.value)
  return prices
}

/**
 * The market of a draft, at the reader's block. The price is that of the market's own oracle; where that does not count in US dollars, or
 * the market has none, it comes from the oracle of another market of the chain at the same block.
 */
export function finishMarket(
  draft: MarketDraft,
  { chain, block }: Pick<ChainReader, 'chain' | 'block'>,
  prices: UsdPrices,
  findFeed: FindFeed,
): Market {
  const { supplied, decimals } = draft
  const feed = findFeed(draft.priceFeed)
  const available = plausibleAmount(draft.available, decimals)
  return {
    chain,
    address: draft.address,
    name: draft.name,
    asset: draft.asset,
    assetAddress: draft.assetAddress,
    ...(draft.collateralAddress && { collateralAddress: draft.collateralAddress }),
    suppliedUsd: usdOf(supplied, decimals, usdPriceOf(draft, prices)),
    availableShare: shareOf(available, supplied),
    utilisation: utilisationOf(draft.borrowed, supplied),
    loanToValue: draft.loanToValue,
    liquidationThreshold: draft.liquidationThreshold,
    supplyCapUsed: shareOf(supplied, draft.supplyCap),
    frozen: draft.frozen,
    paused: draft.paused,
    withdrawSeconds: draft.withdrawSeconds,
    feed: typeof feed === 'string' ? null : feed,
    gap: gapOf(draft, available, feed),
    day: block.day,
    block: Number(block.number),
    source: 'onchain',
    link: linkOf(draft.address),
  }
}

/** A market of which nothing could be read but where it is. `facts`: what a market of its kind has. */
export function unreadMarket(
  { address, asset, name = '', why }: FailedMarket,
  facts: readonly MarketFact[],
  { chain, block }: Pick<ChainReader, 'chain' | 'block'>,
): Market {
  return {
    chain,
    address,
    name,
    asset: '',
    assetAddress: asset ?? '',
    suppliedUsd: null,
    availableShare: null,
    utilisation: null,
    loanToValue: null,
    liquidationThreshold: null,
    supplyCapUsed: null,
    frozen: null,
    paused: null,
    withdrawSeconds: null,
    feed: null,
    gap: { why, facts: [...facts] },
    day: block.day,
    block: Number(block.number),
    source: 'onchain',
    link: linkOf(address),
  }
}

function gapOf(
  { supplied, gap, ...draft }: MarketDraft,
  available: bigint | null,
  feed: ReturnType<FindFeed>,
): MarketGap | null {
  const isFalse = draft.available !== null && available === null
  const ofAmount = isFalse ? withGap(gap, 'availableShare', 'implausible') : gap
  // Without supply there is no share of it to be read.
  const ofShare = supplied === 0n ? withoutFact(ofAmount, 'availableShare') : ofAmount
  return typeof feed === 'string' ? withGap(ofShare, 'feed', feed) : ofShare
}

/** Asks for the chain, and leads to its explorer. */
function linkOf(address: Address): string {
  return `https://blockscan.com/address/${address}`
}

function usdPriceOf(
  { assetAddress, countedIn, price }: MarketDraft,
  prices: UsdPrices,
): number | null {
  if (price?.unit === 'usd') return price.value
  const known = prices.get(countedIn ?? assetAddress) ?? null
  if (price === null) return known
  const unit = prices.get(price.unit.token)
  return unit === undefined ? known : (price.value * unit) / price.unit.value
}
