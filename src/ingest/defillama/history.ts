import * as z from 'zod'
import type { Upstreams } from '../../config/ingest.ts'
import { DAY_SECONDS, type Day, dayNumber } from '../../domain/day.ts'
import { PlimsollError } from '../../domain/errors.ts'
import type { Endpoint, ProtocolPast, SkippedPoints, SkipReason } from '../source.ts'
import { isAmount } from './protocols-map.ts'
import { tvlParts } from './tvl-key.ts'

// The points are checked one by one below: there are tens of thousands, and an invalid one is skipped and counted.
const historySchema = z.object({
  chains: z.array(z.string()).nullish().catch(null),
  chainTvls: z.record(z.string(), z.object({ tvl: z.array(z.unknown()).nullish() })).nullish(),
})

const errorSchema = z.object({ message: z.string() })

/** The endpoint of one protocol's history. A slug may contain any character, so it is escaped in the URL and in the file name. */
export function protocolHistory(upstreams: Upstreams, slug: string): Endpoint {
  const name = encodeURIComponent(slug)
  return {
    label: `DefiLlama /protocol/${name}`,
    url: `${upstreams.defillama}/protocol/${name}`,
    recordAs: `api.llama.fi/protocol/${name}.json`,
    maxBytes: 64_000_000,
  }
}

/**
 * Maps `GET /protocol/{slug}` to the TVL history by chain and section, in US dollars, one value a day up to `asOf`, and counts the
 * points that it cannot read. Upstream's last point is the current value, so the latest point of a day wins. Throws
 * `UPSTREAM_INVALID` for an error response.
 */
export function mapHistory(
  body: unknown,
  { slug, asOf }: { slug: string; asOf: Day },
): Pick<ProtocolPast, 'series' | 'skipped'> {
  const fail = (what: string) =>
    new PlimsollError(
      'UPSTREAM_INVALID',
      `DefiLlama /protocol/${encodeURIComponent(slug)}: ${what}.`,
    )
  const parsed = historySchema.safeParse(body)
  if (!parsed.success) {
    throw fail(`unexpected value at ${parsed.error.issues[0]?.path.join('.') || 'the top level'}`)
  }
  const { chains, chainTvls } = parsed.data
  const skipped: SkippedPoints = {}
  if (!chainTvls) {
    if (errorSchema.safeParse(body).success) throw fail('the response is an error message')
    return { series: [], skipped }
  }
  const lastDay = dayNumber(asOf)
  const dailyByKey = Object.fromEntries(
    Object.entries(chainTvls).map(([key, { tvl }]) => [
      key,
      dailyValues(tvl ?? [], lastDay, skipped),
    ]),
  )
  const series = tvlParts(dailyByKey, chains ?? [], joined).flatMap(({ chain, section, value }) => {
    if (value.size === 0) return []
    const days = [...value.keys()].sort((a, b) => a - b)
    return { chain, section, days, usd: days.map((day) => value.get(day)?.usd ?? 0) }
  })
  return { series, skipped }
}

interface Moment {
  seconds: number
  usd: number
}

/** The last value of each day up to `lastDay`. Counts in `skipped` what is not a point. */
function dailyValues(
  points: unknown[],
  lastDay: number,
  skipped: SkippedPoints,
): Map<number, Moment> {
  const daily = new Map<number, Moment>()
  for (const point of points) {
    const moment = readMoment(point)
    if (typeof moment === 'string') {
      skipped[moment] = (skipped[moment] ?? 0) + 1
      continue
    }
    const day = Math.floor(moment.seconds / DAY_SECONDS)
    if (day > lastDay) continue
    const earlier = daily.get(day)
    if (earlier === undefined || earlier.seconds <= moment.seconds) daily.set(day, moment)
  }
  return daily
}

function readMoment(point: unknown): Moment | SkipReason {
  if (typeof point !== 'object' || point === null) return 'not a point'
  if (!('date' in point) || !('totalLiquidityUSD' in point)) return 'not a point'
  const { date, totalLiquidityUSD: usd } = point
  const seconds = typeof date === 'string' ? Number(date) : date
  if (typeof seconds !== 'number' || !(seconds > 0)) return 'invalid date'
  if (typeof usd !== 'number' || !isAmount(usd)) return 'invalid amount'
  return { seconds, usd }
}

/** Merges the series of a chain with two spellings; on common days the preferred one wins. */
function joined(preferred: Map<number, Moment>, other: Map<number, Moment>): Map<number, Moment> {
  return new Map([...other, ...preferred])
}
