import { beforeAbort } from '../../chains/nodes/before-abort.ts'
import { missing, type Reading } from '../../domain/reading.ts'
import { type Price, type PricedToken, priceGap, priceKey } from '../model/price.ts'
import type { PriceCache } from './cache.ts'
import { askDefillama, type DefillamaOptions } from './defillama.ts'

/** The largest difference, as a fraction of the lower price; beyond it, one of the two is wrong. */
const MAX_DISAGREEMENT = 0.05

export interface PriceOptions extends DefillamaOptions {
  cache: PriceCache
  /** Prices of on-chain oracles, by `priceKey`. If it does not resolve before the signal, these prices are missing. */
  oracle: Promise<ReadonlyMap<string, Reading<number>>>
}

/**
 * The price of each token, by `priceKey`: from the cache or DefiLlama, compared with the oracle's where there is one. Never rejects, and
 * ends when the signal fires.
 */
export async function findPrices(
  tokens: readonly PricedToken[],
  { cache, oracle, ...options }: PriceOptions,
): Promise<Map<string, Price>> {
  const wanted = [...new Map(tokens.map((token) => [priceKey(token), token])).values()]
  const market = new Map<string, Reading<number>>()
  for (const token of wanted) {
    const kept = cache.find(priceKey(token), options.nowMs)
    if (kept) market.set(priceKey(token), kept)
  }
  const unknown = wanted.filter((token) => !market.has(priceKey(token)))
  const [asked, byOracle] = await Promise.all([
    askDefillama(unknown, options),
    beforeAbort(oracle, options.signal).catch(() => new Map<string, Reading<number>>()),
  ])
  for (const [key, reading] of asked) {
    market.set(key, reading)
    if (reading.known) cache.keep(key, reading, options.nowMs)
  }
  return new Map(
    wanted.map((token) => {
      const key = priceKey(token)
      return [key, reconcilePrices(market.get(key), byOracle.get(key))]
    }),
  )
}

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
