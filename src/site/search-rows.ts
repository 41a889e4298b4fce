import { fileNameOf } from '../contract/file-name.ts'
import type { SearchIndex } from '../contract/finding.ts'
import type { FoundProtocol } from '../contract/search-file.ts'
import { earlierYear } from '../domain/day.ts'

/** Every protocol for the search of the website, largest TVL first, those without one last, by id. */
export function searchRows({ asOf, categories, columns }: SearchIndex): FoundProtocol[] {
  const rows = columns.id.map((id, at): FoundProtocol => {
    const category = columns.category[at] ?? null
    return {
      kind: 'protocol',
      id,
      name: columns.name[at] ?? '',
      symbol: columns.symbol[at] ?? null,
      parent: columns.parent[at] ?? null,
      formerSlugs: columns.formerSlugs[at] ?? [],
      otherNames: columns.otherNames?.[at] ?? [],
      tokens: columns.tokens?.[at] ?? [],
      size: columns.tvlUsd[at] ?? null,
      category: category === null ? null : (categories[category] ?? null),
      composite: columns.compositeScore[at] ?? null,
      tvlYear: earlierYear(columns.tvlAsOf?.[at] ?? null, asOf),
      status: columns.status?.[at] ?? 'active',
      page: fileNameOf(id),
    }
  })
  return rows.sort((a, b) => compareSizes(a.size, b.size) || (a.id < b.id ? -1 : 1))
}

function compareSizes(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return b - a
}
