import * as z from 'zod'
import { WARNING_LEVELS, type Warning } from '../../domain/assets.ts'
import type { Day } from '../../domain/day.ts'
import { plainText } from './text.ts'
import { dayOfUpstream } from './upstream-day.ts'

/** Upstream shows one or two. */
const MAX_WARNINGS = 10

const MAX_CHARS = 300

/** Typed as in DefiLlama's own front end (`warningBanners`, 2026): unix seconds, a day, or `forever`, which is also what no end means. */
const bannerSchema = z.object({
  message: z.string(),
  level: z.enum(WARNING_LEVELS).nullable().catch(null),
  until: z.union([z.number(), z.string()]).nullish(),
})

/**
 * The warnings that upstream shows above a protocol, most serious first, without those that ended before `asOf`. Entries without a
 * text or with an end that is no day are left out. Null when no list is given; `refused` when none of its entries is valid.
 */
export function mapWarnings(
  given: unknown[] | null | undefined,
  asOf: Day,
): Warning[] | null | 'refused' {
  if (!given) return null
  const read = given.flatMap((entry) => readBanner(entry) ?? [])
  if (read.length === 0 && given.length > 0) return 'refused'
  const byText = new Map(read.map((warning) => [warning.text, warning]))
  return [...byText.values()]
    .filter(({ until }) => until === null || until >= asOf)
    .sort((a, b) => rank(b) - rank(a) || (a.text < b.text ? -1 : 1))
    .slice(0, MAX_WARNINGS)
}

function readBanner(entry: unknown): Warning | null {
  const parsed = bannerSchema.safeParse(entry)
  if (!parsed.success) return null
  const { message, level, until: end } = parsed.data
  const text = plainText(message, MAX_CHARS)
  const isEndless = end === undefined || end === null || end === 'forever'
  const until = isEndless ? null : dayOfUpstream(end)
  return text === null || (!isEndless && until === null) ? null : { text, level, until }
}

function rank({ level }: Warning): number {
  return level === null ? -1 : WARNING_LEVELS.indexOf(level)
}
