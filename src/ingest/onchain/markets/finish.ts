import type { Feed, Market } from '../../../domain/market.ts'
import type { Address } from '../../../wallet/model/address.ts'
import type { ChainReader } from '../chain-reader.ts'
import { type Draft, plausibleAmount, shareOf, usdOf, utilisationOf } from './draft.ts'
import type { FindFeed } from './feeds.ts'

/** US dollars of a whole token; null where not known. */
export type UsdPrices = ReadonlyMap<Address, number>

/** The prices in US dollars that the oracles of these markets give, by token; the first one of each token. */
export function usdPrices(drafts: readonly Draft[]): UsdPrices {
  const prices = new Map<Address, number>()
  for (const { assetAddress, price } of drafts)
    if (price?.unit === 'usd' && !prices.has(assetAddress)) prices.set(assetAddress, price.value)
  return prices
}

/**
 * The market of a draft, at the reader's block. The price is that of the market's own oracle; where that does not count in US dollars, or
 * the market has none, it comes from the oracle of another market of the chain at the same block.
 */
export function finishMarket(
  draft: Draft,
  { chain, block }: Pick<ChainReader, 'chain' | 'block'>,
  prices: UsdPrices,
  findFeed: FindFeed,
): Market {
  const { supplied, decimals } = draft
  const feed: Feed | null = findFeed(draft.priceFeed)
  return {
    chain,
    address: draft.address,
    name: draft.name,
    asset: draft.asset,
    assetAddress: draft.assetAddress,
    suppliedUsd: usdOf(supplied, decimals, usdPriceOf(draft, prices)),
    availableShare: shareOf(plausibleAmount(draft.available, decimals), supplied),
    utilisation: utilisationOf(draft.borrowed, supplied),
    loanToValue: draft.loanToValue,
    liquidationThreshold: draft.liquidationThreshold,
    supplyCapUsed: shareOf(supplied, draft.supplyCap),
    frozen: draft.frozen,
    paused: draft.paused,
    withdrawSeconds: draft.withdrawSeconds,
    feed,
    day: block.day,
    block: Number(block.number),
    source: 'onchain',
    // Asks for the chain, and leads to its explorer.
    link: `https://blockscan.com/address/${draft.address}`,
  }
}

function usdPriceOf({ assetAddress, price }: Draft, prices: UsdPrices): number | null {
  if (price?.unit === 'usd') return price.value
  const known = prices.get(assetAddress) ?? null
  if (price === null) return known
  const unit = prices.get(price.unit.token)
  return unit === undefined ? known : (price.value * unit) / price.unit.value
}
