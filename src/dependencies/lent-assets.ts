import type { Market } from '../domain/market.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import type { FindToken } from './holdings.ts'
import { tokenAt } from './holdings.ts'

/** One asset of a lending market: what more of it can come in, and what can leave. */
export interface LentAsset {
  chain: string
  /** Id of the token in the reviewed table; null when it is not resolved. */
  token: string | null
  suppliedUsd: number | null
  /** What can be borrowed or withdrawn now; null when not read. */
  freeUsd: number | null
  /** What can be supplied before its cap; null where there is no cap or it was not read: that bounds nothing. */
  roomUsd: number | null
  isCollateral: boolean
  /** What can be put up there for a loan: the asset, or in a market of two tokens the other; null where it is not resolved, or none is. */
  collateral: string | null
  /** Its price is a fixed or redemption rate, or what sets it was not read. */
  isStuck: boolean
}

/** The assets of a lender whose markets were read; null when none was. Two nodes that disagree about one read nothing of it. */
export function lentAssets(
  { markets }: ProtocolRecord['facts'],
  find: FindToken,
): LentAsset[] | null {
  if (!markets?.known || markets.value.length === 0) return null
  if (markets.value.every(({ suppliedUsd }) => suppliedUsd === null)) return null
  return markets.value.map((market) => lentAsset(market, find))
}

function lentAsset(market: Market, find: FindToken): LentAsset {
  const { chain, asset, assetAddress, collateralAddress, feed, gap, unconfirmed } = market
  const isRead = !unconfirmed
  const supplied = isRead ? market.suppliedUsd : null
  const free = isRead ? market.availableShare : null
  const used = isRead ? market.supplyCapUsed : null
  const isFeedHidden = !isRead || (gap?.facts.includes('feed') ?? false)
  const token = tokenAt(find, chain, assetAddress, asset)?.id ?? null
  const freeUsd = supplied === null || free === null ? null : supplied * free
  const capUsd = supplied === null || !used ? null : supplied * (1 / used - 1)
  const isCollateral = !(isRead && market.loanToValue === 0 && !market.liquidationThreshold)
  const collateral =
    collateralAddress === undefined
      ? token
      : (tokenAt(find, chain, collateralAddress, null)?.id ?? null)
  return {
    ...{ chain, token, suppliedUsd: supplied, freeUsd, isCollateral },
    collateral: isCollateral ? collateral : null,
    // Of a market of two no more can be lost than is free in it.
    roomUsd:
      isRead && market.frozen === true ? 0 : collateralAddress === undefined ? capUsd : freeUsd,
    isStuck: isFeedHidden || feed?.kind === 'rate' || feed?.kind === 'capped-rate',
  }
}
