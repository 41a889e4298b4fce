import { type Day, dayNumber } from './day.ts'
import type { TvlPoint } from './protocol.ts'
import type { DailyTotals } from './record.ts'
import { changeSince } from './tvl-past.ts'

/** Rounds to cents: finer digits of an upstream sum are noise. */
export function roundUsd(amount: number): number {
  return Math.round(amount * 100) / 100
}

/** The sum of amounts, each rounded to cents as published. */
export function sumUsd(amounts: readonly number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100
}

/** Rounds readings, risks and weights to nine decimals: finer digits are floating-point noise. */
export function withoutNoise(value: number): number {
  return Number(value.toFixed(9))
}

/** TVL and borrowed value by chain, largest TVL first. */
export function chainBreakdown(
  points: readonly TvlPoint[],
): { chain: string; tvlUsd: number; borrowedUsd: number }[] {
  const rows = new Map<string, { chain: string; tvlUsd: number; borrowedUsd: number }>()
  for (const { chain, section, usd } of points) {
    if (section !== 'tvl' && section !== 'borrowed') continue
    const row = rows.get(chain) ?? { chain, tvlUsd: 0, borrowedUsd: 0 }
    if (section === 'tvl') row.tvlUsd = roundUsd(row.tvlUsd + usd)
    else row.borrowedUsd = roundUsd(row.borrowedUsd + usd)
    rows.set(chain, row)
  }
  return [...rows.values()].sort((a, b) => b.tvlUsd - a.tvlUsd || (a.chain < b.chain ? -1 : 1))
}

/** Change of TVL over the 30 days up to `day` as a fraction; null without a point near the first day, or when it was zero. */
export function monthChange(history: DailyTotals, day: Day, tvlUsd: number): number | null {
  return changeSince(history, dayNumber(day), 30, tvlUsd)
}
