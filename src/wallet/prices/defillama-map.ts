import * as z from 'zod'
import { dayOf } from '../../domain/day.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import { SCAN_CHAINS, SOLANA } from '../chains/scan-chains.ts'
import { isPrice, type PricedToken, priceKey } from '../model/price.ts'

const SOURCE = 'defillama'

/** Below this DefiLlama itself is not sure: thin pools, young tokens. */
const MIN_CONFIDENCE = 0.9
/** The width of the search that is asked for; an older price is stale. */
const MAX_AGE_MS = 4 * 3_600_000
/** How far ahead of ours the clock of DefiLlama may run. */
const MAX_SKEW_MS = 10 * 60_000

/** The prefix of a chain in the keys of DefiLlama, by our name of the chain. */
const COIN_KEYS = new Map<string, string>(
  [...SCAN_CHAINS, SOLANA].map(({ name, coinKey }) => [name, coinKey]),
)

const EVM = /^0x[0-9a-f]{40}$/i
const MINT = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
/** A token that is on no chain, such as the dollars of an exchange, named by its id at CoinGecko. */
const COINGECKO = /^coingecko:[a-z0-9-]{1,64}$/
/** How contracts write the coin of their chain; DefiLlama has it under the zero address. */
const NATIVE = /^0xe{40}$/i

/** What DefiLlama calls a token, or null for one that it cannot be asked about. */
export function coinKey({ chain, token }: { chain: string; token: string }): string | null {
  if (COINGECKO.test(token)) return token
  const prefix = COIN_KEYS.get(chain)
  if (prefix === undefined) return null
  if (prefix === SOLANA.coinKey) return MINT.test(token) ? `${prefix}:${token}` : null
  if (NATIVE.test(token)) return `${prefix}:0x${'0'.repeat(40)}`
  return EVM.test(token) ? `${prefix}:${token.toLowerCase()}` : null
}

const coin = z.looseObject({
  price: z.number(),
  timestamp: z.number(),
  confidence: z.number().optional(),
  decimals: z.number().optional(),
})

/** Each coin is judged by itself, so that one malformed row does not take the prices of all others with it. */
export const coinsAnswer = z.looseObject({ coins: z.record(z.string(), z.unknown()) })

/**
 * The price of each token in one answer, by `priceKey`. A key that the answer does not hold is `not-covered`; what is absurd,
 * unsure, from the future, or of a token with other decimals than ours is `refused`. Pure.
 */
export function mapCoins(
  answer: z.infer<typeof coinsAnswer>,
  tokens: readonly PricedToken[],
  nowMs: number,
): Map<string, Reading<number>> {
  // The case of a key may come back as it was sent or not.
  const byKey = new Map(
    Object.entries(answer.coins).map(([key, value]) => [foldCase(key), value] as const),
  )
  return new Map(
    tokens.map((token) => {
      const key = coinKey(token)
      const row = key === null ? undefined : byKey.get(key)
      return [priceKey(token), row === undefined ? notCovered : readCoin(row, token, nowMs)]
    }),
  )
}

const notCovered = missing('not-covered', SOURCE)

function foldCase(key: string): string {
  return key.includes(':0x') ? key.toLowerCase() : key
}

function readCoin(row: unknown, token: PricedToken, nowMs: number): Reading<number> {
  const parsed = coin.safeParse(row)
  if (!parsed.success) return missing('refused', SOURCE)
  const { price, timestamp, confidence = 0, decimals = token.decimals } = parsed.data
  const ageMs = nowMs - timestamp * 1000
  const isSound =
    isPrice(price) &&
    confidence >= MIN_CONFIDENCE &&
    confidence <= 1 &&
    decimals === token.decimals &&
    ageMs >= -MAX_SKEW_MS
  if (!isSound) return missing('refused', SOURCE)
  if (!(ageMs <= MAX_AGE_MS)) return missing('stale', SOURCE)
  return known(price, dayOf(timestamp * 1000), SOURCE)
}
