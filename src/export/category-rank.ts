import type { ScoreMetadata } from '../contract/score-metadata.ts'
import type { CatalogueEntry } from '../domain/catalogue.ts'
import type { Day } from '../domain/day.ts'
import { isOldTvl } from '../domain/old-tvl.ts'
import { tvlDay } from './protocol-detail.ts'

type CategoryRank = NonNullable<ScoreMetadata['rank']>

/**
 * The rank of each protocol in its category by published composite, by protocol id. Protocols without a composite or a
 * category are left out, those that are not active, and those whose TVL is old: they are of another day.
 */
export function categoryRanks(
  entries: readonly CatalogueEntry[],
  asOf: Day,
): Map<string, CategoryRank> {
  const categories = new Map<string, Map<number, string[]>>()
  for (const { record, score, inactive } of entries) {
    const { id, category } = record
    if (category === null || score.rounded === null || inactive) continue
    if (isOldTvl({ tvlAsOf: tvlDay(record) }, asOf)) continue
    const places = getOrAdd(categories, category, () => new Map<number, string[]>())
    getOrAdd(places, score.rounded, () => []).push(id)
  }
  const ranks = new Map<string, CategoryRank>()
  for (const [category, places] of categories) {
    const ascending = [...places].sort(([a], [b]) => a - b)
    const of = ascending.reduce((sum, [, ids]) => sum + ids.length, 0)
    let position = 1
    for (const [, ids] of ascending) {
      for (const id of ids) ranks.set(id, { category, position, of, tied: ids.length - 1 })
      position += ids.length
    }
  }
  return ranks
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const added = create()
  map.set(key, added)
  return added
}
