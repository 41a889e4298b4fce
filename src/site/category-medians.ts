import type { ScreenerIndex } from '../contract/screener-index.ts'
import { addTo } from '../domain/groups.ts'
import { median } from '../domain/median.ts'
import { isOldTvl } from '../domain/old-tvl.ts'

/**
 * The median of the published scores of each category, to one decimal, by its name. Protocols that are not active or have an old TVL are
 * left out, as in the rank beside it, and so are categories without a score.
 */
export function categoryMedians({
  asOf,
  categories,
  columns,
}: Pick<ScreenerIndex, 'asOf' | 'categories'> & {
  columns: Pick<ScreenerIndex['columns'], 'category' | 'compositeScore' | 'status' | 'tvlAsOf'>
}): Map<string, number> {
  const scores = new Map<string, number[]>()
  columns.category.forEach((index, row) => {
    const name = categories[index ?? -1]
    const score = columns.compositeScore[row] ?? null
    if ((columns.status?.[row] ?? 'active') !== 'active') return
    if (isOldTvl({ tvlAsOf: columns.tvlAsOf?.[row] ?? null }, asOf)) return
    if (name !== undefined && score !== null) addTo(scores, name, score)
  })
  return new Map([...scores].map(([name, all]) => [name, Math.round((median(all) ?? 0) * 10) / 10]))
}
