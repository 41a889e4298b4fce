import * as z from 'zod'
import type { Assets } from '../../domain/assets.ts'
import { type Day, dayOf, daysBetween } from '../../domain/day.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import { isAmount } from './protocols-map.ts'
import { plainText } from './text.ts'

/** Tokens of one point; upstream sends a few hundred at most. */
const MAX_TOKENS = 20_000

/** Largest difference between the sum of the tokens and the TVL of the same day, as a share of the TVL. */
const MAX_DIFFERENCE = 0.2

const MAX_SYMBOL_CHARS = 100

// The points are read one by one: there are thousands, and only the newest is used.
const pageSchema = z.object({
  symbol: z.string().nullish().catch(null),
  misrepresentedTokens: z.unknown().optional(),
  tvl: z.array(z.unknown()).nullish().catch(null),
  tokensInUsd: z.array(z.unknown()).nullish().catch(null),
})

/**
 * Maps the newest point of `tokensInUsd` in the body of `GET /protocol/{slug}`, up to `asOf`, to the make-up of the TVL. Missing
 * as `not-covered` when the page has no tokens, and as `refused` when upstream says that they represent others
 * (`misrepresentedTokens`), when an amount is invalid, or when they do not sum to the TVL of that day.
 */
export function mapAssets(body: unknown, asOf: Day, source: string): Reading<Assets> {
  const parsed = pageSchema.safeParse(body)
  if (!parsed.success) return missing('refused', source)
  const { symbol, misrepresentedTokens, tvl, tokensInUsd } = parsed.data
  if (misrepresentedTokens) return missing('refused', source)
  const newest = newestPoint(tokensInUsd ?? [], 'tokens', asOf)
  if (newest === null) return missing('not-covered', source)
  const total = newestPoint(tvl ?? [], 'totalLiquidityUSD', newest.day)
  const amounts = readAmounts(newest.value)
  if (amounts === null || total === null || daysBetween(total.day, newest.day) > 0)
    return missing('refused', source)
  const sum = amounts.reduce((usd, [, amount]) => usd + amount, 0)
  const held = total.value
  if (typeof held !== 'number' || !isAmount(held)) return missing('refused', source)
  if (sum <= 0 && held === 0) return missing('not-covered', source)
  if (sum <= 0 || Math.abs(sum - held) > MAX_DIFFERENCE * held) return missing('refused', source)
  return known(describe(amounts, sum, symbol), newest.day, source)
}

interface Point {
  day: Day
  seconds: number
  value: unknown
}

/** The newest point up to a day that has a value under this key. Upstream's last point is the current one, so the latest of a day wins. */
function newestPoint(points: unknown[], key: string, last: Day): Point | null {
  let newest: Point | null = null
  for (const point of points) {
    if (typeof point !== 'object' || point === null) continue
    const { date, [key]: value }: Record<string, unknown> = { ...point }
    const seconds = typeof date === 'string' ? Number(date) : date
    if (typeof seconds !== 'number' || !(seconds > 0 && seconds < 4_102_444_800)) continue
    if (value === undefined || value === null || seconds < (newest?.seconds ?? 0)) continue
    const day = dayOf(seconds * 1_000)
    if (day <= last) newest = { day, seconds, value }
  }
  return newest
}

/** Amounts in US dollars by symbol; null when one is invalid. An amount that is slightly below zero is a debt: it is invalid too. */
function readAmounts(value: unknown): [symbol: string, usd: number][] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries = Object.entries(value)
  if (entries.length > MAX_TOKENS) return null
  const amounts: [string, number][] = []
  for (const [key, usd] of entries) {
    const symbol = plainText(key, MAX_SYMBOL_CHARS)
    if (typeof usd !== 'number' || !isAmount(usd)) return null
    if (usd > 0) amounts.push([symbol ?? 'unnamed', usd])
  }
  return amounts
}

function describe(
  amounts: [symbol: string, usd: number][],
  sum: number,
  given: string | null | undefined,
): Assets {
  const [[topToken, topUsd] = ['', 0]] = [...amounts].sort(
    ([a, x], [b, y]) => y - x || (a < b ? -1 : 1),
  )
  const symbol = plainText(given, MAX_SYMBOL_CHARS)?.toUpperCase()
  const own = amounts.reduce(
    (usd, [name, amount]) => (name.toUpperCase() === symbol ? usd + amount : usd),
    0,
  )
  const share = (usd: number) => Math.min(1, Number((usd / sum).toFixed(6)))
  return {
    topToken,
    topShare: share(topUsd),
    ownShare: symbol === undefined || symbol === '-' ? null : share(own),
    tokens: amounts.length,
  }
}
