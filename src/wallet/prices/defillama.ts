import { type Fetch, readBody } from '../../chains/nodes/read-body.ts'
import { parseOutsideJson } from '../../domain/json.ts'
import { missing, type Reading } from '../../domain/reading.ts'
import { type PricedToken, priceKey } from '../model/price.ts'
import { coinKey, coinsAnswer, mapCoins } from './defillama-map.ts'

/** Keys in one URL: 80 take about 5 KB. */
const CHUNK = 80
/** Enough for more tokens than any wallet holds at the listed contracts; further tokens are not priced. */
const MAX_CHUNKS = 12
const MAX_BYTES = 512 * 1024

export interface DefillamaOptions {
  fetch: Fetch
  /** Without a trailing slash. */
  baseUrl: string
  /** The deadline; a price that has not arrived by then is missing. */
  signal: AbortSignal
  nowMs: number
}

/**
 * Current prices of tokens from DefiLlama, by `priceKey`. Never rejects: if a request fails, only its tokens are `upstream-failed`.
 */
export async function askDefillama(
  tokens: readonly PricedToken[],
  options: DefillamaOptions,
): Promise<Map<string, Reading<number>>> {
  const byCoin = Map.groupBy(tokens, (token) => coinKey(token))
  const coins = [...byCoin.keys()].filter((key) => key !== null).sort()
  const chunks: string[][] = []
  for (let at = 0; at < coins.length && chunks.length < MAX_CHUNKS; at += CHUNK) {
    chunks.push(coins.slice(at, at + CHUNK))
  }
  const asked = await Promise.all(
    chunks.map(async (keys) => {
      const wanted = keys.flatMap((key) => byCoin.get(key) ?? [])
      return [...(await askChunk(keys, wanted, options))]
    }),
  )
  const answers = new Map(asked.flat())
  return new Map(
    tokens.map((token) => {
      const key = priceKey(token)
      return [key, answers.get(key) ?? missing('not-covered', 'defillama')]
    }),
  )
}

async function askChunk(
  keys: readonly string[],
  wanted: readonly PricedToken[],
  { fetch, baseUrl, signal, nowMs }: DefillamaOptions,
): Promise<Map<string, Reading<number>>> {
  const url = `${baseUrl}/prices/current/${keys.join(',')}?searchWidth=4h`
  try {
    const init = { headers: { accept: 'application/json' } }
    const { status, bytes } = await readBody(url, init, { fetch, signal, maxBytes: MAX_BYTES })
    if (status !== 200) return new Map(wanted.map((token) => [priceKey(token), failed]))
    const text = new TextDecoder().decode(bytes)
    return mapCoins(coinsAnswer.parse(parseOutsideJson(text)), wanted, nowMs)
  } catch {
    return new Map(wanted.map((token) => [priceKey(token), failed]))
  }
}

const failed = missing('upstream-failed', 'defillama')
