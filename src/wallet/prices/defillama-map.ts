import * as z from 'zod'
import { getScanChain, SCAN_CHAINS, SOLANA } from '../../chains/scan-chains.ts'
import { fromTron } from '../../chains/tron-address.ts'
import { dayOf } from '../../domain/day.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import { isPrice, type PricedToken, priceKey } from '../model/price.ts'

const SOURCE = 'defillama'

/** Lower confidence means thin pools or young tokens. */
const MIN_CONFIDENCE = 0.9
/** The `searchWidth` of the request; an older price is stale. */
const MAX_AGE_MS = 4 * 3_600_000
/** How far ahead of ours the clock of DefiLlama may run. */
const MAX_SKEW_MS = 10 * 60_000

/** The prefix of each chain in DefiLlama keys, by our name of the chain. */
const COIN_KEYS = new Map<string, string>(
  [...SCAN_CHAINS, SOLANA].map(({ name, coinKey }) => [name, coinKey]),
)

const TRON = getScanChain('tron').coinKey

const EVM = /^0x[0-9a-f]{40}$/i
const MINT = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
/** A token without a contract, such as USDC on an exchange, by its CoinGecko id. */
const COINGECKO = /^coingecko:[a-z0-9-]{1,64}$/
/** The address that contracts use for the chain's native coin; DefiLlama uses the zero address. */
const NATIVE = /^0xe{40}$/i

/** The DefiLlama key of a token, or null for a token without one. */
export function coinKey({ chain, token }: { chain: string; token: string }): string | null {
  if (COINGECKO.test(token)) return token
  const prefix = COIN_KEYS.get(chain)
  if (prefix === undefined) return null
  if (prefix === SOLANA.coinKey) return MINT.test(token) ? `${prefix}:${token}` : null
  if (prefix === TRON) return fromTron(token) === null ? null : `${prefix}:${token}`
  if (NATIVE.test(token)) return `${prefix}:0x${'0'.repeat(40)}`
  return EVM.test(token) ? `${prefix}:${token.toLowerCase()}` : null
}

const coin = z.looseObject({
  price: z.number(),
  timestamp: z.number(),
  confidence: z.number().optional(),
  decimals: z.number().optional(),
})

/** Each row is validated separately, so that one malformed row does not lose the prices of the others. */
export const coinsAnswer = z.looseObject({ coins: z.record(z.string(), z.unknown()) })

/**
 * The price of each token in one answer, by `priceKey`. `not-covered`: the answer does not have it. `refused`: it is out of range, of
 * low confidence, from the future, or for other decimals than ours. Pure.
 */
export function mapCoins(
  answer: z.infer<typeof coinsAnswer>,
  tokens: readonly PricedToken[],
  nowMs: number,
): Map<string, Reading<number>> {
  // The answer may spell a key in another case than the request.
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
