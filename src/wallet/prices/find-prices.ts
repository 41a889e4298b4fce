import { beforeAbort } from '../../chains/nodes/before-abort.ts'
import type { Reading } from '../../domain/reading.ts'
import { type Price, type PricedToken, priceKey } from '../model/price.ts'
import type { PriceCache } from './cache.ts'
import { askDefillama, type DefillamaOptions } from './defillama.ts'
import { reconcilePrices } from './reconcile.ts'

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
