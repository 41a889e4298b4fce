import type { SearchIndex } from '../contract/finding.ts'
import { roundUsd } from '../domain/amounts.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import type { ListedContract } from '../domain/listed-contract.ts'
import { tokenFinder } from './issued-tokens.ts'
import { otherNames } from './name-aliases.ts'
import { tvlDay } from './protocol-detail.ts'

/** What is searched, by column, ordered by id. */
export function createSearchIndex(
  { snapshot, entries, formerSlugs }: Catalogue,
  listed: readonly ListedContract[] = [],
): SearchIndex {
  const tokensOf = tokenFinder(listed)
  const rows = [...entries].sort((a, b) => (a.record.slug < b.record.slug ? -1 : 1))
  const former = Map.groupBy(formerSlugs, ({ protocolId }) => protocolId)
  const names = new Set(rows.flatMap(({ record }) => record.category ?? []))
  const categories = [...names].sort()
  const placeOf = new Map(categories.map((name, place) => [name, place]))
  return {
    snapshot: snapshot.publicId,
    asOf: snapshot.asOf,
    count: rows.length,
    categories,
    columns: {
      id: rows.map(({ record }) => record.slug),
      name: rows.map(({ record }) => record.name),
      symbol: rows.map(({ record }) => record.symbol),
      category: rows.map(({ record }) => placeOf.get(record.category ?? '') ?? null),
      tvlUsd: rows.map(({ tvlUsd }) => (tvlUsd === null ? null : roundUsd(tvlUsd))),
      tvlAsOf: rows.map(({ record }) => tvlDay(record)),
      compositeScore: rows.map(({ score }) => score.rounded),
      status: rows.map(({ inactive }) => inactive?.status ?? 'active'),
      otherNames: rows.map(({ record }) => otherNames(record.id)),
      tokens: rows.map(({ record }) => tokensOf(record)),
      parent: rows.map(({ record }) => record.parentSlug),
      formerSlugs: rows.map(({ record }) =>
        (former.get(record.id) ?? []).map(({ slug }) => slug).sort(),
      ),
    },
  }
}
