import { missing, type Reading } from '../../domain/reading.ts'
import { type Price, priceGap } from '../model/price.ts'

/** Further apart than this and one of the two is wrong. */
const MAX_DISAGREEMENT = 0.05

/**
 * One price from the two sources. The market price goes first and the oracle, of the token or of what stands behind it, stands
 * in where there is none; a price that only one of them knows is confirmed by nobody. When they are
 * more than 5 % apart (of the lower one) there is no price at all: nobody can tell which is wrong, the lower would understate
 * a debt and the higher a safety, and a number is believed whatever flag stands beside it.
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
      }
    }
    return { ...market, confirmedBy: oracle.source }
  }
  if (market?.known) return market
  if (oracle?.known) return oracle
  const gap = market ?? oracle ?? missing('not-covered', 'none')
  return { ...gap, reason: priceGap(gap.reason) }
}
