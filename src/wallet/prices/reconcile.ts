import { missing, type Reading } from '../../domain/reading.ts'
import { type Price, priceGap } from '../model/price.ts'

/** The largest difference, as a fraction of the lower price; beyond it, one of the two is wrong. */
const MAX_DISAGREEMENT = 0.05

/**
 * One price from the two sources: the market price, or the price of the oracle (for the token or its backing) where there is none. A
 * price from only one source has no `confirmedBy`. If they differ by more than 5 % of the lower one, there is no price: either may be
 * wrong, the lower would understate a debt and the higher the collateral, and readers trust a number even with a warning beside it.
 */
export function reconcilePrices(
  market: Reading<number> | undefined,
  oracle: Reading<number> | undefined,
): Price {
  if (market?.known && oracle?.known) {
    const [low, high] = [market.value, oracle.value].sort((a, b) => a - b)
    if (low === undefined || high === undefined || high - low > low * MAX_DISAGREEMENT) {
      return {
        known: false,
        reason: 'disagreement',
        source: `${market.source}, ${oracle.source}`,
        ...(high !== undefined && { most: high }),
      }
    }
    return { ...market, confirmedBy: oracle.source }
  }
  if (market?.known) return market
  if (oracle?.known) return oracle
  const gap = market ?? oracle ?? missing('not-covered', 'none')
  return { ...gap, reason: priceGap(gap.reason) }
}
