import { MAX_MARKETS, type MarketsDocument } from '../contract/control.ts'
import { roundUsd } from '../domain/amounts.ts'
import type { Feed, Market } from '../domain/market.ts'
import { pathDocuments } from './control.ts'
import { nodeAnswersDocument } from './node-answers.ts'
import { inLowerCase, limited, plainLink } from './outside-text.ts'

type MarketDocument = MarketsDocument['assets'][number]

/** Lending markets and vaults as published: first those that could not be read, since they weigh most in a score, then by supply. */
export function createMarkets(markets: readonly Market[]): MarketsDocument {
  const ordered = markets.toSorted(
    (a, b) =>
      Number(Boolean(b.gap)) - Number(Boolean(a.gap)) ||
      (b.suppliedUsd ?? -1) - (a.suppliedUsd ?? -1) ||
      (keyOf(a) < keyOf(b) ? -1 : 1),
  )
  return {
    assets: ordered.slice(0, MAX_MARKETS).map(marketDocument),
    more: Math.max(0, ordered.length - MAX_MARKETS),
  }
}

function keyOf({ chain, name, asset, address, assetAddress }: Market): string {
  return JSON.stringify([chain, name, asset, address, assetAddress])
}

function marketDocument({
  unconfirmed,
  disagreements,
  collateralAddress: _,
  ...market
}: Market): MarketDocument {
  return {
    ...market,
    address: inLowerCase(market.address),
    name: limited(market.name),
    asset: limited(market.asset),
    assetAddress: inLowerCase(market.assetAddress),
    suppliedUsd: market.suppliedUsd === null ? null : roundUsd(market.suppliedUsd),
    availableShare: roundShare(market.availableShare),
    utilisation: roundShare(market.utilisation),
    loanToValue: roundShare(market.loanToValue),
    liquidationThreshold: roundShare(market.liquidationThreshold),
    supplyCapUsed: roundShare(market.supplyCapUsed),
    feed: market.feed && feedDocument(market.feed),
    // Readings that were stored before there were gaps have none.
    gap: market.gap ?? null,
    source: limited(market.source),
    link: plainLink(market.link),
    ...nodeAnswersDocument({ unconfirmed, disagreements }),
  }
}

function feedDocument({ address, kind, owner, ageSeconds, intervalSeconds }: Feed) {
  return {
    address: inLowerCase(address),
    kind,
    owner: owner && pathDocuments(owner).paths,
    ageSeconds,
    intervalSeconds,
  }
}

/** A share to four decimals: a hundredth of a percent. */
function roundShare(share: number | null): number | null {
  return share === null ? null : Math.round(share * 1e4) / 1e4
}
