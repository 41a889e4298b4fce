import * as z from 'zod'
import type { Assets } from '../../domain/assets.ts'
import { type Day, dayOf, daysBetween } from '../../domain/day.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import { makeupParts, type TokensAt } from './makeup.ts'
import { isAmount } from './protocols-map.ts'
import { plainText } from './text.ts'
import {
  addAmounts,
  MAX_SYMBOL_CHARS,
  readAmounts,
  sumUsd,
  type TokenAmounts,
} from './token-amounts.ts'
import { readTvlKey } from './tvl-key.ts'

/** Largest difference between the sum of the tokens and the TVL of the same day, as a share of the TVL. */
const MAX_DIFFERENCE = 0.2

// The points are read one by one: there are thousands, and only the newest is used.
const points = z.array(z.unknown()).nullish()

const pageSchema = z.object({
  symbol: z.string().nullish().catch(null),
  misrepresentedTokens: z.unknown().optional(),
  tvl: points.catch(null),
  tokens: points.catch(null),
  tokensInUsd: points.catch(null),
  chainTvls: z
    .record(z.string(), z.object({ tokensInUsd: points, tokens: points.catch(null) }).catch({}))
    .nullish()
    .catch(null),
})

/**
 * Maps the newest point of `tokensInUsd` in the body of `GET /protocol/{slug}`, up to `asOf`, to the make-up of the TVL. Missing
 * as `not-covered` when the page has no tokens, and as `refused` when upstream says that they represent others
 * (`misrepresentedTokens`), when an amount is no number, or when they do not sum to the TVL of that day.
 */
export function mapAssets(body: unknown, asOf: Day, source: string): Reading<Assets> {
  const parsed = pageSchema.safeParse(body)
  if (!parsed.success) return missing('refused', source)
  const { symbol, misrepresentedTokens, tvl, tokens, tokensInUsd, chainTvls } = parsed.data
  if (misrepresentedTokens) return missing('refused', source)
  const newest = newestPoint(tokensInUsd ?? [], 'tokens', asOf)
  if (newest === null) return missing('not-covered', source)
  const total = newestPoint(tvl ?? [], 'totalLiquidityUSD', newest.day)
  const amounts = readAmounts(newest.value, borrowedAt(newest.seconds, chainTvls ?? {}))
  if (amounts === null || total === null || daysBetween(total.day, newest.day) > 0)
    return missing('refused', source)
  const { statedUsd } = amounts
  const tvlUsd = total.value
  if (typeof tvlUsd !== 'number' || !isAmount(tvlUsd)) return missing('refused', source)
  if (statedUsd <= 0 && tvlUsd === 0) return missing('not-covered', source)
  if (statedUsd <= 0 || Math.abs(statedUsd - tvlUsd) > MAX_DIFFERENCE * tvlUsd)
    return missing('refused', source)
  const parts = makeupParts(
    {
      chain: null,
      tokens: newest.value,
      borrowed: Object.fromEntries(borrowedAt(newest.seconds, chainTvls ?? {})),
      numbers: tokensAt(tokens, newest.seconds),
    },
    chainsAt(newest.seconds, chainTvls ?? {}),
  )
  return known({ ...describe(amounts, symbol), parts }, newest.day, source)
}

/** The tokens of each chain at one moment, and what is borrowed of them there. */
function chainsAt(seconds: number, sections: Sections): TokensAt[] {
  const at = (key: string) => tokensAt(sections[key]?.tokensInUsd, seconds)
  return Object.keys(sections).flatMap((chain) => {
    const key = readTvlKey(chain)
    if (key?.section !== 'tvl') return []
    const tokens = at(chain)
    const numbers = tokensAt(sections[chain]?.tokens, seconds)
    return tokens === undefined
      ? []
      : [{ chain, tokens, borrowed: at(`${chain}-borrowed`), numbers }]
  })
}

type Sections = NonNullable<z.infer<typeof pageSchema>['chainTvls']>

/** What is borrowed by token at one moment: the sum over all chains as upstream has it, or else that of each chain. */
function borrowedAt(seconds: number, sections: Sections): Map<string, number> {
  const sums = new Map<string, number>()
  const keys = Object.keys(sections).filter((key) => readTvlKey(key)?.section === 'borrowed')
  for (const key of keys.includes('borrowed') ? ['borrowed'] : keys) {
    addAmounts(sums, tokensAt(sections[key]?.tokensInUsd, seconds))
  }
  return sums
}

/** The tokens of the point of one moment; undefined where there is none. */
function tokensAt(list: readonly unknown[] | null | undefined, seconds: number): unknown {
  return fieldOf(
    list?.findLast((point) => secondsOf(point) === seconds),
    'tokens',
  )
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
    const seconds = secondsOf(point)
    const value = fieldOf(point, key)
    if (seconds === null) continue
    if (value === undefined || value === null || seconds < (newest?.seconds ?? 0)) continue
    const day = dayOf(seconds * 1_000)
    if (day <= last) newest = { day, seconds, value }
  }
  return newest
}

/** The moment of a point; null when it has none that is plausible. */
function secondsOf(point: unknown): number | null {
  const date = fieldOf(point, 'date')
  const seconds = typeof date === 'string' ? Number(date) : date
  return typeof seconds === 'number' && seconds > 0 && seconds < 4_102_444_800 ? seconds : null
}

function fieldOf(point: unknown, key: string): unknown {
  return typeof point === 'object' && point !== null ? Reflect.get(point, key) : undefined
}

function describe(
  { held, leftOut }: TokenAmounts,
  given: string | null | undefined,
): Omit<Assets, 'parts'> {
  const [[topToken, topUsd] = ['', 0]] = [...held].sort(
    ([a, x], [b, y]) => y - x || (a < b ? -1 : 1),
  )
  const symbol = plainText(given, MAX_SYMBOL_CHARS)?.toUpperCase()
  const sumOf = (amounts: TokenAmounts['held']) => sumUsd(amounts.map(([, usd]) => usd))
  const own = sumOf(held.filter(([name]) => name.toUpperCase() === symbol))
  const all = sumOf(held)
  const share = (usd: number) => Math.min(1, Number((usd / all).toFixed(6)))
  return {
    topToken,
    topShare: share(topUsd),
    ownShare: symbol === undefined || symbol === '-' ? null : share(own),
    tokens: held.length,
    ...(leftOut.length > 0 && { leftOut }),
  }
}
