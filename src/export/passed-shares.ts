import type { AlertTable } from '../contract/alert-table.ts'
import { PASSED_SHARE } from '../contract/alerts.ts'
import { mergeShares } from '../dependencies/shares.ts'
import { TABLES } from '../dependencies/tables.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import type { DependencyShare } from '../domain/dependency.ts'
import type { PastShares } from '../domain/past.ts'
import { namer } from './dependency-names.ts'
import { areInARow } from './in-a-row.ts'

type Passed = AlertTable['passedShares'][number]

/**
 * Shares that passed the limit with each of the last snapshots, `at` counted within `days`. A share has passed it when it was below in one
 * snapshot and is not in the two after it: one day is no trend. No two of the three may be further apart than snapshots are when all goes
 * well (`refreshDays`), and all three must have the share on the same basis, by the same tables.
 */
export function passedShares(
  { entries, pastShares }: Pick<Catalogue, 'entries' | 'pastShares'>,
  days: readonly string[],
  refreshDays: number | null,
): Passed[] {
  if (refreshDays === null) return []
  const byDay = new Map(pastShares.recent.map((one) => [one.day, one]))
  const ids = new Set(entries.map(({ record }) => record.id))
  const name = namer(entries, TABLES)
  return days.flatMap((day, at) => {
    const three = [days[at - 2], days[at - 1], day].map((one) => byDay.get(one ?? ''))
    const [before, first, now] = three
    if (!before || !first || !now) return []
    if (!areInARow([before, first, now], refreshDays)) return []
    const [sharesBefore, sharesFirst] = [keyed(before), keyed(first)]
    const basisBefore = new Map(before.shares.map(({ from, basis }) => [from, basis]))
    return [...keyed(now).values()].flatMap((own): Passed[] => {
      const { from: protocolId, kind, to, share, basis } = own
      if (share === null || share < PASSED_SHARE || !ids.has(protocolId)) return []
      const last = sharesFirst.get(keyOf(own))
      const old = sharesBefore.get(keyOf(own))
      if (last?.basis !== basis || (last.share ?? 0) < PASSED_SHARE) return []
      // What it did not stand on at all was a share of 0, where its make-up was known in the same way.
      if ((old?.basis ?? basisBefore.get(protocolId)) !== basis) return []
      const from = old === undefined ? 0 : old.share
      if (from === null || from >= PASSED_SHARE) return []
      return [{ at, protocolId, kind, to: name.stoodOn(kind, to), from, share, basis }]
    })
  })
}

function keyed({ shares }: PastShares): Map<string, DependencyShare> {
  return new Map(mergeShares(shares, keyOf).map((share) => [keyOf(share), share]))
}

function keyOf({ from, kind, to }: DependencyShare): string {
  return `${from} ${kind} ${to}`
}
