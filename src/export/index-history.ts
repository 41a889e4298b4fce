import type { IndexHistory } from '../contract/index-history.ts'
import type { Past } from '../domain/past.ts'

/** The mean of all scores in each snapshot, also of those of protocols that are no longer listed. */
export function createIndexHistory({ snapshots, numbers }: Past): IndexHistory {
  const sums = snapshots.map(() => ({ total: 0, scored: 0 }))
  for (const { composite } of numbers.values()) {
    for (const [at, sum] of sums.entries()) {
      const score = composite[at]
      if (score === undefined || Number.isNaN(score)) continue
      sum.total += score
      sum.scored += 1
    }
  }
  return {
    days: snapshots.map(({ day }) => day),
    methodologies: snapshots
      .filter(({ methodology }, at) => snapshots[at - 1]?.methodology !== methodology)
      .map(({ methodology: version, day: from }) => ({ version, from })),
    index: sums.map(({ total, scored }) =>
      scored === 0 ? null : Math.round((total / scored) * 100) / 100,
    ),
    scored: sums.map(({ scored }) => scored),
  }
}
